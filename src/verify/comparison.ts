import type { ServiceResponse } from "./connection.js";
import { breach, type Found } from "./findings.js";
import { fieldOf, type JsonObject, pick } from "./json.js";
import { shown, type Words, words } from "./message.js";

/** Breaches of an answer whose item has other values than expected. */
export function unlike(at: ServiceResponse, item: unknown, expected: JsonObject): Found {
  return differences(item, expected).map((message) => breach(at, "value", message));
}

/** Which fields of an item have other values than expected, and which. */
function differences(item: unknown, expected: JsonObject): Words[] {
  const different = Object.keys(expected).filter((name) => !holds(fieldOf(item, name), expected[name]));
  return different.map((name) => words`${name} is ${shown(fieldOf(item, name))}, expected ${shown(expected[name])}`);
}

/** The same of the fields that the item has: what a service leaves out does not contradict what it was sent. */
export function contradictions(item: unknown, sent: JsonObject): Words[] {
  return differences(item, pick(sent, Object.keys(Object(item))));
}

/** Whether a value is as expected. An object in it may have more fields, which the service has added. */
function holds(value: unknown, expected: unknown): boolean {
  if (typeof value !== "object" || typeof expected !== "object" || !value || !expected) return value === expected;
  if (Array.isArray(expected) && !(Array.isArray(value) && value.length === expected.length)) return false;
  return Object.entries(expected).every(([name, inner]) => holds(Reflect.get(value, name), inner));
}
