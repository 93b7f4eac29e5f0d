import type { IdForm } from "./contract.js";

/** Writes the id with a number in it: an integer, or text in the form of the contract's ids. */
export function idOf(number: number, { before, width = 0, after = "", letters = "" }: IdForm): number | string {
  if (before === undefined) return number;
  const digits = String(number).padStart(width, "0");
  return before + digits.replaceAll(/\d/g, (digit) => letters[Number(digit)] ?? digit) + after;
}
