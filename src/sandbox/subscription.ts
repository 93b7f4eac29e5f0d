import { type FieldFacts, operations, resources } from "../../generated/old-contract.js";
import { isWebhook } from "../../generated/old-validators.js";
import type { Webhook } from "../../generated/schema.js";

/** Fields of an object, by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields that a subscription has, by the contract. */
export const subscriptionFields: Readonly<Record<string, FieldFacts>> =
  resources[operations.createWebhook.response.resource];

const created: Readonly<Record<string, FieldFacts>> = operations.createWebhook.body.fields;

/** The fields of a subscription do not match the contract. */
export class SubscriptionError extends Error {
  override readonly name = "SubscriptionError";
}

/**
 * Creates a subscription. A missing field gets the contract's default, or if it is required and has none, the contract's
 * example.
 *
 * @throws SubscriptionError which names each field that does not match the contract.
 */
export function subscriptionOf(given: Fields): Webhook {
  const fields = withMissing(given);
  if (isWebhook(fields)) return fields;
  const faults = (isWebhook.errors ?? []).map(({ instancePath, message }) =>
    `${instancePath.slice(1).replaceAll("/", ".")} ${message}`.trim(),
  );
  throw new SubscriptionError(faults.join("; "));
}

/** The fields of a subscription, in the order of the contract. */
function withMissing(given: Fields): Fields {
  const fields: Record<string, unknown> = {};
  for (const name in subscriptionFields) {
    const facts = subscriptionFields[name];
    const value = Object.hasOwn(given, name) ? given[name] : (created[name] ?? facts)?.schema.default;
    if (value !== undefined) fields[name] = value;
    else if (facts?.required) fields[name] = facts.example;
  }
  return fields;
}

/** The value of a field of an object, by name. */
export function fieldOf(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
}

/** A time in the contract's format for subscriptions: ISO 8601 with a numeric UTC offset. */
export function timestamp(moment: Date): string {
  return moment.toISOString().replace("Z", "+00:00");
}
