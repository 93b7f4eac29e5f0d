import { type Block, type Chapter, rowsOf } from "./chapters.js";

/** What the search finds: its title, where it leads, what it belongs to, and the words in it. */
export type Entry = readonly [title: string, link: string, above: string, words: string];

/**
 * The chapters and fields of a page, for the search of the other pages.
 *
 * @param page - Path of the page.
 */
export function entriesOf(page: string, chapters: readonly Chapter[]): Entry[] {
  const [{ title: name } = { title: "" }] = chapters;
  return chapters.flatMap(({ title, anchor, blocks }) => [
    [title, `${page}#${anchor}`, title === name ? "" : name, wordsOf(blocks.map(textOf).join(" ")).join(" ")] as const,
    ...blocks
      .flatMap(rowsOf)
      .map(
        ({ anchor: place, cells: [field = ""] }): Entry => [field.replaceAll("`", ""), `${page}#${place}`, title, ""],
      ),
  ]);
}

function textOf(block: Block): string {
  if (typeof block === "string") return block.replace(/\]\([^)]*\)/g, "");
  return rowsOf(block)
    .flatMap(({ cells }) => cells.slice(1))
    .join(" ");
}

/** Each word of a text, once. */
function wordsOf(text: string): string[] {
  return [...new Set(text.toLowerCase().match(/[a-z0-9_][\w-]{4,}/g))];
}

/** The entries with few words: a name where it is first, and a long word where no other entry has it. */
export function withFewWords(entries: readonly Entry[]): Entry[] {
  const counts = new Map<string, number>();
  for (const word of entries.flatMap(([, , , words]) => words.split(" ")))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const seen = new Set<string>();
  return entries.map(([title, link, above, words]) => {
    const kept = words.split(" ").filter((word) => {
      const isFirst = !seen.has(word);
      seen.add(word);
      return NAME.test(word) ? isFirst : word.length >= LONG && counts.get(word) === 1;
    });
    return [title, link, above, kept.join(" ")];
  });
}

/** A name of code, such as `max_retries`, `--seed` or `ES2022`. */
const NAME = /[_-]|\d/;
/** The shortest word of prose that is kept. */
const LONG = 7;
