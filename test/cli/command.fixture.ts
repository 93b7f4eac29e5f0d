import { readFileSync } from "node:fs";
import { CommandError } from "../../src/cli/command-error.js";
import type { CommandLine, Given } from "../../src/cli/command-line.js";
import { runCommand } from "../../src/cli/run.js";

/** A command that prints what it was called with, or does what `--then` names. */
const line = {
  name: "npm run greet",
  about: "Greets.",
  operands: { who: "whom to greet" },
  options: {
    loud: { type: "boolean", about: "greet in capitals" },
    times: {
      type: "string",
      value: "n",
      default: "1",
      about: "how often, which is a number: one for each greeting, so that those who are far away can hear it, too",
    },
    // biome-ignore lint/suspicious/noThenProperty: the name of a flag.
    then: { type: "string", value: "end", about: "how to end" },
  },
  version: "1.2.3",
  unknown: (option) => (option === "--token" ? "a command line is no place for a token" : undefined),
} as const satisfies CommandLine;

function main({ options, operands }: Given<typeof line.options>): number | Promise<number> {
  if (options.then === "fail") throw new CommandError("nobody is there. Come back later.");
  if (options.then === "read") readFileSync("/nothing");
  if (options.then === "break") throw new RangeError("a bug");
  if (options.then === "three") return 3;
  // As tsx ends a command that a signal has ended.
  if (options.then === "signal") process.exit(143);
  if (options.then === "wait") return new Promise<number>(() => {});
  process.stdout.write(`${JSON.stringify({ options, operands })}\n`);
  return 0;
}

await runCommand(line, main);
