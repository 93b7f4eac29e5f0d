import { envelopeOf, jsonSchema } from "../contract/bodies.js";
import type { Contract, Operation } from "../contract/model.js";

/** The client's method for an operation: `service.webhooks.list` has the group `webhooks` and the name `list`. */
export interface ClientMethod {
  group: string;
  name: string;
}

/** The method of an operation: its id without the noun of its tag, such as `list` for `listWebhooks` under `Webhooks`. */
export function clientMethodOf({ operationId, tags: [tag = ""] }: Operation): ClientMethod {
  const noun = [tag, singular(tag)].find((name) => operationId.endsWith(name)) ?? "";
  const name = operationId.slice(0, operationId.length - noun.length) || operationId;
  return { group: tag.toLowerCase().replaceAll(/\W+/g, ""), name };
}

/** A tag as the name of one of its resources. */
export function singular(tag: string): string {
  return tag.replace(/s$/, "");
}

/** Prefix of an operation's type names: `WebhookCreate` for `createWebhook`. */
export function typeName(operation: Operation): string {
  const { name } = clientMethodOf(operation);
  const { operationId, tags } = operation;
  return name === operationId ? capitalized(operationId) : singular(tags[0] ?? "") + capitalized(name);
}

/** Name of the argument for the request body; `undefined` if the body is not specified. */
export function inputName(contract: Contract, { requestBody }: Operation): string | undefined {
  const { properties } = requestBody ? jsonSchema(requestBody) : {};
  if (!requestBody || !properties) return undefined;
  return envelopeOf(contract, jsonSchema(requestBody))?.key ?? "body";
}

/** A name with a capital first letter. */
export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
