import type { Redaction } from "../redaction.js";

/** Longest quote in a message, in characters. */
const LONGEST = 200;

/** Where bodies say in words what went wrong, as problem documents do: the one that says the most comes first. */
const PLACES = ["message", "detail", "error", "title", "errors"];
const DEEPEST = 3;

/** What a message quotes of a text without secrets: nothing of an empty one, else one line after a colon. */
export function quoted(text: string): string {
  // Other characters could move what a terminal shows.
  const line = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  return line && `: "${line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line}"`;
}

/** What a body says in words about a failure; empty if it says nothing. */
export function wordsIn(body: unknown, depth = 0): string {
  if (depth > DEEPEST) return "";
  if (Array.isArray(body)) return wordsIn(body[0], depth + 1);
  if (depth > 0 && typeof body === "string") return body.trim();
  return PLACES.reduce((found, place) => found || wordsIn(Object(body)[place], depth + 1), "");
}

/** What `fetch` rejected with: only names, messages and codes, since Node's errors also hold what a peer has sent. */
export interface Rejection extends Error {
  readonly code?: unknown;
  /** Those of each address that was tried. */
  readonly errors?: readonly (Rejection | undefined)[];
}

/** Copies what `fetch` rejected with, without secrets. `undefined` if it is no error. */
export function withoutSecrets(thrown: unknown, redaction: Redaction, seen = new Set()): Rejection | undefined {
  // A cause may lead back to itself, or on and on.
  if (seen.size > 9 || seen.has(thrown)) return undefined;
  seen.add(thrown);
  try {
    const { name, message, code, cause, errors } = Object(thrown);
    if (typeof message !== "string") return undefined;
    const copy = new Error(redaction.text(message), { cause: withoutSecrets(cause, redaction, seen) });
    const all = Array.isArray(errors) && errors.slice(0, 20).map((error) => withoutSecrets(error, redaction, seen));
    return Object.assign(copy, { name: redaction.text(name), code: redaction.json(code), ...(all && { errors: all }) });
  } catch {
    // A getter throws.
    return undefined;
  }
}

/** The innermost messages: fetch itself says only "fetch failed". */
export function innermost({ message, name, cause, errors }: Rejection): string {
  const inner = errors ? [...errors] : [cause];
  const said = inner.flatMap((error) => (error instanceof Error ? [innermost(error)] : [])).join(", ");
  return said || message || name;
}

/** The codes of Node for a connection that did not come about. */
const UNCONNECTED = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"];

/** Whether what `fetch` rejected with says that it has sent nothing. Its own cause says so, but none behind that. */
export function isUnsent(rejection: Rejection | undefined): boolean {
  const { code, errors = [{ code }] } = Object(rejection?.code ? rejection : rejection?.cause);
  return errors.length > 0 && errors.every((error: Rejection | undefined) => UNCONNECTED.includes(`${error?.code}`));
}
