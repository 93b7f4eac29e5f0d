import { describe, expect, test } from "vitest";
import { neededBump } from "../../tools/diff/changes.js";
import { compare } from "../../tools/diff/compare.js";
import { readLibrary, set } from "./library.js";

/** Two schemas: every value of the first is also one of the second. */
type Bound = readonly [what: string, narrow: object, wide: object];

const room = { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } };
const shelf = { type: "object", properties: { a: { type: "integer" } } };
const list = { type: "array", items: { type: "integer" } };

const BOUNDS: readonly Bound[] = [
  ["maxLength", { type: "string", maxLength: 5 }, { type: "string", maxLength: 9 }],
  ["minLength", { type: "string", minLength: 1 }, { type: "string", minLength: 0 }],
  ["pattern", { type: "string", pattern: "^a$" }, { type: "string" }],
  ["format", { type: "string", format: "uri" }, { type: "string" }],
  ["maximum", { type: "integer", maximum: 5 }, { type: "integer" }],
  ["minimum", { type: "integer", minimum: 5 }, { type: "integer", minimum: 4 }],
  ["exclusiveMaximum", { type: "number", exclusiveMaximum: 5 }, { type: "number", exclusiveMaximum: 6 }],
  ["exclusiveMinimum", { type: "number", exclusiveMinimum: 5 }, { type: "number" }],
  ["integers among numbers", { type: "integer" }, { type: "number" }],
  ["uniqueItems", { ...list, uniqueItems: true }, list],
  ["minItems", { ...list, minItems: 2 }, { ...list, minItems: 1 }],
  ["maxItems", { ...list, maxItems: 2 }, list],
  ["bounds of items", { ...list, items: { type: "integer", maximum: 1 } }, list],
  ["minProperties", { ...room, minProperties: 1 }, room],
  ["maxProperties", { ...room, maxProperties: 1 }, room],
  ["required", { ...room, required: ["a", "b"] }, { ...room, required: ["a"] }],
  ["additionalProperties", { ...room, additionalProperties: false }, room],
  ["bounds of a part of allOf", { allOf: [{ type: "string" }, { maxLength: 5 }] }, { allOf: [{ type: "string" }] }],
];

/** The same where the types show the values, so that code which handles the others does not compile any more. */
const TYPED_BOUNDS: readonly Bound[] = [
  ["enum", { type: "string", enum: ["a"] }, { type: "string", enum: ["a", "b"] }],
  ["enum and any value", { type: "string", enum: ["a"] }, { type: "string" }],
  ["null", { type: "string" }, { type: ["string", "null"] }],
  ["types", { type: "integer" }, { type: ["integer", "string"] }],
  ["no type", { type: "string" }, {}],
  ["alternatives", { anyOf: [{ type: "string" }, room] }, { anyOf: [{ type: "string" }, room, list] }],
];

/** The same below a combinator, or in another spelling: one or the other may be less than it seems. */
const COMPARED_BY_HAND: readonly Bound[] = [
  ["a format with more values", { type: "integer", format: "int32" }, { type: "integer", format: "int64" }],
  ["multipleOf", { type: "integer", multipleOf: 4 }, { type: "integer", multipleOf: 2 }],
  ["maximum and exclusiveMaximum", { type: "number", exclusiveMaximum: 5 }, { type: "number", maximum: 5 }],
  ["maximum and a greater exclusiveMaximum", { type: "number", maximum: 5 }, { type: "number", exclusiveMaximum: 6 }],
  ["const and enum", { const: "a" }, { enum: ["a", "b"] }],
  ["contains", { ...list, contains: { const: 1 } }, list],
  ["propertyNames", { ...room, propertyNames: { maxLength: 9 } }, room],
  ["dependentRequired", { ...room, dependentRequired: { a: ["b"] } }, room],
  // biome-ignore lint/suspicious/noThenProperty: the keyword has this name.
  ["if and then", { ...room, if: { required: ["a"] }, then: { required: ["b"] } }, room],
  ["not", { type: "string", not: { const: "a" } }, { type: "string" }],
  ["alternatives that exclude each other", { oneOf: [room, shelf] }, { anyOf: [room, shelf] }],
  ["enum and choices", { type: "string", enum: ["a"] }, { oneOf: [{ const: "a" }, { const: "b" }] }],
  ["enum and an open one", { type: "string", enum: ["a"] }, { anyOf: [{ enum: ["a"] }, { type: "string" }] }],
  ["null as an alternative", { type: "string" }, { anyOf: [{ type: "string" }, { type: "null" }] }],
  ["a first alternative", { type: "string" }, { oneOf: [{ type: "string" }, room] }],
  ["a member of oneOf", { oneOf: [{ type: "string", maxLength: 5 }, list] }, { oneOf: [{ type: "string" }, list] }],
  ["a pattern of fields", { ...room, patternProperties: { "^x": { type: "string" } } }, room],
  [
    "a second bound in allOf",
    { type: "string", maxLength: 9, allOf: [{ maxLength: 5 }] },
    { type: "string", maxLength: 9 },
  ],
];

const newBook = "/components/requestBodies/NewBook/content/application~1json/schema";
const notice = "/components/pathItems/Notice/post";

const SENT = [
  "/components/parameters/Sort/schema",
  "/paths/~1rooms~1{room}~1shelves~1{shelf}/put/parameters/3/schema",
  `${newBook}/properties/drawn`,
  `${newBook}/properties/tags/items`,
];
const RECEIVED = [
  "/components/schemas/Book/properties/drawn",
  "/components/schemas/Room/properties/drawn",
  "/components/responses/Books/headers/X-Total/schema",
  `${notice}/requestBody/content/application~1json/schema/properties/drawn`,
  "/components/schemas/Book/properties/authors/items",
];

/** The bump of a change from one schema to another, at a place. */
function bumpOf(place: string, before: object, after: object) {
  const [base, revision] = [before, after].map((schema) => {
    const contract = readLibrary();
    set(place, schema)(contract);
    return contract;
  });
  return neededBump(compare(base, revision));
}

describe.each([
  ["", BOUNDS, "minor"],
  [", which the types show", TYPED_BOUNDS, "major"],
] as const)("wherever a schema is, more values%s, are minor to send and major to receive, for", (_, bounds, fewer) => {
  test.each(bounds)("%s", (__, narrow, wide) => {
    for (const place of SENT) {
      expect([bumpOf(place, narrow, wide), bumpOf(place, wide, narrow)], place).toEqual(["minor", "major"]);
    }
    for (const place of RECEIVED) {
      expect([bumpOf(place, narrow, wide), bumpOf(place, wide, narrow)], place).toEqual(["major", fewer]);
    }
  });
});

test.each(COMPARED_BY_HAND)("more values and fewer are major, to be compared by hand, for %s", (_, narrow, wide) => {
  for (const place of [...SENT, ...RECEIVED]) {
    expect([bumpOf(place, narrow, wide), bumpOf(place, wide, narrow)], place).toEqual(["major", "major"]);
  }
});

test("the same values in parts of allOf are a patch", () => {
  const parts = { allOf: [{ type: "object" }, { properties: { a: { type: "string" } } }, room] };
  for (const place of [...SENT, ...RECEIVED]) {
    expect([bumpOf(place, room, parts), bumpOf(place, parts, room)], place).toEqual(["patch", "patch"]);
  }
});
