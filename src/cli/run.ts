import { CommandError } from "./command-error.js";
import { type CommandLine, type Given, type Options, readCommandLine } from "./command-line.js";
import { helpText } from "./help-layout.js";

/** What a command does. */
type Work<O extends Options> = (given: Given<O>) => Outcome | Promise<Outcome>;

/** An exit code; `undefined` means 0. */
type Outcome = number | undefined;

/**
 * Runs a command and sets the exit code: 1 when the command or its check fails, 2 when its arguments are wrong. Prints a
 * `CommandError`, or what the system refuses, to standard error as one message after the command's name.
 *
 * @param line - How the command is called. `--help` and `--version` are answered here.
 */
export async function runCommand<const O extends Options>(line: CommandLine<O>, work: Work<O>): Promise<void> {
  await settle(line.name, () => (isAnswered(line) ? 0 : work(readCommandLine(line, process.argv.slice(2)))));
}

/** Prints the help or the version if an argument asks for it, whatever the others are; returns whether one did. */
function isAnswered(line: CommandLine): boolean {
  const args = process.argv.slice(2);
  const isCalled = args.includes("--help") || (line.version !== undefined && args.includes("--version"));
  if (isCalled) process.stdout.write(args.includes("--help") ? helpText(line) : `${line.version}\n`);
  return isCalled;
}

/** Whether a message tells the user enough. What the system refuses, such as a file, has its reason and its place. */
function isTold(error: unknown): error is Error {
  return error instanceof CommandError || (error instanceof Error && "syscall" in error);
}

async function settle(name: string, work: () => Outcome | Promise<Outcome>): Promise<void> {
  let isSettled = false;
  // A reader of the output may stop early (`| head`). The command has not failed then.
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
    });
  // Node exits silently when nothing that the command waits for is open any more.
  process.once("exit", (code) => {
    const isBySignal = code > 128;
    if (isSettled || isBySignal || code === 1) return;
    process.stderr.write(`${name}: ended before it finished: nothing was left to wait for.\n`);
    process.exitCode = 1;
  });
  try {
    process.exitCode = (await work()) ?? 0;
  } catch (error) {
    if (!isTold(error)) throw error;
    process.stderr.write(`${name}: ${error.message}\n`);
    process.exitCode = error instanceof CommandError ? error.exitCode : 1;
  } finally {
    isSettled = true;
  }
}
