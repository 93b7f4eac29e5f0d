import type { Webhook } from "../../generated/schema.js";
import { fieldOf, subscriptionFields } from "./subscription.js";

/** A direction to sort in. */
export type SortOrder = "asc" | "desc";

/** The default order of a list, that of creation. Our own choice, since the document is silent. */
export const DEFAULT_SORT = { by: "id", order: "asc" } as const;

/** Whether subscriptions have a field of that name to sort by. */
export function isSortField(name: string): boolean {
  return Object.hasOwn(subscriptionFields, name);
}

/** The subscriptions in ascending order: numbers by value, text by code unit. Ties keep their order. */
export function sortedBy(field: string, webhooks: readonly Webhook[]): Webhook[] {
  return webhooks
    .map((webhook) => ({ webhook, value: comparable(fieldOf(webhook, field)) }))
    .sort((a, b) => (a.value < b.value ? -1 : a.value > b.value ? 1 : 0))
    .map(({ webhook }) => webhook);
}

function comparable(value: unknown): number | string {
  if (typeof value === "number" || typeof value === "string") return value;
  return value === undefined ? "" : JSON.stringify(value);
}
