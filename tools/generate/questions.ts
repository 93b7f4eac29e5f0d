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
 * The open questions of the contract, in its order and words: \`open\` if the interface document says that it leaves the
 * point open, and \`choice\` if it does not settle the point, so that this project had to choose.
 */
export const questions = {
${rows.join("")}} as const;

/** The id of an open question, which also ends the anchor of its row in the docs. */
export type QuestionId = keyof typeof questions;
`;
}
