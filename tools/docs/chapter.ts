import type { Sample } from "./request-samples.js";

/** A part of the reference or of a guide under its own heading, to be written as Markdown or as HTML. */
export interface Chapter {
  /** Level of its heading: 1 for the title. */
  level: number;
  title: string;
  /** Target of the links to this chapter. */
  anchor: string;
  /** Heading of the group of the menu that begins with this chapter. */
  group?: string;
  /** Version of the API, which follows its title. */
  version?: string;
  /** HTTP method of an operation that can be called. */
  method?: string;
  deprecated?: boolean | undefined;
  blocks: Block[];
  /** What is shown next to the text. */
  aside?: Panel[];
}

/** A piece of the text of a chapter: a text in Markdown, or what has a form of its own. */
export type Block = string | { settings: Setting[] } | { routes: Route[] } | { fields: FieldRow[] } | { form: string };

/** What a reader needs for every call. */
interface Setting {
  name: string;
  /** In Markdown. */
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
  /** Where a parameter is: `path`, `query`, `header` or `cookie`. */
  place?: string;
  type: string;
  required: boolean;
  description: string;
  /** What the contract says about its values, with its examples. */
  bounds: string;
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
  /** What the text is an example of. */
  note: string;
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

/** The rows of a list of fields; none for another block. */
export function rowsOf(block: Block): FieldRow[] {
  return typeof block === "object" && "fields" in block ? block.fields : [];
}
