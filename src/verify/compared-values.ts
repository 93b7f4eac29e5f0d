import { urlOf } from "../url.js";
import { fieldOf, type JsonObject } from "./json.js";
import type { Order } from "./list.js";
import { shown, type Words, words } from "./quoted-text.js";

/** Which fields of an item have other values than expected, and which. */
export function differences(item: unknown, expected: JsonObject): Words[] {
  const different = Object.keys(expected).filter((name) => !agree(fieldOf(item, name), expected[name]));
  return different.map((name) => words`${name} is ${shown(fieldOf(item, name))}, expected ${shown(expected[name])}`);
}

/** Whether a value is as expected, in whatever form. An object in it may have more fields, which the service has added. */
export function agree(value: unknown, expected: unknown): boolean {
  if (value === expected) return true;
  if (typeof value !== "object" || typeof expected !== "object" || !value || !expected)
    return normal(value) === normal(expected) || Math.abs(momentOf(value) - momentOf(expected)) <= TOLERANCE;
  if (Array.isArray(expected) && !(Array.isArray(value) && value.length === expected.length)) return false;
  return Object.entries(expected).every(([name, inner]) => agree(Reflect.get(value, name), inner));
}

/** A URL in its normal form, since a service may keep it so; any other value unchanged. */
function normal(value: unknown): unknown {
  return (typeof value === "string" && urlOf(value)?.href) || value;
}

const ISO_8601 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** The time of an ISO 8601 text, in ms since 1970; `NaN` for other values. The seconds may be absent. */
function momentOf(value: unknown): number {
  return ISO_8601.test(String(value)) ? Date.parse(String(value)) : Number.NaN;
}

/** Two forms of one time may be rounded differently, in ms. */
export const TOLERANCE = 1_000;

// The order of texts is not specified: an order that one of these accepts is right.
const collators = [{}, { numeric: true }, { ignorePunctuation: true }] as const;
const comparisons = collators.map((options) => new Intl.Collator("en", options).compare);

/**
 * Whether two values of one field are in the wrong order: as numbers, as times, or as texts in every collation.
 *
 * @param tolerance - By how much times may be wrong, in ms.
 */
export function areOutOfOrder(first: unknown, second: unknown, order: Order, tolerance = 0): boolean {
  const [low, high] = order === "asc" ? [first, second] : [second, first];
  const difference = momentOf(low) - momentOf(high);
  if (!Number.isNaN(difference)) return difference > tolerance;
  if (typeof low === "number" && typeof high === "number") return low > high;
  return typeof low === "string" && typeof high === "string" && isAfter(low, high);
}

/** Whether a text certainly comes after another. */
function isAfter(text: string, other: string): boolean {
  // Between the two cases lie other characters, such as the underscore.
  const forms = [(each: string) => each, (each: string) => each.toLowerCase(), (each: string) => each.toUpperCase()];
  return forms.every((form) => form(text) > form(other)) && comparisons.every((compare) => compare(text, other) > 0);
}
