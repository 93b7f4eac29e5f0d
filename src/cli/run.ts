import { CommandError } from "./command-error.js";

/** Runs a command to its end. What it gives is the exit code; a `CommandError` is told in its own words, with code 1. */
export async function runCommand(command: () => number | Promise<number>): Promise<void> {
  try {
    process.exitCode = await command();
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
