/** A command cannot do what it is asked. The message is for the person at the terminal: why, and what to do. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
