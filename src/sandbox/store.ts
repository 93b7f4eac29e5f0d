import type { Webhook } from "../../generated/schema.js";
import { type SortOrder, sortedBy } from "./sort.js";

/** The subscriptions of one sandbox. */
export interface Store {
  /** All of them, in the order of their ids. */
  readonly all: readonly Webhook[];
  /** Stores the subscription that is made for an id that none has had before. */
  add(make: (id: number) => Webhook): Webhook;
  /** The subscription with that id, if there is one. */
  get(id: string): Webhook | undefined;
  /** Puts a subscription in the place of the one with its id. */
  replace(webhook: Webhook): void;
  /** Takes the subscription with that id out; returns whether there was one. */
  delete(id: string): boolean;
  /** The subscriptions at some places of an order. Sorted by id, it costs no more with many than with few. */
  slice(start: number, end: number, by: string, order: SortOrder): Webhook[];
  /** Goes back to the start: the same subscriptions, the same ids to come. */
  reset(): void;
}

/**
 * Makes a store.
 *
 * @param seed - The subscriptions at the start, in the order of their ids.
 * @param firstId - The least id that a new subscription may have.
 */
export function createStore(seed: readonly Webhook[], firstId: number): Store {
  // Ids are given in turn, so what is in the order of creation is in the order of ids.
  let webhooks: Webhook[] = [];
  let nextId = firstId;
  // What was sorted stays so until a subscription changes.
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
    get: (id) => webhooks[placeOf(id, webhooks)],
    replace(webhook) {
      const place = placeOf(String(webhook.id), webhooks);
      if (place < 0) return;
      webhooks[place] = webhook;
      orders.clear();
    },
    delete(id) {
      const place = placeOf(id, webhooks);
      if (place < 0) return false;
      webhooks.splice(place, 1);
      orders.clear();
      return true;
    },
    slice(start, end, by, order) {
      return places(inOrderOf(by), start, end, order);
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

/** Some places of an ascending list, or of the same list from its end. */
export function places(ascending: readonly Webhook[], start: number, end: number, order: SortOrder): Webhook[] {
  if (order === "asc") return ascending.slice(start, end);
  const { length } = ascending;
  return ascending.slice(Math.max(0, length - end), Math.max(0, length - start)).reverse();
}

/** Where the subscription with an id stands, -1 if nowhere. An id is found as it is written: 1001, not 01001 or 1e3. */
function placeOf(id: string, webhooks: readonly Webhook[]): number {
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
