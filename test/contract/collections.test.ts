import { describe, expect, test } from "vitest";
import { collectionsOf } from "../../tools/contract/collections.js";
import { contractOf } from "../../tools/contract/model.js";
import { documentedContract, pointers } from "../worlds/documented.js";
import { all, type Edit, remove, rename, set } from "./edits.js";

/** The collection of the subscriptions, after some edits of the contract. */
function webhooksAfter(...edits: Edit[]) {
  const contract = documentedContract();
  all(...edits)(contract);
  const [webhooks] = collectionsOf(contractOf(Object(contract)));
  return webhooks;
}

const webhook = "/components/schemas/Webhook";

describe("a list is remembered", () => {
  test("with an id in the field named like the path parameter, or else in id", () => {
    const path = "/paths/~1api~1admin~126.0~1webhooks~1{id}";
    const parameter = "/components/parameters/WebhookId/name";
    const named = (name: string) => [rename(path, `/api/admin/26.0/webhooks/{${name}}`), set(parameter, name)];
    expect(webhooksAfter(...named("webhook_id"))?.idField).toBe("id");
    const field = rename(`${webhook}/properties/id`, "webhook_id");
    expect(webhooksAfter(...named("webhook_id"), field)?.idField).toBe("webhook_id");
  });

  test("unless it takes no items, or several at a time", () => {
    expect(webhooksAfter(remove(pointers.create))).toBeUndefined();
    const several = { content: { "application/json": { schema: { type: "array", items: {} } } } };
    expect(webhooksAfter(set(`${pointers.create}/requestBody`, several))).toBeUndefined();
  });
});

describe("a query parameter of a list has a meaning by its exact name and its type", () => {
  test.each([
    ["page", { type: "integer" }, { page: "page" }],
    ["page", { type: "string" }, {}],
    ["per_page", { type: "integer" }, {}],
    ["sort_order", { type: "string", enum: ["asc", "desc"] }, { sortOrder: "sort_order" }],
    ["sort_order", { type: "string", enum: ["ASC", "DESC"] }, {}],
    ["format", { type: "string" }, { filters: { format: "format" } }],
    ["Format", { type: "string" }, {}],
  ])("%s with %j means %j", (name, schema, meaning) => {
    const only = set(`${pointers.list}/parameters`, [{ name, in: "query", schema }]);
    expect(JSON.parse(JSON.stringify(webhooksAfter(only)?.query))).toEqual(meaning);
  });
});
