import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { neededBump } from "../../tools/diff/changes.js";
import { compare } from "../../tools/diff/compare.js";

/** Schemas in which every kind of keyword can be next to every other. */
const { schema } = fc.letrec<{ schema: object }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<object>({}, { type: "string" }, { type: "integer" }, { type: "number" }, { type: "null" }),
    fc.constantFrom<object>({ enum: ["a", 1] }, { enum: ["a"] }, { const: 1 }, { type: ["string", "null"] }),
    fc.constantFrom<object>({ minimum: 1 }, { type: "integer", maximum: 1 }, { type: "string", maxLength: 1 }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ oneOf: fc.array(tie("schema"), { minLength: 1, maxLength: 3 }) }),
    fc.record({ allOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    fc.record({ type: fc.constant("string"), maxLength: fc.constantFrom(1, 2), allOf: fc.tuple(tie("schema")) }),
    fc.record({ not: tie("schema") }),
    // biome-ignore lint/suspicious/noThenProperty: the keyword has this name.
    fc.record({ if: tie("schema"), then: tie("schema"), else: tie("schema") }, { requiredKeys: ["if"] }),
    fc.record({ type: fc.constant("array"), items: tie("schema") }),
    fc.record(
      {
        type: fc.constant("object"),
        // All list the same fields: a new one is minor, although callers might have sent it before.
        properties: fc.record({ a: tie("schema"), b: tie("schema") }),
        required: fc.subarray(["a", "b"]),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        unevaluatedProperties: fc.oneof(fc.boolean(), tie("schema")),
        patternProperties: fc.record({ "^a": tie("schema"), "^c": tie("schema") }, { requiredKeys: [] }),
        propertyNames: tie("schema"),
      },
      { requiredKeys: ["type", "properties"] },
    ),
  ),
}));

const scalars = ["a", "bb", 0, 1, 2.5, true, null];
const values = [
  ...scalars,
  [],
  [1],
  ["bb"],
  {},
  ...scalars.flatMap((value) => [{ a: value }, { b: value }, { a: 1, b: value }, { a: "bb", c: value }]),
];

/** A contract with a schema, in what callers send or receive. */
function contractWith(used: object, direction: "sent" | "received"): object {
  const body = { content: { "application/json": { schema: { type: "array", items: used } } } };
  const operation = direction === "sent" ? { requestBody: body } : { responses: { 200: body } };
  return { openapi: "3.1.1", paths: { "/items": { put: { operationId: "put", ...operation } } } };
}

const ajv = new Ajv2020({ strict: false });

test("callers may no longer send a value, or may receive another one, only with a major version", () => {
  const law = fc.property(schema, schema, (before, after) => {
    const [was, is] = [ajv.compile(before), ajv.compile(after)];
    const [narrower, wider] = [
      values.some((value) => was(value) && !is(value)),
      values.some((value) => !was(value) && is(value)),
    ];
    const bumpOf = (direction: "sent" | "received") =>
      neededBump(compare(contractWith(before, direction), contractWith(after, direction)));
    if (narrower) expect(bumpOf("sent")).toBe("major");
    if (wider) expect(bumpOf("received")).toBe("major");
  });
  fc.assert(law, { numRuns: 500 });
});
