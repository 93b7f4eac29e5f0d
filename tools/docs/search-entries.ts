import { readMarkdown } from "./plain-text.js";
import { isRegister, questionsIn } from "./register.js";
import type { Block, Field, FieldList, Section } from "./sections.js";

/** A section that the search finds, with the fields in it. */
export interface Entry {
  title: string;
  /** Where it leads, from the root of the site. */
  link: string;
  /** Title of its guide; empty in the reference. */
  page: string;
  /** What it says in sentences. */
  text: string;
  /** The code in it. */
  code: string;
  /** What finds it, and is not shown: the names of fields that have entries elsewhere, and what programs print. */
  unseen: string;
  /** HTTP method of an operation. */
  method?: string;
  /** Id of an operation. */
  operation?: string;
  fields: FieldEntry[];
}

/** A field, a setting of the opening, or an open question. */
export interface FieldEntry {
  /** What a reader would call it; a question has no name. */
  name?: string;
  /** The names that lead to a field, joined by dots; the name of a setting; or the question. */
  path: string;
  link: string;
  /** The part of the operation that has it, such as `Request body`; empty elsewhere. */
  part: string;
  /** What is said about it. */
  text: string;
}

/** A page that is searched. */
interface SearchedPage {
  file: string;
  /** Its title, if it is a guide. */
  guide: string;
  sections: readonly Section[];
}

/** The sections of all pages, for the search. */
export function entriesOf(pages: readonly SearchedPage[]): Entry[] {
  return pages.flatMap((page) => page.sections.map((section) => entryOf(section, page)));
}

function entryOf({ title, anchor, method, operation, blocks, fields = [] }: Section, page: SearchedPage): Entry {
  const content = [...blocks, ...fields];
  const texts = content.map((block) => ("text" in block ? block.text : ""));
  const said = readMarkdown(texts.join("\n\n"), isRegister);
  return {
    title,
    link: `${page.file}#${anchor}`,
    page: page.guide,
    text: said.text,
    code: said.code,
    unseen: [...content.flatMap(foldedNames), said.output].join(" "),
    ...(method !== undefined && { method }),
    ...(operation !== undefined && { operation }),
    fields: content.flatMap((block) => fieldEntries(block, page.file)),
  };
}

function fieldEntries(block: Block, file: string): FieldEntry[] {
  const entry = (path: string, anchor: string, text: string): FieldEntry => {
    return { path, link: `${file}#${anchor}`, part: "", text: readMarkdown(text).text };
  };
  switch (block.kind) {
    case "prose":
      return questionsIn(block.text).map(({ anchor, question, answer }) => entry(question, anchor, answer));
    case "settings": {
      // One that has a chapter of its own is found there.
      const own = block.settings.filter(({ isHere }) => isHere);
      return own.map(({ name, anchor, text }) => ({ ...entry(name, anchor, text), name }));
    }
    case "fields":
      return allFields(block).map(({ name, path, anchor, text, facts }) => {
        return { ...entry(path, anchor, `${text}\n\n${facts}`), name, part: block.heading ?? "" };
      });
    case "markup":
      return [];
  }
}

/** The fields of a list, each followed by those in it. Those of a schema that has a section of its own are found there. */
function allFields({ fields }: FieldList): Field[] {
  return fields.flatMap((field) => {
    const { inner } = field;
    return [field, ...(inner && inner.schema === undefined ? allFields(inner) : [])];
  });
}

/** The names of the fields that have their own entries elsewhere. */
function foldedNames(block: Block): string[] {
  if (block.kind !== "fields") return [];
  return block.fields.flatMap(({ inner }) => {
    if (!inner) return [];
    return inner.schema === undefined ? foldedNames(inner) : inner.fields.map(({ name }) => name);
  });
}

/** A file that the search finds by its name, and by the word for all of them. */
export function fileEntry(link: string, title: string): Entry {
  return { title, link, page: "File", text: `Download ${link}`, code: "", unseen: "", fields: [] };
}
