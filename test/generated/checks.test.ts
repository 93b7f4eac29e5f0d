import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { transform } from "esbuild";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Check } from "../../src/contract.js";
import { contractOf } from "../../tools/contract/model.js";
import { generateValidators } from "../../tools/generate/validators.js";
import { resolved } from "../contract/contract.js";
import { set } from "../diff/library.js";
import { withEveryKeyword } from "../evolution/grown.js";
import { jsonUses, referredSchemas, scalarUses } from "../evolution/keywords.js";
import { pointers } from "../worlds/documented.js";

const uses = Object.values({ ...scalarUses, ...jsonUses });
// Names that mean something in code, in a pattern or in a JSON pointer.
const names = uses.map((_, index) => `f${index} }/~"'\`\${x}\\,errors`);
const schema = {
  type: "object",
  required: names.slice(0, 3),
  properties: Object.fromEntries(uses.map((use, index) => [names[index], use.schema])),
};

const plain = new Ajv2020({ allErrors: true, strict: false, logger: false });
addFormats.default(plain);
const expected = plain.compile({ ...schema, components: { schemas: referredSchemas } });

describe("a generated check finds what ajv finds", () => {
  let check: Check;
  let either: Check;

  beforeAll(async () => {
    const document = withEveryKeyword();
    const setBody = (operation: string, schema: object) =>
      set(`${resolved(document, `${operation}/requestBody`)}/content`, { "application/json": { schema } })(document);
    setBody(pointers.create, schema);
    setBody(pointers.update, { anyOf: [{ type: "integer" }, { type: "string" }] });
    const { code } = await transform(await generateValidators(contractOf(document)), { loader: "ts" });
    const { bodies } = await import(`data:text/javascript;base64,${Buffer.from(code).toString("base64")}`);
    check = bodies["createWebhook"];
    either = bodies["updateWebhook"];
  });

  const value = fc
    .tuple(...uses.map((use) => fc.constantFrom(undefined, use.valid, use.invalid, null, 7, "text", [], {})))
    .map((values) =>
      Object.fromEntries(values.flatMap((value, index) => (value === undefined ? [] : [[names[index], value]]))),
    );

  test("in a value of a wrong type, where several types are allowed one by one, as one finding", () => {
    for (const [value, found] of [
      [7, []],
      ["7", []],
      [7.5, ["must be a whole number or text"]],
      [null, ["must be a whole number or text"]],
    ] as const) {
      either(value);
      expect((either.errors ?? []).map(({ message }) => message)).toEqual(found);
    }
  });

  test("in drawn values of every keyword", () => {
    fc.assert(
      fc.property(value, (drawn) => {
        expect(check(drawn)).toBe(expected(drawn));
        const places = (check.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
        expect(places.sort()).toEqual((expected.errors ?? []).map(placeOf).sort());
      }),
      { numRuns: 300 },
    );
  });

  test("and says in plain words what is wrong, whatever the keyword", () => {
    const told = new Set<string>();
    fc.assert(
      fc.property(fc.oneof(value, fc.constant(broken)), (drawn) => {
        check(drawn);
        for (const { keyword, message } of check.errors ?? []) {
          told.add(keyword);
          expect(message).toMatch(/^(is|must be|must have|must look like|has a name that) [\w ,.:/-]+$/);
          expect(message).not.toMatch(SPEECH_OF_SCHEMAS);
        }
      }),
      { numRuns: 300 },
    );
    expected(broken);
    expect(told).toEqual(new Set((expected.errors ?? []).map(({ keyword }) => keyword)));
  });
});

/** Breaks every keyword. */
const broken = Object.fromEntries(
  uses.flatMap(({ invalid }, index) => (index < 1 || invalid === undefined ? [] : [[names[index], invalid]])),
);

/** A name such as `minLength`, and the words of somebody who knows JSON Schema. */
const SPEECH_OF_SCHEMAS = /[a-z][A-Z]|NOT|schema|valid|pattern|integer|string|array|boolean|propert/;

/** Where a finding belongs: at the field that is missing, unknown or named wrongly. */
function placeOf({ instancePath, keyword, params, propertyName = params["propertyName"] }: ErrorObject): string {
  const { missingProperty, additionalProperty, unevaluatedProperty } = params;
  const field = missingProperty ?? additionalProperty ?? unevaluatedProperty ?? propertyName;
  const below = field === undefined ? "" : `/${field.replaceAll("~", "~0").replaceAll("/", "~1")}`;
  return `${instancePath}${below} ${keyword}`;
}
