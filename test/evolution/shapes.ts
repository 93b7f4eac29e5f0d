import { readDocument } from "../../tools/contract/reader.js";
import { projectFolder } from "../servers/command.js";
import { described } from "./keywords.js";

/** A part of an OpenAPI document, to be changed. */
// biome-ignore lint/suspicious/noExplicitAny: a document has any form, and a change goes to one place in it.
type Part = any;

const BASE = "/api/admin/26.0";
const WEBHOOKS = `${BASE}/webhooks`;
const ITEM = `${WEBHOOKS}/{id}`;
const JSON_TYPE = "application/json";
const time = "2026-03-02T10:20:00+02:00";

/** Changes of the contract that a service's team would make, each with the edit that makes it. */
export const shapes: Readonly<Record<string, (document: Part) => void>> = {
  "nothing has changed": () => {},
  "the list requires a query parameter": ({ paths }) => {
    paths[WEBHOOKS].get.parameters.push(parameter("account", "query", { type: "integer" }, 5, { required: true }));
  },
  "the list requires a header": ({ paths }) => {
    paths[WEBHOOKS].get.parameters.push(
      parameter("X-Tenant", "header", { type: "string" }, "north", { required: true }),
    );
  },
  "a creation may have a header": ({ paths }) => {
    paths[WEBHOOKS].post.parameters = [parameter("Idempotency-Key", "header", { type: "string" }, "k-1")];
  },
  "a path parameter is an integer": ({ components }) => {
    components.parameters.WebhookId.schema = { type: "integer", minimum: 1 };
  },
  "ids are texts": ({ components }) => {
    components.parameters.WebhookId.schema = { type: "string" };
    components.parameters.WebhookId.example = "wh_1";
    Object.assign(components.schemas.Webhook.properties, { id: described({ type: "string" }, "wh_1") });
    withIds(components, "wh_1", "wh_2");
  },
  "the parameter of the path has another name": ({ paths, components }) => {
    components.parameters.WebhookId.name = "webhook_id";
    move(paths, ITEM, `${WEBHOOKS}/{webhook_id}`);
  },
  "the parameters of a path are shared": ({ paths }) => {
    paths[ITEM].parameters = paths[ITEM].get.parameters;
    delete paths[ITEM].get.parameters;
    delete paths[ITEM].delete.parameters;
    paths[ITEM].summary = "One subscription";
    paths[ITEM].description = "Everything about one subscription.";
  },
  "a path is referred to": ({ paths, components }) => {
    components.pathItems.One = paths[ITEM];
    paths[ITEM] = { $ref: "#/components/pathItems/One" };
  },
  "answers hold a nested object": ({ components }) => {
    const owner = { type: "object", required: ["name"], properties: { name: described({ type: "string" }, "Ada") } };
    addField(components, "owner", owner, { name: "Ada" });
  },
  "answers hold a list of objects": ({ components }) => {
    const item = { type: "object", required: ["at"], properties: { at: described({ type: "string" }, "now") } };
    addField(components, "attempts", { type: "array", items: item }, [{ at: "now" }]);
  },
  "answers hold one of two types": ({ components }) => {
    addField(components, "retries", { oneOf: [{ type: "integer" }, { type: "string" }] }, 3);
  },
  "answers are composed of parts": ({ components }) => {
    const { properties, required, ...webhook } = components.schemas.Webhook;
    const { created_at, updated_at, ...others } = properties;
    components.schemas.Times = {
      type: "object",
      description: "When it was created and updated.",
      required: ["created_at", "updated_at"],
      properties: { created_at, updated_at },
    };
    const rest = { type: "object", required: required.slice(0, -2), properties: others };
    components.schemas.Webhook = {
      description: webhook.description,
      allOf: [{ $ref: "#/components/schemas/Times" }, rest],
    };
  },
  "answers have one of two forms": ({ components }) => {
    const { OneWebhook } = components.responses;
    OneWebhook.content[JSON_TYPE].schema.properties.webhook = {
      description: "A subscription, or a stub of it.",
      oneOf: [
        { $ref: "#/components/schemas/Webhook" },
        { type: "object", required: ["stub"], properties: { stub: described({ const: true }, true) } },
      ],
    };
  },
  "a schema refers to itself": ({ components }) => {
    components.schemas.Webhook.properties.parent = { $ref: "#/components/schemas/Webhook" };
  },
  "a field of the answer may be null": ({ components }) => {
    addField(components, "paused_at", { type: ["string", "null"] }, null);
  },
  "the envelope has a second key": ({ components }) => {
    const { schema, examples } = components.responses.OneWebhook.content[JSON_TYPE];
    schema.properties.request_id = described({ type: "string" }, "r-1");
    schema.required.push("request_id");
    components.examples.Webhook.value.request_id = "r-1";
    examples.Webhook = { $ref: "#/components/examples/Webhook" };
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
    const { get } = paths[WEBHOOKS];
    for (const path of Object.keys(paths)) delete paths[path];
    paths[WEBHOOKS] = { get };
    delete document.webhooks;
  },
  "the envelope has another key": ({ components }) => {
    rename(components.responses.OneWebhook.content[JSON_TYPE].schema, "webhook", "subscription");
    components.examples.Webhook.value = { subscription: components.examples.Webhook.value.webhook };
  },
  "answers have no envelope": ({ components }) => {
    const content = components.responses.OneWebhook.content[JSON_TYPE];
    content.schema = { $ref: "#/components/schemas/Webhook" };
    components.examples.Webhook.value = components.examples.Webhook.value.webhook;
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
  "the body of a creation has no envelope": ({ components }) => {
    const content = components.requestBodies.CreateWebhook.content[JSON_TYPE];
    content.schema = content.schema.properties.webhook;
    content.examples = {
      One: { summary: "One", value: { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" } },
    };
  },
  "the list has a required field next to its items": ({ components }) => {
    const { schema } = components.responses.WebhookPage.content[JSON_TYPE];
    schema.properties.as_of = described({ type: "string" }, time);
    schema.required.push("as_of");
    components.examples.WebhookList.value.as_of = time;
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
  "the list is bare": ({ components, paths }) => {
    const content = components.responses.WebhookPage.content[JSON_TYPE];
    content.schema = content.schema.properties.webhooks;
    components.examples.WebhookList.value = components.examples.WebhookList.value.webhooks;
    paths[WEBHOOKS].get.parameters = [];
  },
  "the list has another key": ({ components }) => {
    const { schema } = components.responses.WebhookPage.content[JSON_TYPE];
    rename(schema, "webhooks", "items");
    const { webhooks, ...others } = components.examples.WebhookList.value;
    components.examples.WebhookList.value = { items: webhooks, ...others };
  },
  "the list pages by a cursor": ({ components, paths }) => {
    const { schema } = components.responses.WebhookPage.content[JSON_TYPE];
    delete schema.properties.pagination;
    schema.properties.next_cursor = described({ type: ["string", "null"] }, null);
    schema.required = ["webhooks", "next_cursor"];
    const { webhooks } = components.examples.WebhookList.value;
    components.examples.WebhookList.value = { webhooks, next_cursor: null };
    paths[WEBHOOKS].get.parameters = [parameter("cursor", "query", { type: "string" }, "abc")];
  },
  "the list can be filtered": ({ paths }) => {
    paths[WEBHOOKS].get.parameters.push(parameter("topic", "query", { type: "string" }, "orders/create"));
  },
  "the token is a bearer token": ({ components }) => {
    components.securitySchemes.AccessToken = { type: "http", scheme: "bearer", description: "Your access token." };
  },
  "an operation requires no token": ({ paths }) => {
    paths[`${BASE}/oauth/access_token`].post.security = [];
  },
  "an update names its item": ({ paths }) => {
    paths[ITEM].put = { ...paths[WEBHOOKS].put, parameters: paths[ITEM].get.parameters };
    delete paths[WEBHOOKS].put;
  },
  "an item can be patched": ({ paths }) => {
    paths[ITEM].patch = operation("patchWebhook", paths[ITEM].get.parameters, {
      requestBody: {
        description: "What to change.",
        required: true,
        content: {
          [JSON_TYPE]: json(
            { type: "object", properties: { format: described({ type: "string", enum: ["json", "xml"] }, "xml") } },
            { format: "xml" },
          ),
        },
      },
      responses: { 200: { $ref: "#/components/responses/OneWebhook" } },
    });
  },
  "an item can be acted on": ({ paths }) => {
    paths[`${ITEM}/pause`] = {
      post: operation("pauseWebhook", paths[ITEM].get.parameters, {
        responses: { 200: { $ref: "#/components/responses/OneWebhook" } },
      }),
    };
  },
  "a creation answers with status 201": ({ paths }) => {
    paths[WEBHOOKS].post.responses = { 201: { $ref: "#/components/responses/OneWebhook" } };
  },
  "a deletion answers with nothing": ({ paths, components }) => {
    paths[ITEM].delete.responses = { 204: { description: "It is deleted." } };
    delete components.responses.WebhookDeletion;
    delete components.schemas.DeletionResult;
    delete components.examples.DeletionResult;
  },
  "a deletion answers with the item": ({ paths }) => {
    paths[ITEM].delete.responses = { 200: { $ref: "#/components/responses/OneWebhook" } };
  },
  "errors are declared": ({ paths }) => {
    const problem = { type: "object", properties: { title: described({ type: "string" }, "None") } };
    for (const method of ["get", "delete"]) {
      paths[ITEM][method].responses[404] = {
        description: "There is none.",
        content: { "application/problem+json": json(problem, { title: "None" }) },
      };
    }
  },
  "the list has a second media type": ({ components }) => {
    const { content } = components.responses.WebhookPage;
    content["text/csv"] = {
      schema: { type: "string", description: "A table." },
      examples: { One: { summary: "One", value: "id\n1" } },
    };
  },
  "an operation is deprecated": ({ paths }) => {
    paths[WEBHOOKS].put.deprecated = true;
  },
  "an operation is removed": ({ paths, components }) => {
    delete paths[WEBHOOKS].put;
    delete components.requestBodies.UpdateWebhook;
  },
  "an operation has another name": ({ paths }) => {
    paths[WEBHOOKS].put.operationId = "replaceSubscription";
  },
  "a second list has the same tag": ({ paths }) => {
    paths[`${BASE}/topics`] = {
      get: operation("listTopics", [], {
        responses: {
          200: {
            description: "The topics.",
            content: {
              [JSON_TYPE]: json(
                {
                  type: "array",
                  items: {
                    type: "object",
                    required: ["name"],
                    properties: { name: described({ type: "string" }, "orders/create") },
                  },
                },
                [{ name: "orders/create" }],
              ),
            },
          },
        },
      }),
    };
  },
  "a collection lies below an item": ({ paths }) => {
    const note = {
      type: "object",
      description: "A note.",
      required: ["id", "text"],
      properties: { id: described({ type: "integer" }, 1), text: described({ type: "string" }, "One") },
    };
    const one = { description: "The note.", content: { [JSON_TYPE]: json(note, { id: 1, text: "One" }) } };
    const all = {
      description: "The notes.",
      content: { [JSON_TYPE]: json({ type: "array", items: note }, [{ id: 1, text: "One" }]) },
    };
    const body = { type: "object", required: ["text"], properties: { text: described({ type: "string" }, "One") } };
    const inPath = paths[ITEM].get.parameters;
    const noteId = parameter("note", "path", { type: "integer" }, 1, { required: true });
    paths[`${ITEM}/notes`] = {
      get: operation("listNotes", inPath, { responses: { 200: all } }),
      post: operation("createNote", inPath, {
        requestBody: {
          description: "The note.",
          required: true,
          content: { [JSON_TYPE]: json(body, { text: "One" }) },
        },
        responses: { 201: one },
      }),
    };
    paths[`${ITEM}/notes/{note}`] = {
      get: operation("getNote", [...inPath, noteId], { responses: { 200: one } }),
      delete: operation("deleteNote", [...inPath, noteId], { responses: { 204: { description: "Deleted." } } }),
    };
  },
  "the path has another version": ({ paths }) => {
    for (const path of Object.keys(paths)) move(paths, path, path.replace("26.0", "27.1"));
  },
  "a name is no identifier": ({ paths, components }) => {
    paths[WEBHOOKS].get.parameters.push(parameter("page[size]", "query", { type: "integer" }, 5));
    addField(components, "x-ray", { type: "boolean" }, true);
    addField(components, "class", { type: "string" }, "first");
  },
};

/** Today's contract after a change. */
export async function changed(name: string): Promise<Record<string, unknown>> {
  const document = structuredClone(Object(await readDocument(projectFolder)));
  shapes[name]?.(document);
  return document;
}

function parameter(name: string, place: string, schema: object, example: unknown, others: object = {}): object {
  return { name, in: place, description: "Made for a test.", schema, example, ...others };
}

function operation(operationId: string, parameters: readonly object[], others: object): object {
  const prose = { summary: "Do it", description: "Made for a test." };
  return { operationId, tags: ["Webhooks"], ...prose, ...(parameters.length > 0 && { parameters }), ...others };
}

function json(schema: object, value: unknown): object {
  return { schema, examples: { One: { summary: "One", value } } };
}

function move(paths: Part, from: string, to: string): void {
  const item = paths[from];
  delete paths[from];
  paths[to] = item;
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

function withIds(components: Part, ...ids: string[]): void {
  components.examples.Webhook.value.webhook.id = ids[0];
  for (const [index, item] of components.examples.WebhookList.value.webhooks.entries()) item.id = ids[index];
}
