import { expect, test } from "vitest";
import { idOf } from "../../src/sandbox/memory/ids.js";
import { collectionsOf } from "../../tools/contract/collections.js";
import { contractOf } from "../../tools/contract/model.js";
import { documentedContract } from "../worlds/documented.js";

/** The first two ids that new items have, for an example and what the contract says about ids. */
function firstIds(example: number | string, schema: object = {}): unknown[] {
  const contract = Object(documentedContract());
  const type = typeof example === "number" ? "integer" : "string";
  contract.components.schemas.Webhook.properties.id = { type, examples: [example], ...schema };
  contract.components.parameters.WebhookId.schema = { type, ...schema };
  contract.components.examples.WebhookList.value.webhooks = [{ id: example }];
  const [webhooks] = collectionsOf(contractOf(contract));
  return webhooks ? [0, 1].map((index) => idOf(webhooks.id.first + index, webhooks.id)) : [];
}

test.each([
  [1001, [1001, 1002]],
  ["ord_0001", ["ord_0001", "ord_0002"]],
  ["ven-9-eu", ["ven-9-eu", "ven-10-eu"]],
  ["2026/0099", ["2026/0099", "2026/0100"]],
])("the number in %j counts on", (example, ids) => {
  expect(firstIds(example)).toEqual(ids);
});

test("ids without a number, or whose number cannot count on, are outside the conventions", () => {
  expect(firstIds("lantern-books")).toEqual([]);
  expect(firstIds("eu1", { enum: ["eu1", "us1"] })).toEqual([]);
  expect(firstIds("7f9c2ba4-e88f-4d2b-a3d1-5a3c5e7f9b10", { format: "uuid" })).toEqual([]);
});
