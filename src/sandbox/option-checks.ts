import { operations } from "../../generated/contract.js";

/** The longest delay that a timer supports, in ms. */
export const LONGEST_DELAY = 2 ** 31 - 1;

/** A value as text, even if it is an object that cannot be made text. */
export function shown(value: unknown): string {
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** @throws RangeError when a name is left over. @param before - What the error says before the name. */
export function checkNone(before: string, others: object): void {
  for (const unknown of Object.keys(others)) throw new RangeError(`${before}${unknown} does not exist`);
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

/** @throws RangeError when the contract has no such operation. */
export function checkOperation(name: string, id: unknown): void {
  if (id !== undefined) oneOf(`${name}: operation`, id, Object.keys(operations));
}

/** @throws RangeError when a value is no time that the contract can write, or a day that no month has. */
export function timeIn(name: string, value: unknown): Date {
  const time = new Date(typeof value === "number" || value instanceof Date ? value : shown(value));
  const year = time.getUTCFullYear();
  const [day] = /^\d{4}-\d\d-\d\d/.exec(String(shown(value))) ?? [];
  // The 30th of February would be a day in March.
  const isDay = day === undefined || new Date(`${day}T00:00Z`).getUTCDate() === Number(day.slice(-2));
  if (year >= 1 && year <= 9999 && isDay) return time;
  throw new RangeError(`${name} must be a time from the year 1 to 9999, such as 2026-03-02T10:20:00Z`);
}

/** Whether a value is an object, and no array. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** @throws RangeError when a value is not an object. */
export function checkFields(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (isFields(value)) return value;
  throw new RangeError(`${name} must be an object, got ${shown(value)}`);
}
