import type { Operation } from "../../contract-types.js";
import { Problem } from "../request/refusals.js";
import type { Item } from "./items.js";
import type { Entry } from "./store.js";

/**
 * The item that an update without an id means. The document does not say how it is found: this is our own choice.
 *
 * @param given - The fields that are sent.
 * @throws Problem with status 404 when no item agrees with them, 409 when more than one does.
 */
export function meantBy(operation: Operation, entries: readonly Entry[], given: Item): Entry {
  const names = namesIn(operation, given);
  const all = agreeing(entries, given, names);
  const each = names.toReversed().map((name) => agreeing(entries, given, [name]));
  const [only] = (all.length > 0 ? [all] : each).find(({ length }) => length === 1) ?? [];
  if (only) return only;
  const rule = `The sandbox, by its own choice, updates the one with this ${names.join(" and ")}, else with one of them`;
  const ids = [...new Set(each.flat().map(({ id }) => id))];
  if (ids.length === 0) throw new Problem(404, `${rule}: there is none.`);
  throw new Problem(409, `${rule}: there is more than one (${ids.slice(0, 10).join(", ")}).`);
}

/** The fields that an item is found by: those that the body requires, else all that are sent. */
export function namesIn({ body }: Operation, given: Item): string[] {
  const names = Object.keys(body?.fields ?? {}).filter((name) => Object.hasOwn(given, name));
  const required = names.filter((name) => body?.fields[name]?.required);
  return required.length > 0 ? required : names;
}

/** The entries that have the same values in some fields. */
export function agreeing(entries: readonly Entry[], given: Item, names: readonly string[]): Entry[] {
  return entries.filter(({ item }) => names.every((name) => isSame(item[name], given[name])));
}

function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== "object" || typeof other !== "object") return one === other;
  return JSON.stringify(one) === JSON.stringify(other);
}
