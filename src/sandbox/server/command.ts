#!/usr/bin/env node
import { accessToken, collections, operations, title } from "../../../generated/contract.js";
import { CommandError, UsageError } from "../../cli/command-error.js";
import { runCommand } from "../../cli/run.js";
import { operationsOnMemory } from "../memory/memory-operations.js";
import { commandLine, flagOf, readOptions } from "./sandbox-flags.js";
import { type RunningSandbox, startUnchecked } from "./server.js";

async function serve(given: Readonly<Record<string, unknown>>): Promise<void> {
  const sandbox = await started(given);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, sandbox.close);
  print(greeting(sandbox));
}

async function started(given: Readonly<Record<string, unknown>>): Promise<RunningSandbox> {
  try {
    return await startUnchecked({ ...readOptions(given), log: given["quiet"] ? undefined : print });
  } catch (error) {
    // It begins with the name of an option.
    if (error instanceof RangeError) throw new UsageError(`${error.message.replace(/^\w+/, flagOf)}.`);
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

function greeting({ url, forToken }: RunningSandbox): string {
  const held = Object(forToken(""));
  const served = Object.values(operations);
  const widest = Math.max(...served.map(({ path }) => path.length));
  const lines = served.map(
    ({ id, method, path }) =>
      `  ${method.padEnd(6)} ${path.padEnd(widest)}  ${operationsOnMemory.has(id) ? "from memory" : "from the contract's examples"}`,
  );
  return [
    `The sandbox of the ${title} serves:`,
    ...lines,
    ...collections.map(({ name }) => `Items of ${name} at the start: ${held[name].length}`),
    ...(accessToken.isOptional ? [] : [`Each request requires the header ${accessToken.header}; any token will do.`]),
    `The sandbox is listening on ${url} (Ctrl+C ends it)`,
  ].join("\n");
}

function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

await runCommand(commandLine, async ({ options }) => {
  await serve(options);
  return 0;
});
