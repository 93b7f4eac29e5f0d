/** The longest delay that a timer supports, in ms. */
export const LONGEST_DELAY = 2 ** 31 - 1;

/** @throws RangeError when a value is not a whole number within the bounds. */
export function whole(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === "number" && Number.isInteger(value) && value >= least && value <= most) return value;
  throw new RangeError(`${name} must be a whole number from ${least} to ${most}, got ${String(value)}`);
}
