import { isGap, isRegister, questionsIn } from "../contract/register.js";
import { questionAnchor } from "./anchors.js";
import { NOT_SPECIFIED } from "./not-specified.js";
import { readMarkdown } from "./plain-text.js";
import type { Block, Field, FieldList, Section, Text } from "./sections.js";

/** What the search finds and leads to: a section with the fields in it, an open question, or a setting of the opening. */
export interface Entry {
  title: string;
  /** Where it leads, from the root of the site. */
  link: string;
  /** What it is part of: its guide, or the list of open questions. Empty in the rest of the reference. */
  page: string;
  /** What it says: its paragraphs, items of lists, and rows of tables. */
  passages: readonly string[];
  code: string;
  /** What finds it, and is not shown: the names of fields that have entries elsewhere, and what programs print. */
  unseen: string;
  method?: string;
  /** Id of an operation. */
  operation?: string;
  fields: readonly FieldEntry[];
  /** Whether its title is an open question. */
  isQuestion?: true;
}

export interface FieldEntry {
  name: string;
  /** The names that lead to it, joined by dots. */
  path: string;
  link: string;
  /** The part of the operation that has it, such as `Request body`; empty elsewhere. */
  part: string;
  /** What is said about it. */
  text: string;
  /** The values that the contract shows of it. They find it, and are not shown. */
  examples: string;
}

interface SearchedPage {
  file: string;
  /** Its title, if it is a guide. */
  guide: string;
  sections: readonly Section[];
}

/** What the search finds on all pages. */
export function entriesOf(pages: readonly SearchedPage[]): Entry[] {
  return pages.flatMap((page) =>
    page.sections.flatMap((section) => [
      entryOf(section, page),
      ...section.blocks.filter(isText).flatMap(placesIn(section, page)),
    ]),
  );
}

function isText(block: Block): block is Text {
  return typeof block === "object" && "kind" in block;
}

function entryOf({ title, anchor, method, operation, blocks, fields = [] }: Section, page: SearchedPage): Entry {
  const content = [...blocks.filter(isText), ...fields];
  const texts = content.map((block) => ("text" in block ? block.text : ""));
  const { passages, code, output } = readMarkdown(texts.join("\n\n"), isRegister);
  const lists = content.filter((block) => block.kind === "fields");
  return {
    ...{ title, link: `${page.file}#${anchor}`, page: page.guide, passages, code },
    unseen: [...lists.flatMap(foldedNames), output].join(" "),
    ...(method !== undefined && { method }),
    ...(operation !== undefined && { operation }),
    fields: lists.flatMap((list) => allFields(list).map((field) => fieldEntry(field, list, page))),
  };
}

/** The rows of a section that are found by themselves: open questions, and settings. */
function placesIn({ title: section }: Section, { file, guide }: SearchedPage): (block: Text) => Entry[] {
  const place = (title: string, anchor: string, page: string, text: string): Entry => {
    const { passages } = readMarkdown(text);
    return { title, link: `${file}#${anchor}`, page, passages, code: "", unseen: "", fields: [] };
  };
  return (block) => {
    if (block.kind === "prose") {
      return questionsIn(block.text).map((question) => {
        const answer = isGap(question) ? NOT_SPECIFIED + question.answer : question.answer;
        const [title = ""] = readMarkdown(question.text).passages;
        return { ...place(title, questionAnchor(question.text), guide || section, answer), isQuestion: true };
      });
    }
    // A setting that has a chapter of its own is found there.
    const settings = block.kind === "settings" ? block.settings.filter(({ isHere }) => isHere) : [];
    return settings.map(({ name, anchor, text }) => place(name, anchor, guide, text));
  };
}

function fieldEntry(field: Field, { heading = "" }: FieldList, { file }: SearchedPage): FieldEntry {
  const { name, path, anchor, text, facts, examples } = field;
  const said = readMarkdown(`${text}\n\n${facts}`).passages.join(" ");
  return { name, path, link: `${file}#${anchor}`, part: heading, text: said, examples };
}

/** The fields of a list, each followed by those in it. Those of a schema that has a section of its own are found there. */
function allFields({ fields }: FieldList): Field[] {
  return fields.flatMap((field) => {
    const { inner } = field;
    return [field, ...(inner && inner.schema === undefined ? allFields(inner) : [])];
  });
}

/** The names of the fields that have their own entries elsewhere. */
function foldedNames({ fields }: FieldList): string[] {
  return fields.flatMap(({ inner }) => {
    if (!inner) return [];
    return inner.schema === undefined ? foldedNames(inner) : inner.fields.map(({ name }) => name);
  });
}

/** A file that the search finds by its name, and by the word for all of them. */
export function fileEntry(link: string, title: string): Entry {
  return { title, link, page: "File", passages: [`Download ${link}`], code: "", unseen: "", fields: [] };
}
