#!/usr/bin/env node
import { writeFile } from "node:fs/promises";
import { CommandError } from "../cli/command-error.js";
import type { Given } from "../cli/command-line.js";
import { runCommand } from "../cli/run.js";
import { commandLine, readArguments } from "./flags.js";
import { junitOf } from "./junit.js";
import { annotationsOf, progressOn, renderReport } from "./report.js";
import { verify } from "./verify.js";

async function main(given: Given<typeof commandLine.options>): Promise<number> {
  const options = readArguments(given.options, process.env);
  const { format, json, junit, verbose } = options;
  const log = verbose ? (text: string) => process.stderr.write(text) : undefined;
  // The log is written to the same terminal.
  const isShown = process.stdout.isTTY && format === "text" && json !== "-" && !verbose;
  const progress = isShown ? progressOn(process.stdout, options.server) : undefined;
  const report = await verify(options, { ...interruptions(), log, ...progress });
  if (format === "github") process.stdout.write(annotationsOf(report));
  else if (json !== "-") process.stdout.write(progress ? progress.end(report) : renderReport(report));
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (json === "-") process.stdout.write(text);
  else if (json !== undefined) await write("--json", json, text);
  if (junit !== undefined) await write("--junit", junit, junitOf(report));
  return report.ok ? 0 : 1;
}

/** The first Ctrl+C ends the walk, which then deletes what it has created. The second ends that, too. */
function interruptions(): { signal: AbortSignal; kill: AbortSignal } {
  const [walk, deletion] = [new AbortController(), new AbortController()];
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(name, () => (walk.signal.aborted ? deletion : walk).abort());
  }
  return { signal: walk.signal, kill: deletion.signal };
}

async function write(flag: string, file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch {
    throw new CommandError(`${flag}: ${file} cannot be written.`);
  }
}

await runCommand(commandLine, main);
