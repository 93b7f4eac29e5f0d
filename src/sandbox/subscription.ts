import { type FieldFacts, operations, resources } from "../../generated/contract.js";
import type { Webhook } from "../../generated/schema.js";
import { isWebhook } from "../../generated/validators.js";

/** Fields of an object, by name. */
export type Fields = Readonly<Record<string, unknown>>;

/** The fields that a subscription has, by the contract. */
export const subscriptionFields: Readonly<Record<string, FieldFacts>> =
  resources[operations.createWebhook.response.resource];

const created: Readonly<Record<string, FieldFacts>> = operations.createWebhook.body.fields;
/** What was found wrong with fields that were to make a subscription. */
export class SubscriptionError extends Error {
  override readonly name = "SubscriptionError";
}

/**
 * Makes a subscription of the fields that are given. What is missing is the contract's default, else, where the contract
 * requires it, the contract's example.
 *
 * @throws SubscriptionError which names each field that breaks the contract.
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

/** The value of a field of the resource, whichever fields the contract gives it. */
export function fieldOf(object: object, name: string): unknown {
  return Object.hasOwn(object, name) ? Reflect.get(object, name) : undefined;
}

/** A moment as the contract writes it for a subscription: ISO 8601 with a numeric UTC offset. */
export function timestamp(moment: Date): string {
  return moment.toISOString().replace("Z", "+00:00");
}
