import { slug } from "github-slugger";
import { KINDS, registersIn } from "../contract/register.js";
import { textOf } from "./plain-text.js";

/** A row of a table of questions, in the contract or in a guide. */
export interface Question {
  /** Anchor of the row. */
  anchor: string;
  question: string;
  /** What this project does, in Markdown: the last column. */
  answer: string;
  /** Whether the contract marks it as not specified. The answers of a guide say that themselves. */
  isGap: boolean;
}

/** Anchor of the row of a question. */
export function questionAnchor(question: string): string {
  return `/open/${slugOf(question.trim().replace(/\s+/g, " "))}`;
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

/** A title as part of an anchor. */
export function slugOf(title: string): string {
  return slug(title.replace(/[?.]$/, ""));
}
