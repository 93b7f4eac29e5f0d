import { type Block, type Chapter, rowsOf } from "./chapter.js";

/** A chapter that the search finds, with the fields in it. */
export interface Entry {
  title: string;
  /** Where it leads. */
  link: string;
  /** Name of its page, which is another one than the reader's. */
  page: string;
  /** Its first sentence. */
  text: string;
  /** Words that are found, and not shown. */
  words: string;
  /** HTTP method of an operation. */
  method?: string | undefined;
  fields: FieldEntry[];
}

export interface FieldEntry {
  /** The names that lead to it, joined by dots. */
  path: string;
  link: string;
  /** The part of the operation that has it, such as `Request body`. */
  part: string;
  /** The first sentence about it. */
  text: string;
}

/** A page that is searched. */
interface SearchedPage {
  /** Its path; empty for the page that the reader sees. */
  file: string;
  chapters: readonly Chapter[];
}

/** In how many chapters a word is found that is not shown: all words of all chapters would make the page slow. */
const FEW = 2;

/** The chapters of all pages, for the search. A word leads to its title, its first sentence, and where it is said most. */
export function entriesOf(pages: readonly SearchedPage[]): Entry[] {
  const entries = pages.flatMap(({ file, chapters }) => {
    const name = file === "" ? "" : chapters[0]?.title;
    return chapters.map(({ title, anchor, blocks, method }) => {
      const prose = blocks.map(proseIn).join("\n");
      const text = firstSentence(prose);
      const entry = { title, link: `${file}#${anchor}`, page: name === title ? "" : (name ?? ""), text };
      const counts = countsIn(`${prose} ${blocks.map(namesIn).join(" ")}`);
      return { ...entry, ...(method && { method }), counts, fields: fieldsIn(blocks, file) };
    });
  });
  const all = entries.map(({ counts }) => counts);
  return entries.map(({ counts, ...entry }) => {
    const isKept = ([word, count]: [string, number]) =>
      !entry.text.toLowerCase().includes(word) && all.filter((other) => (other.get(word) ?? 0) > count).length < FEW;
    const words = [...counts].filter(isKept).map(([word]) => word);
    return { ...entry, words: words.join(" ") };
  });
}

/** The fields of a chapter, with the part that has them. */
function fieldsIn(blocks: readonly Block[], file: string): FieldEntry[] {
  let part = "";
  return blocks.flatMap((block) => {
    if (typeof block === "string") part = /^#### (.*)/.exec(block)?.[1] ?? part;
    return rowsOf(block).map(({ anchor, steps, description }) => {
      return { path: steps.join("."), link: `${file}#${anchor}`, part, text: firstSentence(description) };
    });
  });
}

/** The text of a block, without its links, and samples of code. */
function proseIn(block: Block): string {
  if (typeof block !== "string")
    return rowsOf(block)
      .map(({ description }) => description)
      .join("\n");
  return block.replace(/^```.*?^```$/gms, "").replace(/^[-*#] |\]\([^)]*\)|[`*[]|^\|[-| ]*$/gm, "");
}

/** A row of a table is no sentence, nor is a heading, nor a single word such as "Internal." */
function firstSentence(text: string): string {
  const prose = text
    .replace(/^(#|\|).*$|[`*]/gm, "")
    .replace(/\s+/g, " ")
    .trim();
  return prose.match(/^.{10,}?[.!?](?= |$)/)?.[0] ?? prose;
}

/** What a block is about, without prose: the id of an operation, as one word and as several. */
function namesIn(block: Block): string {
  return typeof block === "object" && "form" in block ? `${block.form} ${block.form?.replace(/[A-Z]/g, " $&")}` : "";
}

/** How often a text has each of its words. */
function countsIn(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [])
    counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}
