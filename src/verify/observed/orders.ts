import { fields } from "../../../generated/contract.js";
import type { JsonObject } from "../answer.js";
import { momentOf } from "../document.js";

/** The orders in which the rows of all lists are, by the fields of the contract in which they differ. */
export function ordersOf(lists: readonly (readonly JsonObject[])[]): string[] {
  return fields.Webhook.flatMap((name) => {
    const steps = lists.flatMap((rows) => {
      const keys = rows.map((row) => keyOf(row, name));
      return keys.slice(1).map((key, index) => compare(keys[index] ?? "", key));
    });
    if (steps.every((step) => step === 0)) return [];
    if (steps.every((step) => step <= 0)) return [`by ${name}, ascending`];
    return steps.every((step) => step >= 0) ? [`by ${name}, descending`] : [];
  });
}

/** How rows are ordered by id where they have the same value of a field; `undefined` where all values differ. */
export function ordersOfTies(rows: readonly JsonObject[], field: string): string | undefined {
  const steps = rows.slice(1).flatMap((row, index) => {
    const before = rows[index] ?? {};
    const isTie = row[field] !== undefined && compare(keyOf(before, field), keyOf(row, field)) === 0;
    return isTie ? [compare(keyOf(before, "id"), keyOf(row, "id"))] : [];
  });
  if (steps.length === 0) return undefined;
  if (steps.every((step) => step < 0)) return `those with the same ${field}, by id, ascending`;
  if (steps.every((step) => step > 0)) return `those with the same ${field}, by id, descending`;
  return `those with the same ${field}, not by id`;
}

function keyOf(row: JsonObject, name: string): string | number {
  const value = row[name];
  if (name.endsWith("_at")) return momentOf(value);
  return typeof value === "number" ? value : String(value);
}

function compare(one: string | number, other: string | number): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
