import { type Block, type Chapter, rowsOf } from "./chapter.js";

/** What the search finds. */
export interface Entry {
  title: string;
  /** Where it leads. */
  link: string;
  /** What it belongs to: a chapter, or another page. */
  above: string;
  /** Sentences, of which the one with the match is shown. */
  text: string;
  /** Words that are found, and not shown. */
  words?: string;
  /** HTTP method of an operation. */
  method?: string | undefined;
}

/** A page that is searched from other pages. */
interface SearchedPage {
  /** Its path. */
  file: string;
  chapters: readonly Chapter[];
}

/**
 * The chapters and fields of pages, for the search of another page: each with its first sentence. Of the other words, it
 * has the names of code, numbers, and long words that few others have: all of them would make the page slow.
 */
export function entriesOf(pages: readonly SearchedPage[]): Entry[] {
  const all = pages.flatMap(placesIn);
  const counts = new Map<string, number>();
  for (const word of all.flatMap(({ text }) => wordsIn(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return all.map((place) => {
    const names = wordsIn((place.text.match(/`[^`]+`/g) ?? []).join(" "));
    const text = firstSentence(place.text);
    const isKept = (word: string) =>
      names.includes(word) || NAME.test(word) || (word.length >= LONG && (counts.get(word) ?? 0) <= FEW);
    const words = wordsIn(place.text)
      .filter((word) => isKept(word) && !text.includes(word))
      .slice(0, MOST)
      .join(" ");
    return { ...place, text, ...(words && { words }) };
  });
}

/** A name of code, a number, a word of another language, or an abbreviation: `maxRetries`, `429`, `Größe` or `CORS`. */
const NAME = /[^A-Za-z]|[a-z][A-Z]|^[A-Z]+$/;
/** The shortest word of English prose that is kept. */
const LONG = 7;
/** How many chapters may have it. */
const FEW = 1;
/** How many words of a chapter are kept: the changelog has hundreds. */
const MOST = 25;

/** The chapters and fields of a page, each with its text. */
function placesIn({ file, chapters }: SearchedPage): Entry[] {
  const [{ title: name } = { title: "" }] = chapters;
  return chapters.flatMap(({ title, anchor, blocks, method }): Entry[] => {
    const text = blocks.map(proseIn).join(" ");
    const own = {
      title,
      link: `${file}#${anchor}`,
      above: title === name ? "" : name,
      text,
      ...(method && { method }),
    };
    const fields = blocks.flatMap(rowsOf).map(({ anchor: place, steps }) => {
      return { title: steps.join("."), link: `${file}#${place}`, above: title, text: "" };
    });
    return [own, ...fields];
  });
}

/** The text of a block, without its links, tables, and samples of code. */
function proseIn(block: Block): string {
  if (typeof block === "string")
    return block.replace(/^[-*] |\]\([^)]*\)|^```.*?^```$|\*\*|^\|[-| ]*$/gms, "").replace(/\[|^\|/gm, "\n");
  return rowsOf(block)
    .map(({ description }) => description)
    .join(" ");
}

/** A row of a table is no sentence. */
function firstSentence(text: string): string {
  const [sentence = ""] = text
    .replace(/`|^.* \|.*$/gm, "")
    .replace(/\s+/g, " ")
    .trim()
    .split(/(?<=[.:!?]) /);
  return sentence;
}

/** Each word of a text, once. */
function wordsIn(text: string): string[] {
  return [...new Set(text.match(/[\p{L}\p{N}_][\p{L}\p{N}_-]{2,}/gu))];
}
