import type { ServiceResponse } from "./connection.js";
import { fieldOf, type JsonObject, objectOf } from "./json.js";
import type { Step } from "./step.js";
import { idOf, listing } from "./subscriptions.js";

/** One page of the list. */
export interface Page {
  items: readonly JsonObject[];
  ids: readonly string[];
  pagination: JsonObject;
  response: ServiceResponse;
}

/** Query parameters of a list. */
export type Query = Readonly<Record<string, string | number>>;

/**
 * Reads one page of the list.
 *
 * @throws Unusable when its form is wrong.
 */
export async function readPage(step: Step, query: Query): Promise<Page> {
  return pageOf(await step.call({ operation: "listWebhooks", query }));
}

/** The page in the answer of a list. */
export function pageOf(response: ServiceResponse): Page {
  const { key, pagination } = listing.response;
  const list = fieldOf(response.body, key);
  const items = Array.isArray(list) ? list.map((item: unknown) => objectOf(item) ?? {}) : [];
  return {
    items,
    ids: items.map((item) => idOf(item) ?? ""),
    pagination: objectOf(fieldOf(response.body, pagination)) ?? {},
    response,
  };
}

/** Whether two pages have the same subscriptions in the same order. */
export function sameIds(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

/**
 * Ensures that the service has at least `count` subscriptions: creates those that are missing.
 *
 * @throws Unusable when the service does not create them.
 */
export async function fill(step: Step, count: number): Promise<void> {
  const { items } = await readPage(step, { limit: count, page: 1 });
  for (let missing = count - items.length; missing > 0 && step.subscriptions.held.length < count; missing--) {
    await step.create();
  }
}
