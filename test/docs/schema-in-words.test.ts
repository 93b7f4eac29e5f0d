import { describe, expect, test } from "vitest";
import { boundsOf, inWords, typeOf } from "../../tools/contract/schema-in-words.js";

describe("a schema reads as", () => {
  test.each([
    [{ type: "integer", default: 20, maximum: 10_000 }, "integer, default `20`, at most 10000"],
    [{ type: ["string", "null"], maxLength: 1 }, "string or null, at most 1 character"],
    [{ anyOf: [{ type: "integer" }, { type: "string" }] }, "integer or string"],
    [{ anyOf: [{ type: "integer", minimum: 1 }, { type: "string" }] }, "any of: (integer, at least 1), (string)"],
    [{ oneOf: [{ $ref: "#/components/schemas/Card" }, { $ref: "#/components/schemas/Bank" }] }, "`Card` or `Bank`"],
    [{ type: "array", items: { type: "string" }, uniqueItems: true }, "array, no item twice, each item: string"],
    [{ type: "object", additionalProperties: false }, "object, no other fields"],
    [
      { properties: { a: { type: "string" } }, required: ["a", "b"] },
      "object, with `a` (string, required), requires `b`",
    ],
    [{ not: { type: "null" } }, '`not`: `{"type":"null"}`'],
    [{ enum: ["1", 1, "", null] }, 'one of `"1"`, `1`, `""`, `null`'],
    [{ pattern: "^`+$" }, "matches `` ^`+$ ``"],
    [{}, "anything"],
    [true, "anything"],
    [false, "nothing"],
  ])("%j: %s", (schema, said) => {
    expect(inWords(schema)).toBe(said);
  });
});

test("what the reader sees elsewhere is left out", () => {
  const schema = { type: "object", properties: { a: {} }, maxLength: 1 };
  expect([typeOf(schema), boundsOf(schema, ["properties"])]).toEqual(["object", ["at most 1 character"]]);
});
