/** A command has failed. The message tells the user why, and what to do. */
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
