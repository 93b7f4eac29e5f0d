import { expect, test } from "vitest";
import { collectionsOf } from "../../tools/contract/collections.js";
import { contractOf } from "../../tools/contract/model.js";
import { all, type Edit, rename, set } from "../diff/library.js";
import { documentedContract } from "../worlds/documented.js";

/** The collection of the subscriptions, after some edits of the contract. */
function webhooksAfter(...edits: Edit[]) {
  const contract = documentedContract();
  all(...edits)(contract);
  const [webhooks] = collectionsOf(contractOf(Object(contract)));
  return webhooks;
}

const webhook = "/components/schemas/Webhook";

test("where no field is called as the path parameter, the one with its example holds the id", () => {
  const renamed = [rename(`${webhook}/properties/id`, "reference"), set(`${webhook}/required/0`, "reference")];
  const shown = set("/components/parameters/WebhookId/example", "wh-1");
  const example = set(`${webhook}/properties/reference/examples`, ["wh-1"]);
  expect(webhooksAfter(...renamed, shown, example)?.idField).toBe("reference");
});

test("examples that the contract does not have, and that are made up, tell nothing about ids", () => {
  const unlike = set("/components/parameters/WebhookId", { name: "id", in: "path", schema: { type: "string" } });
  const item = { type: "object", required: ["version"], properties: { version: { type: "string" } } };
  expect(webhooksAfter(unlike, set(webhook, item))).toBeUndefined();
});

test.each([
  ["before", "string", undefined, undefined],
  ["$skipToken", "string", undefined, undefined],
  ["before", "string", "date-time", "limit"],
  ["until", "string", undefined, "limit"],
])("a list with %s, %s %s, and without pages has %s for its size", (name, type, format, size) => {
  const place = set("/components/parameters/Page", { name, in: "query", schema: { type, format } });
  expect(webhooksAfter(place)?.query.size).toBe(size);
});

test.each([
  [["topic", "-topic"], "order", undefined],
  [["asc", "desc"], undefined, "order"],
  [undefined, undefined, "order"],
])("of the values %j, the parameter order names the field %s, the direction %s", (values, sortBy, sortOrder) => {
  const order = { name: "order", in: "query", schema: { type: "string", enum: values } };
  const other = { name: "q", in: "query", schema: { type: "string" } };
  const query = webhooksAfter(
    set("/components/parameters/SortBy", other),
    set("/components/parameters/SortOrder", order),
  )?.query;
  expect([query?.sortBy, query?.sortOrder]).toEqual([sortBy, sortOrder]);
});

test.each([
  ["topic", "topic"],
  ["Topic", "topic"],
  ["createdAt", "created_at"],
  ["format[]", "format"],
  ["filter[format]", "format"],
  ["filter[any]", undefined],
  ["format[gte]", undefined],
])("the parameter %s filters by the field %s", (name, field) => {
  const parameter = { name, in: "query", schema: { type: "string" } };
  expect(webhooksAfter(set("/components/parameters/SortBy", parameter))?.query.filters?.[name]).toBe(field);
});

test.each([
  [
    { page: 1, size: 20, total: 2 },
    { page: "page", size: "size", total: "total" },
  ],
  [
    { number: 0, first: true, last: true },
    { number: "page", first: "isFirst", last: "isLast" },
  ],
  [
    { totalElements: 2, numberOfElements: 2 },
    { totalElements: "total", numberOfElements: "count" },
  ],
  [{ count: 2 }, { count: "total" }],
  [
    { total: 2, count: 2 },
    { total: "total", count: "count" },
  ],
  [
    { startIndex: 1, itemsPerPage: 20 },
    { startIndex: "start", itemsPerPage: "size" },
  ],
  [{ color: 1, firstName: true }, undefined],
])("next to a list, %j says %j", (example, roles) => {
  const entries = Object.entries(example);
  const fields = entries.map(([name, value]) => [name, { type: typeof value, examples: [value] }]);
  const position = { type: "object", required: Object.keys(example), properties: Object.fromEntries(fields) };
  const shown = set("/components/examples/WebhookList/value/pagination", example);
  const found = webhooksAfter(set("/components/schemas/Pagination", position), shown)?.position;
  expect(found).toEqual(roles && { pagination: roles });
});

test.each([
  [{ minimum: 0 }, 0],
  [{ default: 0 }, 0],
  [{ minimum: 0, default: 1 }, undefined],
  [{ minimum: 1 }, undefined],
  [{}, undefined],
])("pages with %j count from %s, where nothing means 1", (bounds, first) => {
  const page = set("/components/parameters/Page/schema", { type: "integer", ...bounds });
  expect(webhooksAfter(page)?.firstPage).toBe(first);
});
