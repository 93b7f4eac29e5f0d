import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Check } from "../../src/contract.js";
import { resolved } from "../contract/contract.js";
import { set } from "../diff/library.js";
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
      [7.5, ["must be integer,string"]],
      [null, ["must be integer,string"]],
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
        expect(placesOf(check.errors)).toEqual(placesOf(expected.errors));
      }),
      { numRuns: 300 },
    );
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

function placesOf(findings: Check["errors"]): unknown[] {
  const all = (findings ?? []).map(({ instancePath, keyword, message }) => [instancePath, keyword, message]);
  return all.map((one) => String(one).replace(/(one of the allowed values).*/, "$1")).sort();
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
