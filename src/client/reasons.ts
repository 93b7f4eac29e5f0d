import { isObject } from "../json.js";

/** How deep words and causes are looked for: a cause may lead back to itself. */
export const DEEPEST = 5;

/** Where problem documents and frameworks say why they refuse. What says the most comes first. */
const PLACES = ["message", "detail", "msg", "error_description", "reason", "error", "errors", "title"];

/** What a body says in words about a failure, on one line; `undefined` if it says nothing. */
export function reasonIn(body: unknown): string | undefined {
  return onOneLine(wordsIn(body)) || undefined;
}

/** A text on one line of at most 200 characters. */
export function onOneLine(text: string): string {
  // Other characters could move what a terminal shows.
  const line = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  // No character is cut in two.
  return line.replace(/^(.{199})..+/su, "$1…");
}

function wordsIn(body: unknown, depth = 0): string {
  // A page says nothing in words, nor does JSON that was cut.
  if (typeof body === "string") return depth === 0 && /^\s*[<[{]/.test(body) ? "" : body.trim();
  if (!isObject(body) || depth > DEEPEST) return "";
  const places: readonly unknown[] = Array.isArray(body) ? body : PLACES.map((name) => body[name]);
  for (const place of places) {
    const words = wordsIn(place, depth + 1);
    if (words) return words;
  }
  if (depth === 0) return "";
  // Errors may be under the names of fields.
  for (const [name, said] of Object.entries(body)) {
    const words = wordsIn(said, depth + 1);
    if (words) return `${name}: ${words}`;
  }
  return "";
}
