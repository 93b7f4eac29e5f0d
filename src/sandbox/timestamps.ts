import type { Field } from "../contract.js";

/** When a field changes: when its item is created, or whenever it is updated. */
export type Moment = "created" | "updated";

const NAMES: readonly [Moment, RegExp][] = [
  ["created", /^(date_?|time_?)?(created|creation|inserted)(_?(at|on|date|time))?$/i],
  ["updated", /^(date_?|time_?|last_?)?(updated|update|modified|changed)(_?(at|on|date|time))?$/i],
];

const TIMESTAMP = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/;

/** What a field with the time of a change says; `undefined` if it is no such field, by its name and its example. */
export function momentOf(name: string, { example }: Field): Moment | undefined {
  const isTime = typeof example === "number" ? example > 1e8 : TIMESTAMP.test(String(example));
  return isTime ? NAMES.find(([, pattern]) => pattern.test(name))?.[0] : undefined;
}

/**
 * Writes a time in the form of an example: a date, a time with `Z` or a numeric offset, or a number of seconds or ms.
 *
 * @param isExact - Whether the form has milliseconds even if the example has none.
 */
export function timestampLike(example: unknown, moment: Date, isExact: boolean): string | number {
  if (typeof example === "number") return example > 1e11 ? moment.getTime() : Math.floor(moment.getTime() / 1000);
  const [, fraction, zone] = TIMESTAMP.exec(String(example)) ?? [];
  const text = moment.toISOString();
  if (String(example).length === 10) return text.slice(0, 10);
  const time = fraction === undefined && !isExact ? text.replace(/\.\d+/, "") : text;
  const offset = zone === undefined || zone === "Z" ? (zone ?? "") : zone.includes(":") ? "+00:00" : "+0000";
  return time.replace("Z", offset);
}
