import { envelopeOf, jsonSchema, type Operation } from "./openapi.js";

/** Where an operation stands in the client: `service.webhooks.list` has the group `webhooks` and the name `list`. */
export interface ClientMethod {
  group: string;
  name: string;
}

/** The method of an operation: its id without the noun of its tag, `listWebhooks` under `Webhooks` being `list`. */
export function clientMethodOf({ operationId, tags: [tag = ""] }: Operation): ClientMethod {
  const noun = [tag, singular(tag)].find((name) => operationId.endsWith(name)) ?? "";
  const name = operationId.slice(0, operationId.length - noun.length) || operationId;
  return { group: tag.toLowerCase().replaceAll(/\W+/g, ""), name };
}

/** A tag as the name of one of its resources. */
export function singular(tag: string): string {
  return tag.replace(/s$/, "");
}

/** What the type names of an operation begin with: `WebhookCreate` for `createWebhook`. */
export function typeName(operation: Operation): string {
  const { name } = clientMethodOf(operation);
  const { operationId, tags } = operation;
  return name === operationId ? capital(operationId) : singular(tags[0] ?? "") + capital(name);
}

/** Name of the argument that takes what an operation sends; `undefined` where its body is not specified. */
export function inputName({ requestBody }: Operation): string | undefined {
  const { properties } = requestBody ? jsonSchema(requestBody) : {};
  if (!requestBody || !properties) return undefined;
  return envelopeOf(jsonSchema(requestBody))?.key ?? "body";
}

/** A name with its first letter as a capital. */
export function capital(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
