import { type ParseArgsConfig, parseArgs } from "node:util";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** The name, the help and the options of a command. */
export interface CommandLine<O extends Options = Options> {
  /** What users type: `npm run diff`, `service-admin-sandbox`. */
  readonly name: string;
  /** What `--help` prints. */
  readonly help: string;
  /** Its options, as `parseArgs` takes them. Every command also has `--help`. */
  readonly options?: O;
  /** Whether it takes arguments other than options. */
  readonly allowPositionals?: boolean;
  /** What `--version` prints. If it is absent, the command has no such option. */
  readonly version?: string;
}

/** The arguments of a command. */
export interface Given<O extends Options> {
  readonly values: ReturnType<typeof parseArgs<{ options: O }>>["values"];
  readonly positionals: readonly string[];
}

/** A command has failed. The message tells the user what was wrong, where, and what to do. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  /** Exit code: 1 when the command or its check fails. */
  readonly exitCode: number = 1;
}

/** A command was called with wrong arguments. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
  override readonly exitCode = 2;
}

/**
 * Runs a command and sets the exit code: the one that `work` returns, 1 if it fails, or 2 if its arguments are wrong.
 * Prints a `CommandError` or a system error to standard error as one message, after the command's name. Any other error
 * is a bug, and is thrown.
 */
export async function runCommand<const O extends Options>(
  line: CommandLine<O>,
  work: (given: Given<O>) => number | undefined | Promise<number | undefined>,
): Promise<void> {
  // If a reader of the output stops early (`| head`) or the terminal closes, the command has not failed.
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE" && error.code !== "EIO") throw error;
    });
  const args = process.argv.slice(2);
  try {
    if (args.includes("--help")) process.stdout.write(`${line.help.trim()}\n`);
    else if (line.version && args.includes("--version")) process.stdout.write(`${line.version}\n`);
    else process.exitCode = (await work(read(line, args))) ?? 0;
  } catch (error) {
    // The message of a system error, such as a missing file, already says what failed and where.
    if (!(error instanceof CommandError || (error instanceof Error && "syscall" in error))) throw error;
    process.stderr.write(`${line.name}: ${error.message}\n`);
    process.exitCode = error instanceof CommandError ? error.exitCode : 1;
  }
}

/** Reads the arguments. @throws UsageError that never repeats a value, which may be a secret. */
function read<O extends Options>({ name, options, allowPositionals }: CommandLine<O>, args: string[]): Given<O> {
  const help = name.startsWith("npm run ") ? `${name} -- --help, and put -- before options` : `${name} --help`;
  try {
    const given = parseArgs({ args, ...(options && { options }), allowPositionals: true });
    if (allowPositionals || given.positionals.length === 0) return given;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message.split(/[.\n]/)[0]}. See ${help}.`);
  }
  throw new UsageError(`Too many arguments: this command takes only options. See ${help}.`);
}
