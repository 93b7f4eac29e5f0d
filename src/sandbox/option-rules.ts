import { operations } from "../../generated/contract.js";

// Checks of what users pass, who may have no types: options, seeds, simulations and events. A wrong value gets a RangeError
// that begins with its name and says what it may be.

/** What a value may be. */
export interface Rule {
  /** What it must be, in words. */
  readonly words: string;
  readonly allows: (value: unknown) => boolean;
}

/** A whole number within bounds. */
export function whole(least: number, most: number): Rule {
  const allows = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  return { words: `a whole number from ${least} to ${most}`, allows };
}

/** One of some values. */
export function oneOf(...values: readonly unknown[]): Rule {
  return { words: `one of ${values.join(", ")}`, allows: (value) => values.includes(value) };
}

/** Whether a value is an object, and no array. */
export function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The longest delay that a timer supports is 24 days. */
export const milliseconds: Rule = whole(0, 2 ** 31 - 1);
export const operationId: Rule = oneOf(...Object.keys(operations));
export const share: Rule = {
  words: "a number from 0 to 1",
  allows: (value) => typeof value === "number" && value >= 0 && value <= 1,
};
export const aText: Rule = {
  words: "a string that is not empty",
  allows: (value) => typeof value === "string" && value !== "",
};
export const anObject: Rule = { words: "an object", allows: isFields };
export const aList: Rule = { words: "a list", allows: Array.isArray };
export const aFunction: Rule = { words: "a function", allows: (value) => typeof value === "function" };
export const anything: Rule = { words: "anything", allows: () => true };

/**
 * Checks the fields of an object. One that is `undefined` counts as left out.
 *
 * @param place - What the error says before the name of a field.
 * @throws RangeError when one breaks its rule, or has none.
 */
export function checkFields(place: string, given: unknown, rules: Readonly<Record<string, Rule>>): void {
  if (!isFields(given)) throw new RangeError(`${place}pass an object with ${Object.keys(rules).join(", ")}`);
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule) throw new RangeError(`${place}${name} does not exist: use ${Object.keys(rules).join(", ") || "none"}`);
    if (value !== undefined) checkValue(`${place}${name}`, value, rule);
  }
}

/** @throws RangeError when a value breaks its rule. */
export function checkValue(name: string, value: unknown, rule: Rule): void {
  if (!rule.allows(value)) throw notAllowed(name, value, rule);
}

/** The error for a value that breaks its rule. */
export function notAllowed(name: string, value: unknown, { words }: Rule): RangeError {
  return new RangeError(`${name} must be ${words}, got ${quoted(value)}`);
}

/** A time as ISO 8601 writes it: a day, or a day with a time, which may have a zone. */
const ISO_TIME = /^(\d{4}-\d\d-(\d\d))(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/i;

/** A text as a time. Without a zone it is UTC: that of the machine would make it another time on each machine. */
function timeIn(text: string): Date {
  const [, day = "", date, time = "", zone = "Z"] = ISO_TIME.exec(text) ?? [];
  // The 30th of February would be a day in March.
  if (new Date(day).getUTCDate() !== Number(date)) return new Date(Number.NaN);
  return new Date(time === "" ? day : `${day}${time}${zone}`);
}

/** @throws RangeError when a value is no time that the contract can write. */
export function timeFrom(name: string, value: unknown): Date {
  const time = typeof value === "number" || value instanceof Date ? new Date(value) : timeIn(String(value));
  const year = time.getUTCFullYear();
  if (year >= 1 && year <= 9999) return time;
  throw new RangeError(`${name} must be a time from the year 1 to 9999, such as 2026-03-02T10:20:00Z`);
}

/** A value in a message. */
function quoted(value: unknown): string {
  return typeof value === "string" || typeof value === "object" ? JSON.stringify(value) : String(value);
}
