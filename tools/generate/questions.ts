import type { Contract } from "../contract/model.js";
import { registerOf } from "../contract/register.js";
import { HEADER } from "./code.js";

/** Returns the code of the module that holds the contract's register of open questions. */
export function generateQuestions(contract: Contract): string {
  const rows = registerOf(contract).map(({ kind, text }) => `  { kind: "${kind}", text: ${JSON.stringify(text)} },\n`);
  return `${HEADER}

/**
 * The open questions of the contract, in its order and words. The interface document leaves a point \`open\` and says so,
 * leaves it \`unmentioned\`, or can be read in more than one way: this project then has a \`reading\` of its own.
 */
export const questions = [
${rows.join("")}] as const;

/** The words of an open question. */
export type Question = (typeof questions)[number]["text"];
`;
}
