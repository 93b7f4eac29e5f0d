import { marked, type Token } from "marked";

/** A part of a Markdown text. */
export interface Section {
  /** Depth of its heading: 1 for `#`. */
  depth: number;
  /** The heading, without marks. */
  title: string;
  /** The heading as far as its first mark. */
  start: string;
  /** What follows the heading. */
  markdown: string;
}

/** A Markdown text, split at its headings. The first section is what comes before all of them. */
export function sectionsOf(markdown: string): Section[] {
  const sections: Section[] = [{ depth: 0, title: "", start: "", markdown: "" }];
  const tokens = marked.lexer(markdown);
  for (const token of tokens) {
    const last = sections.at(-1);
    if (token.type === "heading") {
      const words = wordsIn(token.tokens);
      sections.push({ depth: token["depth"], title: words.join(""), start: words[0] ?? "", markdown: "" });
    } else if (last && token.type !== "def") last.markdown += token.raw;
  }
  // A link may be defined in another section than the one that uses it.
  const definitions = tokens.filter(({ type }) => type === "def");
  for (const section of sections) {
    const used = definitions.filter((link) => section.markdown.toLowerCase().includes(`[${Object(link).tag}]`));
    if (used.length > 0) section.markdown += `\n\n${used.map(({ raw }) => raw.trim()).join("\n")}\n`;
  }
  return sections;
}

/** The texts between the marks. */
function wordsIn(tokens: readonly Token[] = []): string[] {
  return tokens.flatMap((token) => ("tokens" in token ? wordsIn(token.tokens) : (Object(token).text ?? "")));
}

/** A Markdown text whose own headings are below a heading of this level. */
export function belowHeading(level: number, markdown: string): string {
  const parts = marked.lexer(markdown).map((token) => {
    if (token.type !== "heading") return token.raw;
    return `${"#".repeat(Math.min(Math.max(token["depth"], level + 1), 6))} ${token["text"]}\n`;
  });
  return parts.join("");
}
