import { isFields } from "../json.js";

// Checks of what users pass: options, seeds, simulations and events. Nothing else checks them in JSON and JavaScript.

/** What a value must be. */
export interface Rule {
  /** What it must be, in words that follow "must be". */
  readonly words: string;
  readonly allows: (value: unknown) => boolean;
}

export const anything: Rule = { words: "anything", allows: () => true };
export const aFunction: Rule = { words: "a function", allows: (value) => typeof value === "function" };
export const anObject: Rule = { words: "an object", allows: isFields };
export const aList: Rule = { words: "a list", allows: Array.isArray };
export const aText: Rule = {
  words: "a string that is not empty",
  allows: (value) => typeof value === "string" && value !== "",
};
export const aShare: Rule = {
  words: "a number from 0 to 1",
  allows: (value) => typeof value === "number" && value >= 0 && value <= 1,
};

export function whole(least: number, most: number): Rule {
  const allows = (value: unknown) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
  return { words: `a whole number from ${least} to ${most}`, allows };
}

export function oneOf(...values: readonly unknown[]): Rule {
  return { words: `one of ${values.join(", ")}`, allows: (value) => values.includes(value) };
}

/** Up to 24 days, the longest delay that a timer supports. */
export const milliseconds = whole(0, 2 ** 31 - 1);

/** @throws RangeError when a value breaks its rule. */
export function checkValue(name: string, value: unknown, { words, allows }: Rule): void {
  if (allows(value)) return;
  const given = typeof value === "number" ? String(value) : JSON.stringify(value);
  throw new RangeError(`${name} must be ${words}, got ${given}`);
}

/**
 * Checks the fields of an object. A field that is `undefined` counts as absent.
 *
 * @typeParam Checked - The type of an object that passes.
 * @param place - What the error says before the name of a field.
 * @throws RangeError when a field breaks its rule, or has no rule.
 */
export function checkFields<Checked = unknown>(
  place: string,
  given: unknown,
  rules: Readonly<Record<string, Rule>>,
): asserts given is Checked {
  const names = Object.keys(rules).join(", ") || "none";
  if (!isFields(given)) throw new RangeError(`${place}pass an object with ${names}`);
  for (const [name, value] of Object.entries(given)) {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (!rule) throw new RangeError(`${place}${name} does not exist: use ${names}`);
    if (value !== undefined) checkValue(`${place}${name}`, value, rule);
  }
}

/** An ISO 8601 date, or a date and time, with or without a zone. */
const ISO_TIME = /^(\d{4}-\d\d-(\d\d))(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/i;

/** Parses a time. Without a zone, it is in UTC: in the machine's zone, it would differ from one machine to the next. */
function timeIn(text: string): Date {
  const [, date = "", day, time = "T00:00", zone = "Z"] = ISO_TIME.exec(text) ?? [];
  // The 30th of February would be a day in March.
  const exists = new Date(date).getUTCDate() === Number(day);
  return exists ? new Date(`${date}${time}${zone}`) : new Date(Number.NaN);
}

/** Converts a value to a time. @throws RangeError when it is not a time that the contract can write. */
export function timeFrom(name: string, value: unknown): Date {
  const time = typeof value === "number" || value instanceof Date ? new Date(value) : timeIn(String(value));
  const year = time.getUTCFullYear();
  if (year >= 1 && year <= 9999) return time;
  throw new RangeError(`${name} must be a time from the year 1 to 9999, such as 2026-03-02T10:20:00Z`);
}
