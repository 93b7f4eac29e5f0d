import { isFields } from "../json.js";

// Checks of what users pass: options, seeds, simulations and events. In JSON and in JavaScript nothing else checks them.

/** What a value must be. */
export interface Rule {
  /** In words, after "must be". */
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

/** The longest delay that a timer supports is 24 days. */
export const milliseconds = whole(0, 2 ** 31 - 1);

/** @throws RangeError when a value breaks its rule. */
export function checkValue(name: string, value: unknown, { words, allows }: Rule): void {
  if (allows(value)) return;
  const given = typeof value === "number" ? String(value) : JSON.stringify(value);
  throw new RangeError(`${name} must be ${words}, got ${given}`);
}

/**
 * Checks the fields of an object. One that is `undefined` counts as left out.
 *
 * @typeParam Checked - What an object is whose fields keep these rules.
 * @param place - What the error says before the name of a field.
 * @throws RangeError when one breaks its rule, or has none.
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

/** A time as ISO 8601 writes it: a day, or a day with a time, which may have a zone. */
const ISO_TIME = /^(\d{4}-\d\d-(\d\d))(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/i;

/** A text as a time. Without a zone it is in UTC: in the zone of the machine, it would differ from one machine to the next. */
function timeIn(text: string): Date {
  const [, date = "", day, time = "T00:00", zone = "Z"] = ISO_TIME.exec(text) ?? [];
  // The 30th of February would be a day in March.
  const exists = new Date(date).getUTCDate() === Number(day);
  return exists ? new Date(`${date}${time}${zone}`) : new Date(Number.NaN);
}

/** @throws RangeError when a value is no time that the contract can write. */
export function timeFrom(name: string, value: unknown): Date {
  const time = typeof value === "number" || value instanceof Date ? new Date(value) : timeIn(String(value));
  const year = time.getUTCFullYear();
  if (year >= 1 && year <= 9999) return time;
  throw new RangeError(`${name} must be a time from the year 1 to 9999, such as 2026-03-02T10:20:00Z`);
}
