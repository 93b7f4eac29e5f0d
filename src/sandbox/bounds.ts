/** The longest delay that a timer supports, in ms. */
export const LONGEST_DELAY = 2 ** 31 - 1;

/** @throws RangeError when a value is not a whole number within the bounds. */
export function checkWhole(name: string, value: unknown, least: number, most: number): void {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, got ${String(value)}`);
}

/** @throws RangeError when a value is not one of the words. */
export function checkOneOf(name: string, value: unknown, words: readonly string[]): void {
  if (words.some((word) => word === value)) return;
  throw new RangeError(`${name} must be ${words.join(" or ")}, got ${String(value)}`);
}
