import type { Html } from "./html.js";
import type { Section } from "./sections.js";

/** A section that the search finds, with the fields in it. */
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
  method?: string;
  fields: FieldEntry[];
}

/** A field, or an open question. */
export interface FieldEntry {
  /** The names that lead to it, joined by dots; or the question. */
  path: string;
  link: string;
  /** The part of the operation that has it, such as `Request body`; empty outside of operations. */
  part: string;
  /** The first sentence about it. */
  text: string;
  /** The values that it may have, if these are few; of a question, what this project does. */
  values?: string;
}

/** A page that is searched. */
interface SearchedPage {
  /** Its path; empty for the page that the reader sees. */
  file: string;
  sections: readonly Section[];
}

/** The sections of all pages, for the search: what a reader sees. */
export function entriesOf(pages: readonly SearchedPage[]): Entry[] {
  const texts = new Map<Entry, string>();
  for (const { file, sections } of pages) {
    const [first] = sections;
    for (const section of sections) {
      const page = file === "" || section === first ? "" : (first?.title ?? "");
      const { text, operation = "" } = section;
      // The id of an operation is found as one word and as several.
      const words = `${textOf(withoutOthers(text))} ${operation} ${operation.replace(/[A-Z]/g, " $&")}`;
      texts.set(entryOf(section, page, file), words);
    }
  }
  shareWords(texts);
  return [...texts.keys()];
}

function entryOf({ title, anchor, text, method }: Section, page: string, file: string): Entry {
  const fields = [...fieldsIn(text, file), ...questionsIn(text, file)];
  const own = { title, link: `${file}#${anchor}`, page, text: firstSentence(String(text)), words: "", fields };
  return { ...own, ...(method && { method }) };
}

/** In how many sections a word is found that is not shown: all words of all sections would make the page slow. */
const FEW = 4;

/** Gives each word that is not shown to the sections that say it most. */
function shareWords(texts: ReadonlyMap<Entry, string>): void {
  const said = new Map<string, Map<Entry, number>>();
  for (const [entry, text] of texts) {
    const shown = entry.text.toLowerCase();
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []) {
      const counts = said.get(word) ?? new Map<Entry, number>();
      if (!shown.includes(word)) said.set(word, counts.set(entry, (counts.get(entry) ?? 0) + 1));
    }
  }
  for (const [word, counts] of said)
    for (const [entry] of [...counts].sort(([, a], [, b]) => b - a).slice(0, FEW)) entry.words += ` ${word}`;
}

/** A file that the search finds by its name, and by the word for all of them. */
export function downloadEntry(link: string, title: string): Entry {
  return { title, link, page: "Download", text: link.replaceAll("../", ""), words: "download", fields: [] };
}

/** A section without what is found elsewhere: a schema in its own section, and an open question in its row. */
function withoutOthers(section: Html): string {
  return String(section).replace(/<details class="schema">.*?<\/details>|<tr id=.*?<\/tr>/gs, " ");
}

/** The name of a part, or a field with its anchor, its name and its description. */
const PARTS =
  /<h4>(?<part>.*?)<\/h4>|<div id="(?<anchor>[^"]+)"><dt><a[^>]*>(?<path>.*?)<\/a>.*?<dd[^>]*>(?<said>.*?)<\/dd>/gs;

/** The fields that a section shows, with the part that has them. */
function fieldsIn(section: Html, file: string): FieldEntry[] {
  let part = "";
  return [...String(section).matchAll(PARTS)].flatMap(({ groups = {} }) => {
    const { anchor, path = "", said = "" } = groups;
    part = groups["part"] ?? part;
    if (anchor === undefined) return [];
    const [chips = ""] = said.match(/<span class="chip">.*<\/span>/) ?? [];
    const field = { path: textOf(path), link: `${file}#${anchor}`, part, text: firstSentence(said) };
    return [{ ...field, ...(chips && { values: textOf(chips) }) }];
  });
}

/** The open questions of a table, each with what this project does. */
function questionsIn(section: Html, file: string): FieldEntry[] {
  const rows = String(section).matchAll(/<tr id="([^"]+)"><th[^>]*>(.*?)<\/th>.*<td[^>]*>(.*?)<\/td><\/tr>/g);
  return Array.from(rows, ([, anchor, question = "", answer = ""]) => {
    return { path: textOf(question), link: `${file}#${anchor}`, part: "", text: "", values: textOf(answer) };
  });
}

/** The first sentence of the first paragraph. A single word such as "Internal." is none. */
function firstSentence(section: string): string {
  const paragraph = textOf(section.match(/<p>(.*?)<\/p>/s)?.[1] ?? "");
  return paragraph.match(/^.{10,}?[.!?](?= |$)/)?.[0] ?? paragraph;
}

/** What stands in HTML for a sign; that of all the others is last. */
const SIGNS = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

/** What a reader reads of some HTML, without code and forms. */
function textOf(markup: string): string {
  const text = markup
    .replace(/<(pre|form|button|summary)\b.*?<\/\1>|<[^>]*>/gs, "")
    .replace(/\s+/g, " ")
    .trim();
  return Object.entries(SIGNS).reduce((shown, [code, sign]) => shown.replaceAll(code, sign), text);
}
