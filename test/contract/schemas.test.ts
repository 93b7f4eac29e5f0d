import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { exampleOf } from "../../tools/contract/examples.js";
import { readContract } from "./contract.js";

const contract = readContract();
// In strict mode, ajv refuses OpenAPI's own keywords, such as "example".
const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema(Object(contract), "contract");

function accepts(schema: string, field: string, value: unknown): boolean {
  const validate = ajv.getSchema(`contract#/components/schemas/${schema}/properties/${field}`);
  if (!validate) throw new Error(`The contract has no ${schema}.${field}`);
  return validate(value) === true;
}

/** What looks like a moment: its parts are near to the ends of their ranges, on either side. */
const moment = fc.record({
  year: fc.constantFrom("2026", "2028", "2000", "2100"),
  month: fc.nat(13).map((month) => String(month).padStart(2, "0")),
  day: fc.constantFrom("00", "01", "28", "29", "30", "31", "32"),
  hour: fc.constantFrom("00", "08", "23", "24"),
  minute: fc.constantFrom("00", "59", "60"),
  between: fc.constantFrom("T", "T", "T", "t", " "),
  rest: fc.constantFrom(":15", ":59", ":60", ":15.5", ":15.123", ":15,5", "", ":7"),
  zone: fc.constantFrom("Z", "+00:00", "+02:00", "-05:30", "", "z", "+0200", "+2:00", "+24:00", "+02:60"),
});

/** JavaScript moves a day that a month does not have into the next month. */
function isReal(year: string, month: string, day: string, hour: string, minute: string): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute)));
  return date.toISOString().startsWith(`${year}-${month}-${day}T${hour}:${minute}`);
}

test.each([
  ["an oauth record", "in UTC with a Z", "OAuth", /^Z$/],
  ["a subscription", "with a numeric offset", "Webhook", /^[+-]([01]\d|2[0-3]):[0-5]\d$/],
] as const)("the times of %s are moments that exist, %s", (_resource, _form, schema, form) => {
  fc.assert(
    fc.property(fc.constantFrom("created_at", "updated_at"), moment, (field, parts) => {
      const { year, month, day, between, hour, minute, rest, zone } = parts;
      const isTime = isReal(year, month, day, hour, minute) && /^:[0-5]\d(\.\d+)?$/.test(rest);
      const isAllowed = isTime && between === "T" && form.test(zone);
      const text = `${year}-${month}-${day}${between}${hour}:${minute}${rest}${zone}`;
      expect([text, accepts(schema, field, text)]).toEqual([text, isAllowed]);
    }),
    { numRuns: 5000 },
  );
  expect(accepts(schema, "created_at", "2026-03-02")).toBe(false);
});

// Types and allowed values of all fields: facts.test.ts.
describe("the fields of a subscription follow the document", () => {
  test("topic has two parts", () => {
    const topics = ["orders/create", "a/b", "orders", "orders/", "/create", "orders/create/now", "", 7];
    expect(topics.filter((topic) => accepts("Webhook", "topic", topic))).toEqual(topics.slice(0, 2));
  });

  test("address is a URL", () => {
    const addresses = ["https://lantern-books.example/hooks", "http://127.0.0.1:8080/", "lantern-books", ""];
    expect(addresses.filter((address) => accepts("Webhook", "address", address))).toEqual(addresses.slice(0, 2));
  });
});

test("secrets are shown only as placeholders", () => {
  const shown = [...JSON.stringify(contract).matchAll(/"(client_secret|code|secret)":"([^"]*)"/g)];
  expect(shown.map(([, field, value]) => `${field} ${value}`)).toEqual([
    "client_secret <CLIENT_SECRET>",
    "code <CODE>",
    "secret <SIGNING_SECRET>",
  ]);
});

test("what several parts of a schema say of one field counts together", () => {
  const kinds = {
    type: "object",
    required: ["kind"],
    properties: { kind: { type: "string" }, size: { type: "string" } },
  };
  const book = { properties: { kind: { const: "book" } } };
  expect(exampleOf({ components: { schemas: {}, securitySchemes: {} } }, { allOf: [kinds, book] })).toEqual({
    kind: "book",
  });
});
