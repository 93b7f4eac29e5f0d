import { type Block, type Chapter, rowsOf } from "./reference.js";

/** What the search finds: its title, where it leads, what it belongs to, and the words in it. */
export type Entry = readonly [title: string, link: string, above: string, words: string];

/** A page that is searched from other pages. */
interface SearchedPage {
  /** Its path. */
  file: string;
  chapters: readonly Chapter[];
}

/**
 * The chapters and fields of pages, for the search of another page. Of their words, it has the names of code, numbers, and
 * long words that few others have: all of them would make the page slow.
 */
export function entriesOf(pages: readonly SearchedPage[]): Entry[] {
  const all = pages.flatMap(placesIn);
  const counts = new Map<string, number>();
  for (const word of all.flatMap(([, , , text]) => wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return all.map(([title, link, above, text]) => {
    const names = wordsOf((text.match(/`[^`]+`/g) ?? []).join(" "));
    const isKept = (word: string) =>
      names.includes(word) || NAME.test(word) || (word.length >= LONG && (counts.get(word) ?? 0) <= FEW);
    return [title, link, above, wordsOf(text).filter(isKept).join(" ")];
  });
}

/** A name of code, a number, or a word of another language: `max_retries`, `maxRetries`, `429` or `Größe`. */
const NAME = /[^A-Za-z]|[a-z][A-Z]/;
/** The shortest word of English prose that is kept. */
const LONG = 7;
/** How many chapters may have it. */
const FEW = 2;

/** The chapters and fields of a page, each with its text. */
function placesIn({ file, chapters }: SearchedPage): Entry[] {
  const [{ title: name } = { title: "" }] = chapters;
  return chapters.flatMap(({ title, anchor, blocks }): Entry[] => [
    [title, `${file}#${anchor}`, title === name ? "" : name, blocks.map(proseIn).join(" ")],
    ...blocks
      .flatMap(rowsOf)
      .map(
        ({ anchor: place, cells: [field = ""] }): Entry => [field.replaceAll("`", ""), `${file}#${place}`, title, ""],
      ),
  ]);
}

/** The text of a block, without its links and its samples of code. */
function proseIn(block: Block): string {
  if (typeof block === "string") return block.replace(/\]\([^)]*\)|^```.*?^```$/gms, "");
  return rowsOf(block)
    .flatMap(({ cells }) => cells.slice(1))
    .join(" ");
}

/** Each word of a text, once. */
function wordsOf(text: string): string[] {
  return [...new Set(text.match(/[\p{L}\p{N}_][\p{L}\p{N}_-]{2,}/gu))];
}
