import type { Webhook } from "../../generated/schema.js";
import { type Fields, SubscriptionError, subscriptionFields, subscriptionOf, timestamp } from "./subscription.js";

/** A subscription of your own: a topic, an address and, optionally, the other fields. */
export type SeededSubscription = Pick<Webhook, "topic" | "address"> & Partial<Webhook>;

/** The most subscriptions that a sandbox may start with. */
export const LARGEST_SEED = 1_000_000;

const RESOURCES = ["orders", "products", "customers"];
const ACTIONS = ["create", "update", "delete"];
const FIRST_CREATION = Date.UTC(2026, 2, 2, 8, 20);
const HOUR = 3_600_000;

/** The subscriptions that a sandbox starts with, in the order of their ids. */
export function seedOf(seed: number | readonly SeededSubscription[], firstId: number, now: Date): Webhook[] {
  if (typeof seed === "number") return Array.from({ length: seed }, (_, index) => seedWebhook(firstId + index, index));
  return ownSubscriptions(seed, firstId, now);
}

/** The subscription at an index of the seed: the same one every time, created one hour after the previous one. */
function seedWebhook(id: number, index: number): Webhook {
  const resource = RESOURCES[index % RESOURCES.length];
  const action = ACTIONS[Math.floor(index / RESOURCES.length) % ACTIONS.length];
  const created = timestamp(new Date(FIRST_CREATION + index * HOUR));
  return subscriptionOf({
    id,
    address: `https://lantern-books.example/hooks/${resource}/${index + 1}`,
    topic: `${resource}/${action}`,
    format: index % 4 === 3 ? "xml" : "json",
    created_at: created,
    updated_at: created,
  });
}

const REQUIRED = ["topic", "address"];

/**
 * Fills in the missing fields of subscriptions. Those without an id get the next free one.
 *
 * @throws RangeError which names the field that breaks the contract.
 */
function ownSubscriptions(given: readonly unknown[], firstId: number, now: Date): Webhook[] {
  const created = timestamp(now);
  const taken = new Set<unknown>(given.map((fields) => (isFields(fields) ? fields["id"] : undefined)));
  let nextId = firstId;
  const webhooks = given.map((fields, index) => {
    const place = `seed[${index}]`;
    if (!isFields(fields)) throw new RangeError(`${place} must be an object`);
    for (const name of Object.keys(fields)) {
      if (!Object.hasOwn(subscriptionFields, name))
        throw new RangeError(`${place}.${name} is not a field of a subscription`);
    }
    for (const name of REQUIRED) if (!Object.hasOwn(fields, name)) throw new RangeError(`${place}.${name} is missing`);
    while (taken.has(nextId)) nextId++;
    const id = "id" in fields ? {} : { id: nextId++ };
    try {
      const { created_at = created } = fields;
      return subscriptionOf({ created_at, updated_at: created_at, ...fields, ...id });
    } catch (error) {
      if (!(error instanceof SubscriptionError)) throw error;
      throw new RangeError(`${place}.${error.message}`);
    }
  });
  const twice = webhooks.find(({ id }, index) => webhooks.findIndex((other) => other.id === id) !== index);
  if (twice) throw new RangeError(`seed: two subscriptions have the id ${twice.id}`);
  return webhooks.sort((a, b) => a.id - b.id);
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
