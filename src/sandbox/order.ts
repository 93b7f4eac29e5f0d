import type { Webhook } from "../../generated/schema.js";

/** The fields that the sandbox can sort by: all those that a subscription always has. */
const FIELDS = ["id", "address", "topic", "format", "created_at", "updated_at"] as const satisfies (keyof Webhook)[];

/** A field to sort by. */
export type SortField = (typeof FIELDS)[number];
/** A direction to sort in. */
export type SortOrder = "asc" | "desc";

/** Whether the sandbox can sort by a field of that name. */
export function isSortField(name: string): name is SortField {
  return FIELDS.some((field) => field === name);
}

/** The subscriptions in ascending order: numbers by value, text by code unit, equals in the order that they come in. */
export function sortedBy(field: SortField, webhooks: readonly Webhook[]): Webhook[] {
  return webhooks.toSorted((a, b) => (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : 0));
}
