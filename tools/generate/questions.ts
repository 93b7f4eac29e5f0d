import type { Contract } from "../contract/model.js";
import { questionId, registerOf } from "../contract/register.js";
import { HEADER } from "./client.js";

/** Returns the code of the module that holds the contract's register of open questions. */
export function generateQuestions(contract: Contract): string {
  const rows = registerOf(contract).map(({ kind, text }) => {
    return `  ${JSON.stringify(questionId(text))}: { kind: "${kind}", text: ${JSON.stringify(text)} },\n`;
  });
  return `${HEADER}

/**
 * The open questions of the contract, in its order and words. The interface document says of a point that it is \`open\`, or
 * does not settle it: this project then had to make a \`choice\`.
 */
export const questions = {
${rows.join("")}} as const;

/** What code calls an open question: its words, as in the anchor of its row in the docs. */
export type QuestionId = keyof typeof questions;
`;
}
