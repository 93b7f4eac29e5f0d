/** The longest delay that a timer supports, in ms. */
export const LONGEST_DELAY = 2 ** 31 - 1;

/** A value as text, even if it is an object that cannot be made text. */
export function shown(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/**
 * @param before - What the error says before the name.
 * @throws RangeError when a name is left over.
 */
export function checkNone(before: string, others: object): void {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new RangeError(`${before}${unknown} does not exist`);
}

/** @throws RangeError when a value is not a whole number within the bounds. */
export function whole(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, got ${shown(value)}`);
}

/** @throws RangeError when a value is not one of the words. */
export function oneOf<const Word extends string>(name: string, value: unknown, words: readonly Word[]): Word {
  const word = words.find((known) => known === value);
  if (word !== undefined) return word;
  throw new RangeError(`${name} must be one of ${words.join(", ")}, got ${shown(value)}`);
}
