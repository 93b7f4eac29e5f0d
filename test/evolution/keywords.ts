/** A keyword of JSON Schema, as a contract would use it for one value. */
export interface KeywordUse {
  readonly schema: object;
  /** Matches the schema. */
  readonly valid: unknown;
  /** Does not match it; absent where every value does. */
  readonly invalid?: unknown;
}

// What a reader sees of them: test/docs/bounds.test.ts and any-contract.test.ts.
const text = { type: "string" };
const list = { type: "array", items: text };

/** Keywords for texts, numbers and truth values, which may stand in every place. */
export const scalarUses: Readonly<Record<string, KeywordUse>> = {
  string: { schema: text, valid: "plain" },
  integer: { schema: { type: "integer" }, valid: 7, invalid: "seven" },
  number: { schema: { type: "number" }, valid: 1.5, invalid: "much" },
  boolean: { schema: { type: "boolean" }, valid: true, invalid: "perhaps" },
  minLength: { schema: { ...text, minLength: 5 }, valid: "lantern", invalid: "oil" },
  maxLength: { schema: { ...text, maxLength: 13 }, valid: "short", invalid: "a very long text" },
  pattern: { schema: { ...text, pattern: "^[a-f]+$" }, valid: "abc", invalid: "xyz" },
  uuid: { schema: { ...text, format: "uuid" }, valid: "7f9c2ba4-e88f-4d2b-a3d1-5a3c5e7f9b10", invalid: "7f9c" },
  date: { schema: { ...text, format: "date" }, valid: "2026-03-02", invalid: "tomorrow" },
  email: { schema: { ...text, format: "email" }, valid: "ada@lantern.example", invalid: "ada" },
  unknownFormat: { schema: { ...text, format: "color" }, valid: "red" },
  minimum: { schema: { type: "integer", minimum: 17 }, valid: 18, invalid: 16 },
  maximum: { schema: { type: "integer", maximum: 93 }, valid: 92, invalid: 94 },
  exclusiveMinimum: { schema: { type: "number", exclusiveMinimum: 41 }, valid: 42, invalid: 41 },
  exclusiveMaximum: { schema: { type: "number", exclusiveMaximum: 59 }, valid: 58, invalid: 59 },
  multipleOf: { schema: { type: "integer", multipleOf: 23 }, valid: 46, invalid: 47 },
  enum: { schema: { ...text, enum: ["amber", "violet"] }, valid: "amber", invalid: "green" },
  integerEnum: { schema: { type: "integer", enum: [3, 71] }, valid: 71, invalid: 4 },
  const: { schema: { const: "always" }, valid: "always", invalid: "never" },
  default: { schema: { ...text, default: "usual" }, valid: "other" },
  title: { schema: { ...text, title: "A title" }, valid: "text" },
  deprecated: { schema: { ...text, deprecated: true }, valid: "text" },
  anyOf: { schema: { anyOf: [{ type: "integer" }, { ...text, maxLength: 4 }] }, valid: 5, invalid: "too long" },
  oneOf: { schema: { oneOf: [{ type: "integer" }, { type: "boolean" }] }, valid: 5, invalid: "text" },
  allOf: { schema: { allOf: [text, { minLength: 6 }] }, valid: "lantern", invalid: "oil" },
  not: { schema: { ...text, not: { enum: ["forbidden"] } }, valid: "allowed", invalid: "forbidden" },
  comment: { schema: { ...text, $comment: "For us." }, valid: "text" },
  extension: { schema: { ...text, "x-internal": true }, valid: "text" },
};

