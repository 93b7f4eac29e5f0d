import { type Contract, type Operation, operationsOf } from "../contract/model.js";

/** The client's method for an operation: `service.webhooks.list` has the group `webhooks` and the name `list`. */
export interface ClientMethod {
  group: string;
  name: string;
}

/** The method of each operation, by its id. */
export function clientMethodsOf(contract: Contract): Map<string, ClientMethod> {
  return new Map(operationsOf(contract).map((operation) => [operation.operationId, methodOf(operation)]));
}

/** The id without the noun of its tag, such as `list` for `listWebhooks` under `Webhooks`. */
function methodOf(operation: Operation): ClientMethod {
  const { operationId, tags } = operation;
  const name = operationId.replace(new RegExp(`${resourceOf(operation)}s?$`), "");
  const [first = "", ...others] = wordsOf(tags[0]);
  return { group: first.toLowerCase() + others.map(capitalized).join(""), name: name || operationId };
}

/** How code calls a method: `webhooks.list`. */
export function pathOf({ group, name }: ClientMethod): string {
  return `${group}.${name}`;
}

/** The words of a tag: `Delivery attempts` and `DeliveryAttempts` have two, and `OAuth` has one. */
function wordsOf(tag = ""): string[] {
  return tag.split(/ |(?<=[a-z\d])(?=[A-Z])/);
}

/** What the operations of a tag are about: `Webhook` for `Webhooks`, `DeliveryAttempt` for `Delivery attempts`. */
export function resourceOf({ tags: [tag] }: Pick<Operation, "tags">): string {
  return wordsOf(tag).map(capitalized).join("").replace(/s$/, "");
}

/** The beginning of the type names of an operation: `WebhookCreate` for `createWebhook`. */
export function typePrefixOf(operation: Operation): string {
  const { name } = methodOf(operation);
  return (name === operation.operationId ? "" : resourceOf(operation)) + capitalized(name);
}

/** A name with a capital first letter. */
export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
