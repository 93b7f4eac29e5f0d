import { KINDS, registersIn } from "../contract/register.js";
import { questionAnchor } from "./anchors.js";
import { textOf } from "./plain-text.js";

/** A row of a table of questions, in the contract or in a guide. */
export interface Question {
  anchor: string;
  question: string;
  /** What this project does, in Markdown: the last column. */
  answer: string;
  /** Whether the contract marks it as not specified. The answers of a guide say that themselves. */
  isGap: boolean;
}

/** The questions in a text. */
export function questionsIn(markdown: string): Question[] {
  return registersIn(markdown).flatMap(({ header, rows }, index) => {
    const isGap = header.some(({ text }) => text === "Where") && KINDS[index] !== "reading";
    return rows.map((cells) => {
      const question = textOf(cells[0]?.tokens);
      return { anchor: questionAnchor(question), question, answer: cells.at(-1)?.text ?? "", isGap };
    });
  });
}
