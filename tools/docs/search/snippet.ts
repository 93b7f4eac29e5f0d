import { type Html, html } from "../html.js";
import { NOT_SPECIFIED } from "../not-specified.js";
import { formsOf, wordsIn } from "./words.js";

/** How long a snippet is at most, in letters. */
const LENGTH = 150;
/** How many words a snippet has before the first word that was found, in a sentence that is longer than that. */
const BEFORE = 5;

/**
 * The sentences of a text that say most of what was found, with its words marked; its beginning if they say nothing of it.
 * A sentence that is too long is cut around its words.
 *
 * @param terms - The words that were found, as the index has them.
 */
export function snippet(text: string, terms: ReadonlySet<string>): Html {
  // It stays in sight, however short the snippet is.
  const mark = text.startsWith(NOT_SPECIFIED) && NOT_SPECIFIED;
  const said = mark ? text.slice(mark.length) : text;
  const sentences = tellingPart(said.split(/(?<=[.?!] )/), terms);
  const part = sentences.length <= LENGTH ? sentences : tellingPart(sentences.split(/(?<= )/), terms, BEFORE);
  const start = said.indexOf(part);
  const isEnd = start + part.length === said.length;
  return html`${mark}${start > 0 && "… "}${marked(part.trimEnd(), terms)}${!isEnd && " …"}`;
}

/**
 * The pieces of a text that say most of the different words, as many as fit.
 *
 * @param before - How many pieces may come before the first one with such a word.
 */
function tellingPart(pieces: readonly string[], terms: ReadonlySet<string>, before = 0): string {
  let best = { part: fitting(pieces), said: 0 };
  for (const [index, piece] of pieces.entries()) {
    if (saidIn(piece, terms) === 0) continue;
    const part = fitting(pieces.slice(Math.max(0, index - before)));
    const said = saidIn(part, terms);
    if (said > best.said) best = { part, said };
  }
  return best.part;
}

/** The first pieces, as many as fit, and at least one. */
function fitting([part = "", ...others]: readonly string[]): string {
  for (const piece of others) {
    if (part.length + piece.trimEnd().length > LENGTH) break;
    part += piece;
  }
  return part;
}

/** How many different words that were found a text says. */
function saidIn(text: string, terms: ReadonlySet<string>): number {
  const words = wordsIn(text).filter((word) => isFound(word, terms));
  return new Set(words.map((word) => formsOf(word).at(-1))).size;
}

/** A text in which the words that were found are marked. */
export function marked(text: string, terms: ReadonlySet<string>): Html {
  const parts = text.split(/([\p{L}\p{N}]+)/u);
  return html`${parts.map((part) => (isFound(part, terms) ? html`<mark>${part}</mark>` : part))}`;
}

function isFound(word: string, terms: ReadonlySet<string>): boolean {
  return formsOf(word).some((form) => terms.has(form));
}
