/** A command cannot do what it is asked. The message is for the person at the terminal: why, and what to do. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  /** What the command ends with: 1 when it could not do its work, or when what it checks does not hold. */
  readonly exitCode: number = 1;
}

/** A command was not called as its `--help` says. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";
  override readonly exitCode = 2;
}
