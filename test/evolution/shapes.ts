import { documentedContract } from "../worlds/documented.js";
import { described } from "./keywords.js";

/** A part of an OpenAPI document, to be changed. */
// biome-ignore lint/suspicious/noExplicitAny: a document has any form, and a change goes to one place in it.
type Part = any;

const basePath = "/api/admin/26.0";
const LIST = `${basePath}/webhooks`;
const ITEM = `${LIST}/{id}`;
const JSON_TYPE = "application/json";

/** Changes that the team would make to the contract and that conventional.yaml does not have, each with its edit. */
export const shapes: Readonly<Record<string, (document: Part) => void>> = {
  "nothing has changed": () => {},
  "the list requires a query parameter": ({ paths }) => {
    paths[LIST].get.parameters.push(parameter("account", "query", { type: "integer" }, 5, { required: true }));
  },
  "a path is referred to": ({ paths, components }) => {
    components.pathItems.One = paths[ITEM];
    paths[ITEM] = { $ref: "#/components/pathItems/One" };
  },
  "a schema refers to itself": ({ components }) => {
    components.schemas.Webhook.properties.parent = { $ref: "#/components/schemas/Webhook" };
  },
  "the envelope has a second object": ({ components }) => {
    const { schema } = components.responses.OneWebhook.content[JSON_TYPE];
    const inner = {
      type: "object",
      required: ["request"],
      properties: { request: described({ type: "string" }, "r-1") },
    };
    schema.properties.meta = described(inner, { request: "r-1" });
    schema.required.push("meta");
    components.examples.Webhook.value.meta = { request: "r-1" };
  },
  "there are only lists": ({ paths, ...document }) => {
    const { get } = paths[LIST];
    for (const path of Object.keys(paths)) delete paths[path];
    paths[LIST] = { get };
    delete document.webhooks;
  },
  "the body of a creation has another key": ({ components }) => {
    const { CreateWebhook } = components.requestBodies;
    rename(CreateWebhook.content[JSON_TYPE].schema, "webhook", "subscription");
    const example = { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" };
    CreateWebhook.content[JSON_TYPE].examples = { One: { summary: "One", value: { subscription: example } } };
  },
  "the body of a creation has a second key": ({ components }) => {
    const { schema } = components.requestBodies.CreateWebhook.content[JSON_TYPE];
    schema.properties.notify = described({ type: "boolean" }, true);
  },
  "the list shows a part of each item": ({ components }) => {
    const { id, topic } = components.schemas.Webhook.properties;
    const prose = { type: "object", description: "What the list shows.", additionalProperties: false };
    components.schemas.Summary = { ...prose, required: ["id", "topic"], properties: { id, topic } };
    const { schema } = components.responses.WebhookPage.content[JSON_TYPE];
    schema.properties.webhooks.items = { $ref: "#/components/schemas/Summary" };
    const { value } = components.examples.WebhookList;
    value.webhooks = value.webhooks.map((webhook: Part) => ({ id: webhook.id, topic: webhook.topic }));
  },
  "the list has a second media type": ({ components }) => {
    const { content } = components.responses.WebhookPage;
    content["text/csv"] = {
      schema: { type: "string", description: "A table." },
      examples: { One: { summary: "One", value: "id\n1" } },
    };
  },
  "an operation is removed": ({ paths, components }) => {
    delete paths[LIST].put;
    delete components.requestBodies.UpdateWebhook;
  },
  "an operation has another name": ({ paths }) => {
    paths[LIST].put.operationId = "replaceSubscription";
  },
  "a method is called new": ({ paths }) => {
    paths[LIST].post.operationId = "new";
  },
  "a filter and a field have defaults": ({ components, paths }) => {
    const format = { type: "string", enum: ["json", "xml"], default: "json" };
    paths[LIST].get.parameters.push(parameter("format", "query", format, "json"));
    components.schemas.Webhook.properties.note = described({ type: ["string", "null"], default: null }, null);
  },
  "an item may have parts, which get ids": ({ components }) => {
    const part = { type: "object", properties: { name: described({ type: "string" }, "north") } };
    const parts = { type: "array", description: "The parts.", items: part };
    components.requestBodies.CreateWebhook.content[JSON_TYPE].schema.properties.webhook.properties.parts = parts;
    const { name } = part.properties;
    const items = { ...part, required: ["id"], properties: { id: described({ type: "integer" }, 1), name } };
    components.schemas.Webhook.properties.parts = { ...parts, items };
  },
  "errors are declared": ({ paths }) => {
    const problem = { type: "object", required: ["code"], properties: { code: described({ type: "string" }, "gone") } };
    const error = (code: string) => ({ description: "An error.", content: { [JSON_TYPE]: json(problem, { code }) } });
    Object.assign(paths[ITEM].get.responses, { 404: error("gone"), "4XX": error("refused"), default: error("failed") });
  },
  "a schema has a dynamic anchor": ({ components }) => {
    const { Webhook } = components.schemas;
    Webhook.$dynamicAnchor = "node";
    Webhook.properties.copies = described({ type: "array", items: { $dynamicRef: "#node" } }, []);
  },
  "a name is no identifier": ({ paths, components }) => {
    paths[LIST].get.parameters.push(parameter("page[size]", "query", { type: "integer" }, 5));
    addField(components, "x-ray", { type: "boolean" }, true);
    addField(components, "class", { type: "string" }, "first");
  },
  "the contract says in words no more than it has to": (document) => {
    delete document.servers;
    withoutProse(document);
    for (const item of Object.values<Part>(document.paths)) {
      for (const one of Object.values<Part>(item)) one.operationId &&= one.operationId.replace(/[A-Z]/g, "_$&");
    }
  },
  "only a creation shows a secret": ({ paths, components }) => {
    const { Webhook } = components.schemas;
    delete Webhook.unevaluatedProperties;
    Webhook.additionalProperties = false;
    const { properties, required } = Webhook;
    const key = described({ type: "string" }, "whsec_1");
    components.schemas.Created = { ...Webhook, required: [...required, "key"], properties: { ...properties, key } };
    const { webhook } = components.examples.Webhook.value;
    const created = answer("webhook", { ...webhook, key: "whsec_1" });
    created.content[JSON_TYPE].schema.properties.webhook = { $ref: "#/components/schemas/Created" };
    paths[LIST].post.responses = { 201: created };
  },
  "an update requires a field with a default": ({ components }) => {
    const { schema, examples } = components.requestBodies.UpdateWebhook.content[JSON_TYPE];
    schema.properties.webhook.required.push("format");
    delete examples.Required;
  },
  "an item has a log, and can be tried": ({ paths }) => {
    const { parameters } = paths[ITEM].get;
    const responses = { 200: answer("log", { id: "l-1", url: "https://lantern-books.example/log" }) };
    paths[`${ITEM}/log`] = { get: operation("getLog", parameters, { responses }) };
    paths[`${ITEM}/try`] = { post: operation("tryOut", parameters, { responses: { 204: { description: "Done." } } }) };
  },
};

/** Removes what is for readers only. */
function withoutProse(node: Part): void {
  if (typeof node !== "object" || node === null) return;
  for (const key of ["summary", "description"]) {
    const isName = typeof node[key] === "object" && !Array.isArray(node[key]) && "type" in node[key];
    if (!isName) delete node[key];
  }
  for (const inner of Object.values(node)) withoutProse(inner);
  for (const response of Object.values<Part>(node.responses ?? {})) response.description = "Success";
}

/** The documented contract after some changes. */
export function changed(...names: readonly string[]): Record<string, unknown> {
  const document = documentedContract();
  for (const name of names) shapes[name]?.(document);
  return document;
}

function parameter(name: string, place: string, schema: object, example: unknown, others: object = {}): object {
  return { name, in: place, description: "Made for a test.", schema, example, ...others };
}

function operation(operationId: string, parameters: readonly object[], others: object): object {
  const prose = { summary: "Do it", description: "Made for a test." };
  return { operationId, tags: ["Webhooks"], ...prose, ...(parameters.length > 0 && { parameters }), ...others };
}

/** An answer with an object of texts under a key. */
function answer(key: string, texts: Readonly<Record<string, string>>): Part {
  const properties = Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, described({ type: "string" }, text)]),
  );
  const inner = described({ type: "object", required: Object.keys(texts), properties }, texts);
  const schema = { type: "object", required: [key], properties: { [key]: inner } };
  return { description: "Made for a test.", content: { [JSON_TYPE]: json(schema, { [key]: texts }) } };
}

function json(schema: object, value: unknown): object {
  return { schema, examples: { One: { summary: "One", value } } };
}

function rename(schema: Part, from: string, to: string): void {
  schema.properties[to] = schema.properties[from];
  delete schema.properties[from];
  schema.required = schema.required.map((name: string) => (name === from ? to : name));
}

/** Adds a required field to the subscription, and to the examples of it. */
function addField(components: Part, name: string, schema: object, example: unknown): void {
  const { Webhook } = components.schemas;
  Webhook.properties[name] = described(schema, example);
  Webhook.required.push(name);
  components.examples.Webhook.value.webhook[name] = example;
  for (const item of components.examples.WebhookList.value.webhooks) item[name] = example;
}
