import { lexer, type Token, type Tokens } from "marked";
import type { Contract } from "./model.js";
import { objectsIn } from "./pointer.js";

/**
 * How far the interface document answers a question: it leaves the point open and says so, does not mention it, or can be
 * read in more than one way.
 */
type QuestionKind = "open" | "unmentioned" | "reading";

/** A row of a table of questions, in Markdown. */
export interface Question {
  /** Absent in a guide: its answers say themselves what the document says. */
  readonly kind?: QuestionKind;
  readonly text: string;
  /** Names of the chapters, operations, schemas and fields that the question is about; empty in a guide. */
  readonly where: string;
  /** What this project does as long as nobody answers it. */
  readonly answer: string;
}

/** The kinds, in the order of their tables. */
const KINDS: readonly QuestionKind[] = ["open", "unmentioned", "reading"];

/** The register of open questions. */
export function registerOf({ info }: Contract): Question[] {
  return questionsIn(info.description);
}

/** The rows of those tables of a text whose first column is called "Question". In a guide, they do not say where it matters. */
export function questionsIn(markdown: string): Question[] {
  return registersIn(markdown).flatMap(({ header, rows }, index) => {
    const isGuide = header.length < 3;
    return rows.map((cells) => {
      const [text = "", second = "", third = ""] = cells.map((cell) => cell.text);
      if (isGuide) return { text, where: "", answer: second };
      return { kind: KINDS[index] ?? "reading", text, where: second, answer: third };
    });
  });
}

/** Whether the interface document leaves the answer to a question open: the contract marks it as not specified. */
export function isGap({ kind }: Question): boolean {
  return kind === "open" || kind === "unmentioned";
}

function registersIn(markdown: string): Tokens.Table[] {
  return lexer(markdown).filter(isRegister);
}

/** Whether a part of a text is a table of questions. */
export function isRegister(token: Token): token is Tokens.Table {
  return isTable(token) && token.header[0]?.text === "Question";
}

export function isTable(token: Token): token is Tokens.Table {
  return token.type === "table";
}

/** A paragraph that marks a gap of the document. */
const GAP = /^\*\*Not specified:\*\* ([^\n]+(?:\n[^\n]+)*)/gm;

/** The gaps that a text of the contract marks, as the register words them: `Which rate limits apply`. */
export function gapsIn(text: string): string[] {
  return Array.from(text.matchAll(GAP), ([, sentence = ""]) => {
    const words = sentence.trim().replace(/\s+/g, " ").replace(/\.$/, "");
    return words.charAt(0).toUpperCase() + words.slice(1);
  });
}

/** What is marked and not in the register, or the other way round, each with what to do: one would lead nowhere. */
export function unregisteredIn(contract: Contract): string[] {
  const marked = [...objectsIn(contract)].flatMap(({ value }) => gapsIn(String(value["description"] ?? "")));
  const register = registerOf(contract);
  const gaps = register.filter(isGap).map(({ text }) => text);
  const tables = registersIn(contract.info.description).length;
  const unlisted = marked.filter((gap) => !gaps.includes(gap));
  const unmarked = gaps.filter((gap) => !marked.includes(gap));
  return [
    ...([0, KINDS.length].includes(tables)
      ? []
      : [`info/description: write three tables whose first column is "Question", not ${tables}`]),
    ...unlisted.map((gap) => `info/description: the "Question" tables have no row "${gap}", which is marked: add it`),
    ...unmarked.map((gap) => `info/description: "${gap}" is marked nowhere: write **Not specified:** where it matters`),
  ];
}
