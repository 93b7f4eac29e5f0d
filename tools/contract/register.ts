import { lexer, type Token, type Tokens } from "marked";
import type { Contract } from "./model.js";
import { objectsIn } from "./pointer.js";

/**
 * How far the interface document answers a question: it leaves the point open and says so, does not mention it, or can be
 * read in more than one way.
 */
type QuestionKind = "open" | "unmentioned" | "reading";

/** A row of the register of open questions, in the Markdown of the contract. */
interface Question {
  readonly kind: QuestionKind;
  readonly text: string;
  /** Names of the chapters, operations, schemas and fields that the question is about. */
  readonly where: string;
  /** What this project does as long as nobody answers it. */
  readonly answer: string;
}

/** The kinds, in the order of their tables. */
export const KINDS: readonly QuestionKind[] = ["open", "unmentioned", "reading"];

/** The register of open questions: the rows of those tables of the description whose first column is called "Question". */
export function registerOf({ info }: Contract): Question[] {
  return registersIn(info.description).flatMap(({ rows }, index) => {
    const kind = KINDS[index] ?? "reading";
    return rows.map(([text, where, answer]) => {
      return { kind, text: text?.text ?? "", where: where?.text ?? "", answer: answer?.text ?? "" };
    });
  });
}

/** The tables of questions in a text. A guide may have one, too. */
export function registersIn(markdown: string): Tokens.Table[] {
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
  const gaps = register.filter(({ kind }) => kind !== "reading").map(({ text }) => text);
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
