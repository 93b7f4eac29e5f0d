import type { Sample } from "./request-samples.js";

/** A part of the reference or of a guide under its own heading. */
export interface Chapter {
  /** Level of its heading: 1 for the title. */
  level: number;
  title: string;
  /** Target of the links to this chapter. */
  anchor: string;
  /** Heading of the group of the menu that begins with this chapter. */
  group?: string;
  /** What follows the title in a box: the version of the API, and its licence. */
  badges?: readonly string[];
  /** HTTP method of an operation, or of the request that the service sends. */
  method?: string;
  deprecated?: boolean | undefined;
  blocks: Block[];
  /** What is shown next to the text. */
  aside?: Panel[];
}

/** A piece of the text of a chapter: a text in Markdown, or what has a form of its own. */
export type Block =
  | string
  | { settings: Setting[] }
  | { routes: Route[] }
  | { method: string; path: string }
  | { fields: FieldRow[]; schema?: string }
  | NextStep;

/** What to do with an operation. */
interface NextStep {
  /** Id of the operation that can be tried. */
  form?: string;
  /** The guide that goes on, as a link in Markdown. */
  guide: string | undefined;
}

/** What a reader needs for every call. */
interface Setting {
  name: string;
  /** Target of the links to it, if it is no chapter of its own. */
  anchor?: string;
  /** In Markdown. The reader can copy its first piece of code. */
  text: string;
}

/** An operation in an overview. */
interface Route {
  method: string;
  path: string;
  title: string;
  anchor: string;
}

/** A field or parameter. Its texts are Markdown. */
export interface FieldRow {
  anchor: string;
  /** The names that lead to it; the name of a list ends in `[]`. */
  steps: readonly string[];
  type: string;
  /** Whether a request must have it. */
  required: boolean;
  description: string;
  /** The values that it may have, if these are few. */
  choices: readonly unknown[];
  /** What else the contract says about its values, with examples. */
  facts: string;
  /** Name of its schema, whose fields are folded. */
  schema: string | undefined;
  /** The fields in it. */
  fields: FieldRow[];
}

/** A request with its samples, or a text such as an example of an answer. */
export type Panel = RequestPanel | TextPanel;

export interface RequestPanel {
  title: string;
  /** Id of the operation. */
  operation: string;
  /** Whether the reader can send it from there. */
  isSent?: boolean;
  /** The examples of its body, or one without a name; each with its samples. */
  examples: { name: string; samples: Sample[] }[];
}

interface TextPanel {
  title: string;
  /** What tells it from other examples. */
  note?: string | undefined;
  language: string;
  code: string;
}

/** A chapter with those of its blocks that are there. */
export function chapter(
  level: number,
  title: string,
  anchor: string,
  blocks: readonly (Block | false | undefined)[],
): Chapter {
  return { level, title, anchor, blocks: blocks.flatMap((block) => block || []) };
}

/** The rows of a list of fields, and of the objects in it; none for another block. */
export function rowsOf(block: Block): FieldRow[] {
  const within = (row: FieldRow): FieldRow[] => [row, ...row.fields.flatMap(within)];
  return typeof block === "object" && "fields" in block ? block.fields.flatMap(within) : [];
}
