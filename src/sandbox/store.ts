import type { Webhook } from "../../generated/schema.js";
import { type SortOrder, sortedBy } from "./sort.js";

/** The subscriptions of one sandbox. */
export interface Store {
  /** All of them, in the order of their ids. */
  readonly all: readonly Webhook[];
  /** Stores the subscription that `make` returns for a new id. */
  add(make: (id: number) => Webhook): Webhook;
  /** The subscription with that id, if there is one. */
  get(id: string): Webhook | undefined;
  /** Replaces the subscription with the same id. */
  replace(webhook: Webhook): void;
  /** Deletes the subscription with that id; returns whether there was one. */
  delete(id: string): boolean;
  /** A slice of the sorted subscriptions. In the order of ids, it costs the same with many as with few. */
  slice(start: number, end: number, by: string, order: SortOrder): Webhook[];
  /** Restores the initial state: the same subscriptions, the same next id. */
  reset(): void;
}

/**
 * Creates a store.
 *
 * @param seed - The subscriptions at the start, in the order of their ids.
 * @param firstId - The lowest id of a new subscription.
 */
export function createStore(seed: readonly Webhook[], firstId: number): Store {
  // Ids ascend, so the order of creation is the order of ids.
  let webhooks: Webhook[] = [];
  let nextId = firstId;
  // A sorted list is kept until a subscription changes.
  const orders = new Map<string, Webhook[]>();

  const inOrderOf = (by: string): Webhook[] => {
    if (by === "id") return webhooks;
    const sorted = orders.get(by) ?? sortedBy(by, webhooks);
    orders.set(by, sorted);
    return sorted;
  };
  const store: Store = {
    get all() {
      return webhooks;
    },
    add(make) {
      const webhook = make(nextId);
      nextId++;
      webhooks.push(webhook);
      orders.clear();
      return webhook;
    },
    get: (id) => webhooks[indexOfId(id, webhooks)],
    replace(webhook) {
      const index = indexOfId(String(webhook.id), webhooks);
      if (index < 0) return;
      webhooks[index] = webhook;
      orders.clear();
    },
    delete(id) {
      const index = indexOfId(id, webhooks);
      if (index < 0) return false;
      webhooks.splice(index, 1);
      orders.clear();
      return true;
    },
    slice(start, end, by, order) {
      return sliceInOrder(inOrderOf(by), start, end, order);
    },
    reset() {
      webhooks = [...seed];
      nextId = Math.max(firstId, (seed.at(-1)?.id ?? 0) + 1);
      orders.clear();
    },
  };
  store.reset();
  return store;
}

/** A slice of an ascending list, or of the same list in descending order. */
export function sliceInOrder(ascending: readonly Webhook[], start: number, end: number, order: SortOrder): Webhook[] {
  if (order === "asc") return ascending.slice(start, end);
  const { length } = ascending;
  return ascending.slice(Math.max(0, length - end), Math.max(0, length - start)).reverse();
}

/** The index of the subscription with an id, or -1. The text must be the id itself: 1001, not 01001 or 1e3. */
function indexOfId(id: string, webhooks: readonly Webhook[]): number {
  let low = 0;
  let high = webhooks.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = webhooks[middle]?.id ?? 0;
    if (String(found) === id) return middle;
    if (found < Number(id)) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
