import { marked } from "marked";
import { textOf } from "./markdown.js";

/** A part of a Markdown text. */
export interface Section {
  /** Depth of its heading: 1 for `#`. */
  depth: number;
  /** The heading, without marks. */
  title: string;
  /** What follows the heading. */
  markdown: string;
}

/** A Markdown text, split at its headings. The first section is what comes before all of them. */
export function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [{ depth: 0, title: "", markdown: "" }];
  for (const token of marked.lexer(markdown)) {
    const last = sections.at(-1);
    if (token.type === "heading") {
      sections.push({ depth: token["depth"], title: textOf(token.tokens), markdown: "" });
    } else if (last) last.markdown += token.raw;
  }
  return sections;
}

/** A Markdown text whose own headings are below a heading of this level. */
export function belowHeading(level: number, markdown: string): string {
  const parts = marked.lexer(markdown).map((token) => {
    if (token.type !== "heading") return token.raw;
    return `${"#".repeat(Math.min(Math.max(token["depth"], level + 1), 6))} ${token["text"]}\n`;
  });
  return parts.join("");
}
