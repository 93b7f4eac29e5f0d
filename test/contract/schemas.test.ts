import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
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

const moments = {
  accepted: ["2026-12-31T23:59:59", "2026-04-30T00:00:00", "2028-02-29T08:15:00.5", "2000-02-29T08:15:00.123456"],
  refused: [
    ...["2026-02-29T08:15:00", "2100-02-29T08:15:00", "2026-04-31T08:15:00", "2026-12-32T08:15:00"],
    ...["2026-13-01T08:15:00", "2026-00-01T08:15:00", "2026-03-00T08:15:00", "2026-03-02T24:00:00"],
    ...["2026-03-02T08:60:00", "2026-03-02T08:15:60", "2026-03-02T08:15", "2026-03-02T08:15:7"],
    ...["2026-03-02T08:15:00,5", "2026-03-02t08:15:00", "2026-03-02 08:15:00", "26-03-02T08:15:00"],
  ],
};
const zones = ["Z", "+00:00", "+02:00", "-05:30", "+23:59", "", "z", "+0200", "+2:00", "+24:00", "+02:60"];

test.each([
  ["an oauth record", "in UTC with a Z", "OAuth", ["Z"]],
  ["a subscription", "with a numeric offset", "Webhook", ["+00:00", "+02:00", "-05:30", "+23:59"]],
])("the times of %s are moments that exist, %s", (_resource, _form, schema, allowed) => {
  for (const field of ["created_at", "updated_at"]) {
    const isAccepted = (time: string) => accepts(schema, field, time);
    for (const moment of moments.accepted)
      expect(
        zones.filter((zone) => isAccepted(moment + zone)),
        moment,
      ).toEqual(allowed);
    expect(moments.refused.filter((moment) => allowed.some((zone) => isAccepted(moment + zone)))).toEqual([]);
    expect(isAccepted("2026-03-02")).toBe(false);
  }
});

// Types and allowed values of all fields: facts.test.ts.
describe("fields of a subscription", () => {
  test("the topic of a subscription has two parts", () => {
    const topics = ["orders/create", "a/b", "orders", "orders/", "/create", "orders/create/now", "", 7];
    expect(topics.filter((topic) => accepts("Webhook", "topic", topic))).toEqual(topics.slice(0, 2));
  });

  test("the address of a subscription is a URL", () => {
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
