import { lexer, type Token, type Tokens } from "marked";
import { isTable } from "../contract/register.js";

/** What a text in Markdown says, without its marks. */
interface PlainText {
  /** Its paragraphs, items of lists, and rows of tables. */
  passages: string[];
  code: string;
  /** What programs print, as its blocks of text show it. */
  output: string;
}

/**
 * Reads a text in Markdown.
 *
 * @param isSkipped - Tables that are read elsewhere.
 */
export function readMarkdown(markdown: string, isSkipped: (table: Tokens.Table) => boolean = () => false): PlainText {
  const tokens = lexer(markdown);
  const blocks = tokens.filter(isCode);
  const textsOf = (some: readonly Tokens.Code[]) => onOneLine(some.map(({ text }) => text).join(" "));
  const code = textsOf(blocks.filter(({ lang }) => lang !== "text"));
  const output = textsOf(blocks.filter(({ lang }) => lang === "text"));
  const others = tokens.filter((token) => !isCode(token) && !(isTable(token) && isSkipped(token)));
  const passages = others.flatMap(passagesOf).map(onOneLine);
  return { passages: passages.filter((passage) => passage !== ""), code, output };
}

function isCode(token: Token): token is Tokens.Code {
  return token.type === "code";
}

function isList(token: Token): token is Tokens.List {
  return token.type === "list";
}

function passagesOf(token: Token): string[] {
  if (isTable(token)) return token.rows.map((row) => row.map(({ tokens }) => textOf(tokens)).join(" · "));
  if (isList(token)) return token.items.map(({ tokens }) => tokens.flatMap(passagesOf).join(" "));
  return [textOf([token])];
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The text between the marks. */
export function textOf(tokens: readonly Token[] = []): string {
  return tokens
    .map((token) => {
      if ("tokens" in token && token.tokens) return textOf(token.tokens);
      return "text" in token ? token.text : "";
    })
    .join("");
}
