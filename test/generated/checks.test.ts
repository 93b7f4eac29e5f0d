import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Check } from "../../src/contract-types.js";
import { resolved } from "../contract/contract.js";
import { set } from "../contract/edits.js";
import { PLACES, type Place, usesIn, withEveryKeyword } from "../evolution/grown.js";
import { jsonUses, referredSchemas, scalarUses } from "../evolution/keywords.js";
import { pointers } from "../worlds/documented.js";
import { type World, worldOf } from "../worlds/world.js";

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

let world: World;

beforeAll(async () => {
  const document = withEveryKeyword();
  const setBody = (operation: string, schema: object) =>
    set(`${resolved(document, `${operation}/requestBody`)}/content`, { "application/json": { schema } })(document);
  setBody(pointers.update, schema);
  setBody(pointers.trigger, { anyOf: [{ type: "integer" }, { type: "string" }] });
  world = await worldOf(document);
});

describe("a generated check finds what ajv finds", () => {
  const value = fc
    .tuple(...uses.map((use) => fc.constantFrom(undefined, use.valid, use.invalid, null, 7, "text", [], {})))
    .map((values) =>
      Object.fromEntries(values.flatMap((value, index) => (value === undefined ? [] : [[names[index], value]]))),
    );

  test("in a value of a wrong type, where several types are allowed one by one, as one finding", () => {
    const either = checkOf("deliverWebhook");
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
    const check = checkOf("updateWebhook");
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
    const check = checkOf("updateWebhook");
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

describe("the sandbox checks every keyword, wherever it is in an operation", () => {
  test.each(PLACES)("%s: it takes what matches, and refuses what does not", async (place) => {
    const wrong: string[] = [];
    for (const [name, { valid, invalid }] of Object.entries(usesIn(place))) {
      if (!(await isTaken(place, name, valid))) wrong.push(`${name} is refused`);
      if (invalid !== undefined && (await isTaken(place, name, invalid))) wrong.push(`another ${name} is taken`);
    }
    expect(wrong).toEqual([]);
  });
});

function checkOf(operation: string): Check {
  return world.modules.validators.bodies[operation] ?? (() => false);
}

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

const item = { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" };

/** Whether the sandbox takes a value in a request; for one in an answer, in the item of a seed. */
async function isTaken(place: Place, name: string, value: unknown): Promise<boolean> {
  const { createSandbox } = world.modules.sandbox;
  if (place === "answer") {
    const create = () => createSandbox({ seed: [Object({ ...item, [name]: value })] });
    return Promise.resolve()
      .then(create)
      .then(Boolean, (error) => {
        expect(error).toBeInstanceOf(RangeError);
        return false;
      });
  }
  const headers: Record<string, string> = { "X-Service-Access-Token": "any", "Content-Type": "application/json" };
  const url = new URL("http://sandbox.test/api/admin/26.0/webhooks");
  if (place === "path") url.pathname += `/by/${name}/${encodeURIComponent(String(value))}`;
  if (place === "query") url.searchParams.set(name, String(value));
  if (place === "header") headers[name] = String(value);
  const sent = { webhook: { ...item, [name]: value } };
  const body = place === "body" ? { method: "POST", body: JSON.stringify(sent) } : {};
  const { status } = await createSandbox({ seed: 1 }).fetch(url, { headers, ...body });
  expect([200, 422]).toContain(status);
  return status === 200;
}
