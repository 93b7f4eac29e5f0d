/** What is longer than 200 characters, and the part of it that a message quotes: no character is cut in two. */
const TOO_LONG = /^(.{199})..+/su;

/** How far words, and causes of a rejection, are looked for within each other: a cause may lead back to itself. */
export const DEEPEST = 5;

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
