import type { Schema } from "../contract.js";

/** An id of an item. */
export type Id = number | string;

/** Whether ids are integers, by their schema and their example. */
export function isWholeNumber({ type }: Schema, example: unknown): boolean {
  const types = [type ?? []].flat();
  return (
    types.includes("integer") ||
    (types.includes("number") && Number.isInteger(example)) ||
    (types.length === 0 && typeof example === "number")
  );
}

/**
 * The id after another one. An integer is followed by the next; text keeps its form: `P-1009` is followed by `P-1010`,
 * `az` by `ba`, and the last group of a UUID counts.
 */
export function idAfter(id: Id, isUuid: boolean): Id {
  if (typeof id === "number") return id + 1;
  return isUuid ? id.slice(0, -12) + following(id.slice(-12), HEX) : following(id, ALPHABETS);
}

const HEX = ["0123456789abcdef"];
const ALPHABETS = ["0123456789", "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** Counts up the last letter or digit, and carries to the ones before it. */
function following(text: string, alphabets: readonly string[]): string {
  let result = text.split("");
  let last: { index: number; alphabet: string } | undefined;
  for (let index = result.length - 1; index >= 0; index--) {
    const character = result[index] ?? "";
    const alphabet = alphabets.find((each) => each.includes(character));
    // What is no letter and no digit ends a number.
    if (!alphabet || (last && last.alphabet !== alphabet && isDigits(last.alphabet))) {
      if (last) break;
      continue;
    }
    const place = alphabet.indexOf(character);
    if (place < alphabet.length - 1) {
      result[index] = alphabet.charAt(place + 1);
      return result.join("");
    }
    result[index] = alphabet.charAt(0);
    last = { index, alphabet };
  }
  if (!last) return `${text}1`;
  const first = isDigits(last.alphabet) ? "1" : last.alphabet.charAt(0);
  result = [...result.slice(0, last.index), first, ...result.slice(last.index)];
  return result.join("");
}

function isDigits(alphabet: string): boolean {
  return alphabet.startsWith("0") && alphabet.length === 10;
}
