import type { Redaction } from "../redacted-text.js";
import { DEEPEST } from "./errors.js";

/** The innermost message: fetch itself says only "fetch failed". */
export function innermost({ message, name, cause }: Error): string {
  return cause instanceof Error ? innermost(cause) : message || name;
}

/** Code and system call of Node's errors about a connection that did not come about. */
const UNCONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT) | connect$/;

/**
 * Whether what `fetch` rejected with says that it has sent nothing, of an `AggregateError` at each address. Its own cause
 * says so, but none behind that.
 */
export function isUnsent(thrown: unknown): boolean {
  const { code, cause } = Object(thrown);
  const failed = code ? thrown : cause;
  const tried = [Object(failed).errors ?? failed].flat();
  return tried.length > 0 && tried.every((error) => UNCONNECTED.test(`${error?.code} ${error?.syscall}`));
}

/**
 * Copies what `fetch` rejected with: only names, messages and codes without secrets, since Node's errors also hold what
 * a peer has sent. The message of an `AggregateError` becomes those of its errors. `undefined` if it is no error.
 */
export function withoutSecrets(thrown: unknown, redaction: Redaction, depth = 0): Error | undefined {
  try {
    const { name, message, code, errors, cause } = Object(thrown);
    if (typeof message !== "string" || depth > DEEPEST) return undefined;
    const said = [errors].flat().map((error: unknown) => Object(error).message);
    const copy = new Error(redaction.text(said.join(", ") || message), {
      cause: withoutSecrets(cause, redaction, depth + 1),
    });
    return Object.assign(copy, redaction.json({ name, code }));
  } catch {
    // A getter throws.
    return undefined;
  }
}
