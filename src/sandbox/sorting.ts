import { DIRECTIONS } from "../conventions.js";
import type { Item, Kind } from "./items.js";

/** The order of a list. The default order, that of creation, is our own choice, since the document is silent. */
export function sortingOf({ query: names, fields, idField }: Kind, query: Item, note: (text: string) => void) {
  const sent = query[names.sortBy ?? ""];
  const field = String(sent ?? "");
  const isDescending = query[names.sortOrder ?? ""] === DIRECTIONS[1];
  const isField = Object.hasOwn(fields, field);
  if (sent !== undefined && !isField) note(`${names.sortBy} names no field of an item: sorted by ${idField}`);
  return { by: isField && field !== idField ? field : undefined, isDescending };
}

/** The entries in ascending order of a field: numbers by value, then text by code unit. Ties keep their order. */
export function sortedBy<Entry extends { readonly item: Item }>(field: string, entries: readonly Entry[]): Entry[] {
  return entries.toSorted((one, other) => {
    const [a, b] = [comparable(one.item[field]), comparable(other.item[field])];
    // A text and a number are in no order of their own.
    const [first, second] = typeof a === typeof b ? [a, b] : [typeof a, typeof b];
    return first < second ? -1 : first > second ? 1 : 0;
  });
}

function comparable(value: unknown): number | string {
  return typeof value === "number" || typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
