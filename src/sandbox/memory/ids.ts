import type { IdForm } from "../../contract-types.js";

/** Writes the id with a number in it: an integer, or text in the form of the contract's ids. */
export function idOf(number: number, { before, width = 0, after = "" }: IdForm): number | string {
  return before === undefined ? number : before + String(number).padStart(width, "0") + after;
}
