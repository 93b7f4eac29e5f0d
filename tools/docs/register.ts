import { slug } from "github-slugger";
import { lexer, type Tokens } from "marked";
import { textOf } from "./plain-text.js";

/** A question that the interface document leaves open, as a row of a table whose first column is called "Question". */
interface Question {
  /** Anchor of the row. */
  anchor: string;
  question: string;
  /** What this project does, in Markdown: the last column. */
  answer: string;
}

/** Whether a table asks questions. */
export function isRegister({ header }: Tokens.Table): boolean {
  return header[0]?.text === "Question";
}

/** Anchor of the row of a question. */
export function questionAnchor(question: string): string {
  return `/open/${slugOf(question.trim().replace(/\s+/g, " "))}`;
}

/** The questions in a text. */
export function questionsIn(markdown: string): Question[] {
  const tables = lexer(markdown).filter((token): token is Tokens.Table => token.type === "table");
  return tables.filter(isRegister).flatMap(({ rows }) =>
    rows.map((cells) => {
      const question = textOf(cells[0]?.tokens);
      return { anchor: questionAnchor(question), question, answer: cells.at(-1)?.text ?? "" };
    }),
  );
}

/** A title as part of an anchor. */
export function slugOf(title: string): string {
  return slug(title.replace(/[?.]$/, ""));
}
