import type { Redaction } from "../redacted-text.js";

/** What is longer than 200 characters, and the part of it that a message quotes: no character is cut in two. */
const TOO_LONG = /^(.{199})..+/su;

/** How far words, and causes of a rejection, are looked for within each other: a cause may lead back to itself. */
const DEEPEST = 5;

/** What a message quotes of a text without secrets: nothing of an empty one, else one line after a colon. */
export function quoted(text: string): string {
  // Other characters could move what a terminal shows.
  const line = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  return line && `: "${line.replace(TOO_LONG, "$1…")}"`;
}

/** What a body says in words about a failure, as problem documents and frameworks do; empty if it says nothing. */
export function wordsIn(body: unknown, depth = 0): string {
  // A page says nothing in words, nor does JSON that was cut.
  if (typeof body === "string") return depth === 0 && /^\s*[<[{]/.test(body) ? "" : body.trim();
  if (!body || depth > DEEPEST) return "";
  const {
    message,
    detail,
    error_description,
    error,
    errors,
    title,
    msg,
    loc,
    field = [loc].flat().pop(),
  } = Object(body);
  // Errors are a text, a list, or under the names of fields.
  const named = Object.entries(errors ?? error ?? {}).map(([name, said]) => ({ field: name, msg: said }));
  // What says the most comes first.
  const places = Array.isArray(body) ? body : [message, detail, error_description, error, errors, named, title, msg];
  const words = places.reduce((found, inner) => found || wordsIn(inner, depth + 1), "");
  // One of several errors may say only in its field what it is about.
  return words && field && !words.includes(field) ? `${field}: ${words}` : words;
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
