import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { at, keysAt, readContract } from "./contract.js";

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

describe.each(["created_at", "updated_at"])("%s has the form that the document describes", (field) => {
  const moment = "2026-03-02T08:15:00";

  test.each([`${moment}Z`, `${moment}.5Z`])("in an oauth record, it may be %s", (value) => {
    expect(accepts("OAuth", field, value)).toBe(true);
  });

  test.each([
    `${moment}+00:00`,
    `${moment}+02:00`,
    moment,
    `${moment}z`,
    "2026-13-02T08:15:00Z",
    "2026-02-30T08:15:00Z",
    "2026-03-02",
  ])("in an oauth record, it may not be %s", (value) => {
    expect(accepts("OAuth", field, value)).toBe(false);
  });

  test.each([
    `${moment}+02:00`,
    `${moment}-05:30`,
    `${moment}+00:00`,
    `${moment}.123+02:00`,
    "2028-02-29T08:15:00+02:00",
  ])("in a subscription, it may be %s", (value) => {
    expect(accepts("Webhook", field, value)).toBe(true);
  });

  test.each([
    `${moment}Z`,
    moment,
    `${moment}+2:00`,
    `${moment}+0200`,
    "2026-03-32T08:15:00+02:00",
    "2026-03-02T24:15:00+02:00",
    "2026-02-30T08:15:00+02:00",
    "2026-02-29T08:15:00+02:00",
    "2026-04-31T08:15:00+02:00",
    "2100-02-29T08:15:00+02:00",
  ])("in a subscription, it may not be %s", (value) => {
    expect(accepts("Webhook", field, value)).toBe(false);
  });
});

describe("the fields of a subscription follow the document", () => {
  test.each(["orders/create", "a/b"])("topic may be %s", (topic) => {
    expect(accepts("Webhook", "topic", topic)).toBe(true);
  });

  test.each(["orders", "orders/", "/create", "orders/create/now", "", 7])("topic may not be %o", (topic) => {
    expect(accepts("Webhook", "topic", topic)).toBe(false);
  });

  test("format is json or xml", () => {
    expect(["json", "xml", "csv", "JSON"].filter((format) => accepts("Webhook", "format", format))).toEqual([
      "json",
      "xml",
    ]);
  });

  test("address is a URL", () => {
    const addresses = ["https://lantern-books.example/hooks", "http://127.0.0.1:8080/", "lantern-books", ""];
    expect(addresses.filter((address) => accepts("Webhook", "address", address))).toEqual(addresses.slice(0, 2));
  });

  test("id is an integer", () => {
    expect([1001, "1001", 1.5].filter((id) => accepts("Webhook", "id", id))).toEqual([1001]);
  });
});

test("secrets are shown only as placeholders", () => {
  const shown = keysAt(contract, "/components/examples").flatMap((name) =>
    [
      ...JSON.stringify(at(contract, `/components/examples/${name}`)).matchAll(
        /"(client_secret|code|secret)":"([^"]*)"/g,
      ),
    ].map(([, field, value]) => `${field} ${value}`),
  );
  expect(shown).toEqual(["client_secret <CLIENT_SECRET>", "code <CODE>", "secret <SIGNING_SECRET>"]);
});
