/** The walk could not be taken. The message is for the person at the terminal: what is wrong, and what to do. */
export class CannotVerifyError extends Error {
  override readonly name = "CannotVerifyError";
}
