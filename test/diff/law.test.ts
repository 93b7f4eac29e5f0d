import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compare } from "./rating.js";

type Schema = Record<string, unknown>;

/** One keyword at a time, with values that a short list of values distinguishes. */
const { keyword, schema } = fc.letrec<{ keyword: Schema; schema: Schema }>((tie) => {
  const [size, names] = [fc.nat({ max: 2 }), fc.subarray(["a", "b"])];
  const [inner, members] = [tie("schema"), fc.array(tie("schema"), { minLength: 1, maxLength: 2 })];
  const type = fc.constantFrom<unknown>("string", "integer", "number", "object", "array", ["string", "null"]);
  const values = fc.subarray<unknown>(["a", "bb", 1, null, {}, { a: 1 }], { minLength: 1 });
  const of = (names: string, value: fc.Arbitrary<unknown>) =>
    names.split(" ").map((name) => value.map((drawn): Schema => ({ [name]: drawn })));
  return {
    keyword: fc.oneof(
      { maxDepth: 2, depthIdentifier: "schema" },
      fc.oneof(
        ...[...of("type", type), ...of("enum", values), ...of("const", fc.constantFrom<unknown>("a", 1, { a: 1 }))],
        ...of("minLength maxLength minItems maxItems minProperties maxProperties", size),
        ...of("minimum maximum exclusiveMinimum exclusiveMaximum minContains maxContains", size),
        ...[...of("multipleOf", fc.constantFrom(1, 2)), ...of("pattern", fc.constantFrom("^a$", "b"))],
        ...[...of("uniqueItems", fc.boolean()), ...of("required", names)],
        ...of("dependentRequired", fc.record({ a: names })),
      ),
      fc.oneof(
        ...of("anyOf oneOf allOf prefixItems", members),
        ...of("not if then else contains propertyNames items", inner),
        ...of("additionalProperties unevaluatedProperties unevaluatedItems", fc.oneof(fc.boolean(), inner)),
        // All list the same fields: a new one is minor, although callers might have sent it before.
        ...of("properties", fc.record({ a: inner, b: inner })),
        ...of("patternProperties", fc.record({ "^a": inner })),
        ...of("dependentSchemas", fc.record({ a: inner })),
      ),
    ),
    schema: fc
      .array(tie("keyword"), { maxLength: 3, depthIdentifier: "schema" })
      .map((keywords): Schema => Object.assign({}, ...keywords)),
  };
});

/** A schema, and the same with one keyword added, removed or changed, at any depth. */
const edited = fc.tuple(schema, keyword, fc.nat(), fc.boolean()).map(([before, written, choice, isRemoved]) => {
  const after = structuredClone(before);
  const places = schemasIn(after);
  const place = places[choice % places.length] ?? after;
  const name = Object.keys(place)[choice % (Object.keys(place).length || 1)];
  if (isRemoved && name !== undefined) delete place[name];
  else if (!("properties" in written) || "properties" in place) Object.assign(place, structuredClone(written));
  return { before, after };
});

/** A schema and all that are in it. */
function schemasIn(value: unknown): Schema[] {
  if (Array.isArray(value)) return value.flatMap(schemasIn);
  if (typeof value !== "object" || value === null) return [];
  const schemas = Object.entries(value).flatMap(([keyword, inner]) => {
    if (["enum", "const", "dependentRequired"].includes(keyword)) return [];
    const isMap = ["properties", "patternProperties", "dependentSchemas"].includes(keyword);
    return isMap ? Object.values(Object(inner)).flatMap(schemasIn) : schemasIn(inner);
  });
  return [Object(value), ...schemas];
}

const scalars = ["a", "bb", "", 0, 1, 2, 2.5, true, null];
const VALUES = [
  ...scalars,
  ...[[], [1], ["bb"], ["a", "a"], [1, "bb", null], [{ a: 1 }]],
  {},
  ...scalars.flatMap((value) => [{ a: value }, { b: value }, { a: 1, b: value }, { a: "bb", c: value }]),
];

/** A contract in which each operation sends, or receives, a list of values of one schema. */
function contractWith(way: "sent" | "received", schemas: readonly object[]): object {
  const paths = schemas.map((items, index) => {
    const content = { "application/json": { schema: { type: "array", items } } };
    const operation =
      way === "sent"
        ? { requestBody: { content }, responses: { 200: { description: "" } } }
        : { responses: { 200: { description: "", content } } };
    return [`/${index}`, { put: { operationId: `put${index}`, ...operation } }];
  });
  return { openapi: "3.1.1", info: { title: "", version: "" }, paths: Object.fromEntries(paths) };
}

const ajv = new Ajv2020({ strict: false });

test.each([
  ["sent", "refused now", (was: boolean, is: boolean) => was && !is],
  ["received", "new to callers", (was: boolean, is: boolean) => !was && is],
] as const)("another keyword is major where a value that is %s is %s", async (way, _, breaks) => {
  const cases = fc.sample(edited, { numRuns: 1_000, seed: 52 });
  const broken = cases.map(({ before, after }) => {
    const [was, is] = [ajv.compile(before), ajv.compile(after)];
    return VALUES.find((value) => breaks(was(value), is(value)));
  });
  const sides = (["before", "after"] as const).map((side) => cases.map((one) => one[side]));
  const { changes } = await compare(contractWith(way, sides[0] ?? []), contractWith(way, sides[1] ?? []));
  const major = new Set(changes.filter(({ impact }) => impact === "major").map(({ path }) => path.split("/")[2]));
  const missed = cases.flatMap((one, index) =>
    broken[index] === undefined || major.has(`~1${index}`) ? [] : [{ ...one, value: broken[index] }],
  );
  expect(missed.map((one) => JSON.stringify(one))).toEqual([]);
  // The draw has to break callers often, and not always.
  const count = broken.filter((value) => value !== undefined).length;
  expect(count).toBeGreaterThan(100);
  expect(count).toBeLessThan(900);
});
