import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { boundsOf, inWords, typeOf } from "../../tools/contract/schema-in-words.js";

/** A value of each keyword of JSON Schema 2020-12 and of OpenAPI, made of drawn words and numbers. */
const word = fc.stringMatching(/^[a-z]{6,9}$/);
const number = fc.integer({ min: 1000, max: 999_999 });
const flag = fc.constant(true);
const inner = fc.oneof(
  fc.record({ type: fc.constant("integer"), minimum: number }),
  fc.record({ type: fc.constant("string"), pattern: word }),
  fc.record({ const: word }),
);
const inners = fc.array(inner, { minLength: 1, maxLength: 3 });
const words = fc.uniqueArray(word, { minLength: 1, maxLength: 3 });
const named = (value: fc.Arbitrary<unknown>) => fc.dictionary(word, value, { minKeys: 1, maxKeys: 3 });

const KEYWORDS: Record<string, fc.Arbitrary<unknown>> = {
  ...{ type: fc.uniqueArray(fc.constantFrom("string", "null", "array", "number"), { minLength: 1 }), format: word },
  ...{ const: word, enum: words, default: word, multipleOf: number, pattern: word },
  ...{ minimum: number, maximum: number, exclusiveMinimum: number, exclusiveMaximum: number },
  ...{ minLength: number, maxLength: number, minItems: number, maxItems: number, uniqueItems: flag },
  ...{ contentEncoding: word, contentMediaType: word, contentSchema: inner },
  ...{ items: inner, prefixItems: inners, contains: inner, unevaluatedItems: inner },
  ...{ minProperties: number, maxProperties: number, properties: named(inner), required: words },
  ...{ propertyNames: inner, patternProperties: named(inner), additionalProperties: inner },
  ...{ unevaluatedProperties: inner, dependentRequired: named(words), dependentSchemas: named(inner) },
  ...{ allOf: inners, anyOf: inners, oneOf: inners, not: inner, if: inner, else: inner },
  // biome-ignore lint/suspicious/noThenProperty: the keyword has this name.
  ...{ then: inner },
  ...{ deprecated: flag, readOnly: flag, writeOnly: flag },
  ...{ discriminator: fc.record({ propertyName: word, mapping: named(word) }) },
  ...{ "x-unit": word, minPrecision: number },
};

/** The keys and values that a reader has to find, without the keywords themselves. */
function leavesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(leavesOf);
  if (typeof value !== "object" || value === null) return value === true ? [] : [String(value)];
  return Object.entries(value).flatMap(([key, below]) => [
    ...(key in KEYWORDS || key === "propertyName" || key === "mapping" ? [] : [key]),
    ...leavesOf(below),
  ]);
}

test("of any keywords, each can be read with all of its values, and changes the words", () => {
  const schemas = fc.record(KEYWORDS, { requiredKeys: [] });
  fc.assert(
    fc.property(schemas, (schema) => {
      const said = inWords(schema);
      expect(leavesOf(schema).filter((leaf) => !said.includes(leaf))).toEqual([]);
      for (const [name, value] of Object.entries(schema)) expect(inWords({ [name]: value })).not.toBe(inWords({}));
    }),
  );
});

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
