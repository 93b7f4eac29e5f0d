import { CommandError } from "./command-error.js";
import { type CommandLine, type Given, type Options, readCommandLine } from "./command-line.js";
import { helpText } from "./help.js";

/** A command's work. What it returns is the exit code; nothing means 0. */
type Work<Input extends unknown[]> = (...input: Input) => number | undefined | Promise<number | undefined>;

/**
 * Runs a command to its end.
 *
 * It ends with 0, with 1 when the command could not do its work or what it checks does not hold, and with 2 when it was
 * not called as `--help` says. A `CommandError` is one message on the standard error, after the command's name.
 *
 * @param line - How it is called; with this, `--help` and `--version` are answered here.
 */
export async function runCommand<const O extends Options>(line: CommandLine<O>, work: Work<[Given<O>]>): Promise<void>;
/** Runs a command that reads its arguments on its own. */
export async function runCommand(work: Work<[]>): Promise<void>;
export async function runCommand<const O extends Options>(
  first: CommandLine<O> | Work<[]>,
  work?: Work<[Given<O>]>,
): Promise<void> {
  if (typeof first === "function") return settle(undefined, first);
  if (work) await settle(first.name, () => (answered(first) ? 0 : work(readCommandLine(first, process.argv.slice(2)))));
}

/** Answers a call for help or for the version, which stand before all others. */
function answered(line: CommandLine): boolean {
  const args = process.argv.slice(2);
  const isCalled = args.includes("--help") || (line.version !== undefined && args.includes("--version"));
  if (isCalled) process.stdout.write(args.includes("--help") ? helpText(line) : `${line.version}\n`);
  return isCalled;
}

async function settle(name: string | undefined, work: Work<[]>): Promise<void> {
  const prefix = name === undefined ? "" : `${name}: `;
  let isSettled = false;
  // A reader of the output may stop early (`| head`). The command has not failed then.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
  // Node ends without a word when all that a command waits for has been closed under it.
  process.once("exit", (code) => {
    if (isSettled || code === 1) return;
    process.stderr.write(`${prefix}ended before it was done, since nothing was left to wait for.\n`);
    process.exitCode = 1;
  });
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    process.stderr.write(`${prefix}${error.message}\n`);
    process.exitCode = error.exitCode;
  } finally {
    isSettled = true;
  }
}