/** Keywords for values that only JSON can hold. */
export const jsonUses: Readonly<Record<string, KeywordUse>> = {
  nullable: { schema: { type: ["string", "null"] }, valid: null, invalid: 5 },
  array: { schema: list, valid: ["a", "b"], invalid: "a" },
  minItems: { schema: { ...list, minItems: 2 }, valid: ["a", "b"], invalid: ["a"] },
  maxItems: { schema: { ...list, maxItems: 3 }, valid: ["a"], invalid: ["a", "b", "c", "d"] },
  uniqueItems: { schema: { ...list, uniqueItems: true }, valid: ["a"], invalid: ["a", "a"] },
  prefixItems: {
    schema: { type: "array", prefixItems: [text, { type: "integer" }] },
    valid: ["a", 1],
    invalid: [1, "a"],
  },
  contains: { schema: { ...list, contains: { const: "root" } }, valid: ["root"], invalid: ["leaf"] },
  object: {
    schema: { type: "object", required: ["inner"], properties: { inner: described({ type: "integer" }, 4) } },
    valid: { inner: 4 },
    invalid: { inner: "four" },
  },
  additionalProperties: {
    schema: { type: "object", additionalProperties: text },
    valid: { a: "b" },
    invalid: { a: 1 },
  },
  closed: {
    schema: { type: "object", properties: { known: described(text, "yes") }, additionalProperties: false },
    valid: { known: "yes" },
    invalid: { unknown: 1 },
  },
  unevaluatedProperties: {
    schema: { type: "object", properties: { known: described(text, "yes") }, unevaluatedProperties: false },
    valid: { known: "yes" },
    invalid: { unknown: 1 },
  },
  minProperties: { schema: { type: "object", minProperties: 1 }, valid: { a: 1 }, invalid: {} },
  maxProperties: { schema: { type: "object", maxProperties: 1 }, valid: { a: 1 }, invalid: { a: 1, b: 2 } },
  patternProperties: {
    schema: { type: "object", patternProperties: { "^n_": { type: "integer" } } },
    valid: { n_one: 1 },
    invalid: { n_one: "one" },
  },
  propertyNames: {
    schema: { type: "object", propertyNames: { maxLength: 3 } },
    valid: { a: 1 },
    invalid: { long_name: 1 },
  },
  dependentRequired: {
    schema: {
      type: "object",
      properties: { a: described(text, "x"), b: described(text, "y") },
      dependentRequired: { a: ["b"] },
    },
    valid: { a: "x", b: "y" },
    invalid: { a: "x" },
  },
  ifThen: {
    // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema.
    schema: { if: { type: "string" }, then: { minLength: 2 } },
    valid: "text",
    invalid: "t",
  },
  reference: { schema: { $ref: "#/components/schemas/Marker" }, valid: { mark: "north" }, invalid: { mark: 5 } },
  referenceWithProse: {
    schema: { $ref: "#/components/schemas/Marker", deprecated: true },
    valid: { mark: "north" },
    invalid: { mark: 5 },
  },
  tree: {
    schema: { $ref: "#/components/schemas/Tree" },
    valid: { leaf: "a", children: [{ leaf: "b" }] },
    invalid: { leaf: "a", children: [{ leaf: 5 }] },
  },
  union: {
    schema: {
      oneOf: [
        { type: "object", required: ["kind"], properties: { kind: described({ const: "circle" }, "circle") } },
        { type: "object", required: ["side"], properties: { side: described({ type: "integer" }, 3) } },
      ],
    },
    valid: { kind: "circle" },
    invalid: { kind: "square" },
  },
  anything: { schema: {}, valid: { any: ["thing"] } },
};

/** The schemas that some of the uses refer to. */
export const referredSchemas = {
  Marker: {
    type: "object",
    description: "A mark on a map.",
    required: ["mark"],
    properties: { mark: described(text, "north") },
  },
  Tree: {
    type: "object",
    description: "A tree of trees.",
    required: ["leaf"],
    properties: {
      leaf: described(text, "a"),
      children: {
        type: "array",
        description: "The trees below.",
        items: { $ref: "#/components/schemas/Tree" },
      },
    },
  },
};

/** A schema with the prose that the lint requires. */
export function described(schema: object, example: unknown): object {
  return { ...schema, description: "Made for a test.", examples: [example] };
}
