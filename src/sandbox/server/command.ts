#!/usr/bin/env node
import { accessTokenHeader, title } from "../../../generated/contract.js";
import { version } from "../../../generated/version.js";
import { CommandError } from "../../cli/command-error.js";
import { runCommand } from "../../cli/run.js";
import { readFlags, USAGE } from "./flags.js";
import type { ServerOptions } from "./server-options.js";
import { type RunningSandbox, startNamed } from "./start.js";

async function main(): Promise<number> {
  const flags = readFlags(process.argv.slice(2));
  if (flags.help) print(USAGE.trimEnd());
  else if (flags.version) print(version);
  else await serve({ ...flags.options, log: flags.quiet ? undefined : print });
  return 0;
}

async function serve(options: ServerOptions): Promise<void> {
  // Whoever reads the log may stop to: that is no reason to stop serving.
  process.stdout.on("error", () => {});
  const sandbox = await started(options);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, sandbox.close);
  print(greeting(sandbox, options));
}

async function started(options: ServerOptions): Promise<RunningSandbox> {
  try {
    return await startNamed(options, flagOf);
  } catch (error) {
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** The flag that sets an option. */
function flagOf(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

function greeting({ url, operations }: RunningSandbox, { seed = 0 }: ServerOptions): string {
  const widest = Math.max(...operations.map(({ path }) => path.length));
  const lines = operations.map(
    ({ method, path, hasMemory }) =>
      `  ${method.padEnd(6)} ${path.padEnd(widest)}  ${hasMemory ? "from memory" : "from the contract's examples"}`,
  );
  const count = typeof seed === "number" ? seed : seed.length;
  return [
    `The sandbox of the ${title} serves, with ${count} subscriptions at the start:`,
    ...lines,
    `Each request needs the header ${accessTokenHeader}; any token will do.`,
    `The sandbox is listening on ${url} (Ctrl+C ends it)`,
  ].join("\n");
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

await runCommand(main);
