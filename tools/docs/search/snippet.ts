import { type Html, html } from "../html.js";
import { formsOf } from "./words.js";

/** How long a snippet is, and how much of it may be before the first word that was found, in letters. */
const LENGTH = { all: 150, before: 40 };

/**
 * The part of a text that says most of what was found, with its words marked; its beginning if it says nothing of it.
 *
 * @param terms - The words that were found, as the index has them.
 */
export function snippet(text: string, terms: ReadonlySet<string>): Html {
  if (text.length <= LENGTH.all) return marked(text, terms);
  const start = startOf(text, terms);
  const shown = text.slice(start);
  const part = shown.length > LENGTH.all ? shown.slice(0, LENGTH.all).replace(/\S*$/, "…") : shown;
  return html`${start > 0 && "… "}${marked(part, terms)}`;
}

/** Where the part of a text begins that has most of the different words. */
function startOf(text: string, terms: ReadonlySet<string>): number {
  const places = [...text.matchAll(/[\p{L}\p{N}]+/gu)].filter(([word]) => isFound(word, terms));
  let best = { start: 0, said: 0 };
  for (const { index } of places) {
    const near = places.filter((other) => other.index >= index && other.index < index + LENGTH.all - LENGTH.before);
    const said = new Set(near.map(([word]) => formsOf(word).at(-1))).size;
    if (said > best.said) best = { start: beginning(text, index), said };
  }
  return best.start;
}

/** A snippet begins with a sentence, if one is near before its first word that was found, or else with a word. */
function beginning(text: string, index: number): number {
  if (index <= LENGTH.before) return 0;
  const from = index - LENGTH.before;
  const before = text.slice(from, index);
  const sentence = before.search(/(?<=[.] )/);
  return from + (sentence >= 0 ? sentence : before.search(/(?<= )|$/));
}

/** A text in which the words that were found are marked. */
export function marked(text: string, terms: ReadonlySet<string>): Html {
  const parts = text.split(/([\p{L}\p{N}]+)/u);
  return html`${parts.map((part) => (isFound(part, terms) ? html`<mark>${part}</mark>` : part))}`;
}

function isFound(word: string, terms: ReadonlySet<string>): boolean {
  return formsOf(word).some((form) => terms.has(form));
}
