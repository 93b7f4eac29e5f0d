import type { Webhook } from "../../generated/schema.js";
import { type SortField, type SortOrder, sortedBy } from "./order.js";
import { seedWebhook } from "./seed.js";
import { timestamp } from "./timestamp.js";

/** The id of the first subscription, as in the contract's examples. */
const FIRST_ID = 1001;

/** What makes a subscription. */
export type NewWebhook = Pick<Webhook, "topic" | "address" | "format">;

/** The subscriptions of one sandbox. */
export interface Store {
  /** How many there are. */
  readonly total: number;
  /** Stores a subscription, under an id that none has had before. */
  create(webhook: NewWebhook): Webhook;
  /** The subscription with that id, if there is one. */
  get(id: string): Webhook | undefined;
  /** Takes the subscription with that id out; tells whether there was one. */
  delete(id: string): boolean;
  /** The subscriptions at some places of an order. Sorted by id, it costs no more with many than with few. */
  slice(start: number, end: number, by: SortField, order: SortOrder): Webhook[];
  /** Goes back to the start: the same subscriptions, the same ids to come. */
  reset(): void;
}

/** Makes a store with that many subscriptions at the start. */
export function createStore(seed: number): Store {
  // Ids are given in turn, so what is in the order of creation is in the order of ids.
  let webhooks: Webhook[] = [];
  let nextId = FIRST_ID;
  // What was sorted stays so until a subscription comes or goes.
  const orders = new Map<SortField, Webhook[]>();

  const inOrderOf = (by: SortField): Webhook[] => {
    if (by === "id") return webhooks;
    const sorted = orders.get(by) ?? sortedBy(by, webhooks);
    orders.set(by, sorted);
    return sorted;
  };
  const store: Store = {
    get total() {
      return webhooks.length;
    },
    create({ topic, address, format }) {
      const now = timestamp(new Date());
      const webhook = { id: nextId++, address, topic, format, created_at: now, updated_at: now };
      webhooks.push(webhook);
      orders.clear();
      return webhook;
    },
    get: (id) => webhooks[placeOf(id, webhooks)],
    delete(id) {
      const place = placeOf(id, webhooks);
      if (place < 0) return false;
      webhooks.splice(place, 1);
      orders.clear();
      return true;
    },
    slice(start, end, by, order) {
      const ascending = inOrderOf(by);
      if (order === "asc") return ascending.slice(start, end);
      const { length } = ascending;
      return ascending.slice(Math.max(0, length - end), Math.max(0, length - start)).reverse();
    },
    reset() {
      webhooks = Array.from({ length: seed }, (_, index) => seedWebhook(FIRST_ID + index, index));
      nextId = FIRST_ID + seed;
      orders.clear();
    },
  };
  store.reset();
  return store;
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
