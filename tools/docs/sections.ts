import type { Html } from "./html.js";

/** A part of a page under its own heading. The page shows it, and the search reads it. */
export interface Section {
  /** Level of its heading: 1 for the title. */
  level: number;
  title: string;
  anchor: string;
  /** Heading of the group of the menu that begins with it. */
  group?: string;
  /** Of an operation, or of the request that the service sends: its HTTP method. */
  method?: string;
  /** Id of an operation. */
  operation?: string;
  /** Links to the guides that go on from here. */
  guide?: Html;
  blocks: readonly Block[];
  /** Samples, shown next to the text; on a narrow screen, between the text and the fields. */
  aside?: Html;
  /** What an operation takes and answers. */
  fields?: readonly FieldList[];
}

/** What stands in a section, one below the other; nothing where it does not apply. */
export type Block = Text | Html | false | undefined;

/** What the search reads, too: the others are forms and lists of links. */
export type Text = Prose | FieldList | Settings;

export interface Prose {
  kind: "prose";
  /** In Markdown. */
  text: string;
}

/** Fields of a schema, parameters, or answers. */
export interface FieldList {
  kind: "fields";
  /** What has them, such as `Request body`; absent in the section of a schema. */
  heading?: string;
  /** What is said about all of them, in Markdown. */
  text: string;
  fields: readonly Field[];
  /** Name of their schema, if it has a section of its own: they are folded here. */
  schema?: string;
}

export interface Field {
  name: string;
  /** The names that lead to it from its list, joined by dots. */
  path: string;
  anchor: string;
  /** Its type in words. */
  type: string;
  /** What is said if it has to be sent, or is in every answer. */
  presence?: "required" | "always present";
  /** What it is, in Markdown. */
  text: string;
  /** Its bounds and examples, in Markdown. */
  facts: string;
  /** A pattern that is too long to stand among them. */
  pattern: string;
  /** Its examples, also those that stand in the samples only. */
  examples: string;
  inner?: FieldList;
}

/** What a reader needs for every call. The first piece of code in each text can be copied. */
export interface Settings {
  kind: "settings";
  settings: readonly Setting[];
}

export interface Setting {
  name: string;
  /** In Markdown. */
  text: string;
  /** Where its name leads. */
  anchor: string;
  /** Whether that is here. */
  isHere: boolean;
}

/** A block of Markdown. */
export function prose(text: string): Prose {
  return { kind: "prose", text };
}
