import fc from "fast-check";
import { expect, test } from "vitest";
import { idOf } from "../../src/new-id.js";
import { collectionsOf } from "../../tools/contract/collections.js";
import { contractOf } from "../../tools/contract/model.js";
import { documentedContract } from "../worlds/documented.js";

/** A part of an id: its pattern, and an example of one character of it. */
const parts = fc.oneof(
  fc.record({ pattern: fc.constantFrom("[a-z]", "[a-z0-9]", "[A-Za-z]"), letter: fc.constant("k") }),
  fc.record({ pattern: fc.constantFrom("[A-Z]", "[0-9A-HJKMNP-TV-Z]"), letter: fc.constant("D") }),
  fc.record({ pattern: fc.constantFrom("\\d", "[0-9a-f]"), letter: fc.constant("4") }),
);
const fixed = fc.constantFrom("", "wh_", "-eu", "INV-");
const lengths = fc.integer({ min: 2, max: 26 });

/** The ids that new items have, for what the contract says about ids. */
function firstIds(schema: object, example: string): string[] {
  const contract = Object(documentedContract());
  contract.components.schemas.Webhook.properties.id = { type: "string", examples: [example], ...schema };
  contract.components.parameters.WebhookId.schema = { type: "string", ...schema };
  for (const webhook of contract.components.examples.WebhookList.value.webhooks) webhook.id = example;
  const [webhooks] = collectionsOf(contractOf(contract));
  const { id } = webhooks ?? { id: { first: 0 } };
  return Array.from({ length: 40 }, (_, index) => String(idOf(id.first + index, id)));
}

test("new ids differ, and match the pattern of ids, whatever it is", () => {
  const law = fc.property(fixed, parts, lengths, fixed, (before, { pattern, letter }, length, after) => {
    const whole = `^${before}${pattern}{${length}}${after}$`;
    const ids = firstIds({ pattern: whole }, before + letter.repeat(length) + after);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !new RegExp(whole, "u").test(id))).toEqual([]);
  });
  fc.assert(law, { numRuns: 40 });
});

test("new ids have the length that the contract allows", () => {
  const ids = firstIds({ minLength: 6, maxLength: 6 }, "abcdef");
  expect(new Set(ids.map(({ length }) => length))).toEqual(new Set([6]));
});

test("the number in the example counts on", () => {
  expect(firstIds({}, "ven_000123").slice(0, 2)).toEqual(["ven_000123", "ven_000124"]);
  expect(firstIds({}, "lantern-books").slice(0, 2)).toEqual(["lantern-books-1", "lantern-books-2"]);
});
