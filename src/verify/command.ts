#!/usr/bin/env node
import { writeFile } from "node:fs/promises";
import { CommandError } from "../cli/command-error.js";
import { runCommand } from "../cli/run.js";
import { help, readArguments } from "./arguments.js";
import { render } from "./screen.js";
import { verify } from "./verify.js";

async function main(): Promise<number> {
  const options = readArguments(process.argv.slice(2), process.env);
  if (!options) {
    process.stdout.write(help);
    return 0;
  }
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

await runCommand(main);
