#!/usr/bin/env node
import { version } from "../../generated/version.js";
import { type Flags, readFlags, USAGE } from "./flags.js";
import { type Sandbox, startSandbox } from "./sandbox.js";

const COMMAND = "service-admin-sandbox";
/** Exit codes: the sandbox could not start, and the command was not called rightly. */
const FAILED = 1;
const MISUSED = 2;

const flags = flagsOr(MISUSED);
if (flags?.help) print(USAGE.trimEnd());
else if (flags?.version) print(version);
else if (flags) await serve(flags);

function flagsOr(code: number): Flags | undefined {
  try {
    return readFlags(process.argv.slice(2));
  } catch (error) {
    fail(`${lineOf(error)} See ${COMMAND} --help.`, code);
    return undefined;
  }
}

async function serve({ options, quiet }: Flags): Promise<void> {
  // Whoever reads the log may stop to: that is no reason to stop serving.
  process.stdout.on("error", () => {});
  try {
    const sandbox = await startSandbox({ ...options, log: quiet ? undefined : print });
    print(greeting(sandbox, options.seed));
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, sandbox.close);
  } catch (error) {
    fail(lineOf(error), FAILED);
  }
}

function greeting({ url, operations }: Sandbox, seed: number): string {
  const widest = Math.max(...operations.map(({ path }) => path.length));
  const lines = operations.map(
    ({ method, path, hasMemory }) =>
      `  ${method.padEnd(6)} ${path.padEnd(widest)}  ${hasMemory ? "from memory" : "from the contract's examples"}`,
  );
  return [
    `The sandbox of the Service API serves, with ${seed} subscriptions at the start:`,
    ...lines,
    "Each request needs the header X-Service-Access-Token; any token will do.",
    `The sandbox is listening on ${url} (Ctrl+C ends it)`,
  ].join("\n");
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

function fail(text: string, code: number): void {
  process.stderr.write(`${COMMAND}: ${text}\n`);
  process.exitCode = code;
}

/** An error as one line. */
function lineOf(error: unknown): string {
  const [line = ""] = (error instanceof Error ? error.message : String(error)).split(/\n| This command does not/);
  return /[.!?]$/.test(line) ? line : `${line}.`;
}
