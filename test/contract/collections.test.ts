import { expect, test } from "vitest";
import { collectionsOf } from "../../tools/contract/collections.js";
import { contractOf } from "../../tools/contract/model.js";
import { all, type Edit, rename, set } from "../diff/library.js";
import { readContract } from "./contract.js";

/** The collection of the subscriptions, after some edits of the contract. */
function webhooksAfter(...edits: Edit[]) {
  const contract = readContract();
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
  const filters = field && { [name]: field };
  expect(webhooksAfter(set("/components/parameters/SortBy", parameter))?.query.filters).toEqual(filters);
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
