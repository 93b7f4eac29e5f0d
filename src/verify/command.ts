#!/usr/bin/env node
import { writeFile } from "node:fs/promises";
import { CommandError } from "../cli/command-error.js";
import type { Given } from "../cli/command-line.js";
import { runCommand } from "../cli/run.js";
import { commandLine, readArguments } from "./arguments.js";
import { render } from "./screen.js";
import { verify } from "./verify.js";

async function main(given: Given<typeof commandLine.options>): Promise<number> {
  const options = readArguments(given.options, process.env);
  const interruption = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => interruption.abort());
  const { report, log } = await verify(options, interruption.signal);
  const { json, verbose } = options;
  if (verbose) process.stderr.write(log);
  if (json !== "-") process.stdout.write(render(report));
  const text = `${JSON.stringify(report, null, 2)}\n`;
  if (json === "-") process.stdout.write(text);
  else if (json !== undefined) await write(json, text);
  return report.ok ? 0 : 1;
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text);
  } catch {
    throw new CommandError(`--json: ${file} cannot be written.`);
  }
}

await runCommand(commandLine, main);
