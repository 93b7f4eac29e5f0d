import { slug } from "github-slugger";
import { lexer, type Token, type Tokens } from "marked";
import { CommandError } from "../../src/cli/command.js";
import type { Contract } from "./model.js";
import { objectsIn } from "./pointer.js";
import { CONTRACT } from "./read.js";

/** The chapters of the description that the docs show or link to. A contract must have all of them. */
export const CHAPTERS = {
  baseUrl: "Base URL",
  authentication: "Authentication",
  errors: "Errors",
  paging: "Paging and limits",
  versioning: "Versioning",
  questions: "Open questions",
} as const;

/** A question that the interface document does not answer, in Markdown. */
export interface Question {
  /** `open` if the interface document says that it leaves the point open; `choice` if this project had to choose. */
  readonly kind: "open" | "choice";
  readonly text: string;
  /** What this project does until somebody answers it. */
  readonly answer: string;
}

/** The open questions of the contract: the rows of the two tables of its description whose first column is "Question". */
export function registerOf({ info }: Contract): Question[] {
  const registers = lexer(info.description)
    .filter(isTable)
    .filter(({ header }) => header[0]?.text === "Question");
  return registers.flatMap(({ rows }, index) => {
    const kind: Question["kind"] = index === 0 ? "open" : "choice";
    return rows.map(([question, answer]) => ({ kind, text: question?.text ?? "", answer: answer?.text ?? "" }));
  });
}

/** The id of a question in code, which also ends the anchor of its row in the docs. */
export function questionId(question: string): string {
  return slug(question.replace(/\?$/, ""));
}

function isTable(token: Token): token is Tokens.Table {
  return token.type === "table";
}

/** A paragraph that says which points are not specified. */
const NOT_SPECIFIED = /^\*\*Not specified:\*\* ([^\n]+(?:\n[^\n]+)*)/gm;

/** The points that a text says are not specified, as the register words them: `Which rate limits apply`. */
export function pointsIn(text: string): string[] {
  const sentences = [...text.matchAll(NOT_SPECIFIED)].map(([, sentence = ""]) => sentence.trim().replace(/\.$/, ""));
  const points = sentences.flatMap((sentence) => sentence.replace(/\s+/g, " ").split("; "));
  return points.map((point) => point.charAt(0).toUpperCase() + point.slice(1));
}

/**
 * Refuses a contract in which a link would be dead.
 *
 * @throws CommandError when a chapter is missing, or when a point marked as not specified has no row in the register.
 */
export function refuseUnregistered(contract: Contract): void {
  const { description } = contract.info;
  const refuse = (reason: string) => new CommandError(`${CONTRACT}: info/description: ${reason}.`);
  const chapter = Object.values(CHAPTERS).find((title) => !description.split("\n").includes(`# ${title}`));
  if (chapter) throw refuse(`add the chapter "# ${chapter}", which the docs link to`);
  const questions = registerOf(contract).map(({ text }) => text);
  const points = [...objectsIn(contract)].flatMap(({ value }) => pointsIn(String(value["description"] ?? "")));
  const missing = points.find((point) => !questions.includes(point));
  if (missing)
    throw refuse(`"${missing}" is marked as not specified, but no "Question" table has a row for it: add one`);
}
