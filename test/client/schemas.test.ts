import { describe, expect, test } from "vitest";
import { requestExamples } from "../../generated/contract.js";
import * as schemas from "../../src/client/schemas.js";
import { example } from "./examples.js";

const { webhookCreateInput: schema } = schemas;

describe("the schema of an input is a Standard Schema", () => {
  test("for each method that takes one", () => {
    expect(Object.keys(schemas)).toHaveLength(Object.keys(requestExamples).length);
    for (const { "~standard": standard } of Object.values(schemas)) {
      expect(standard).toMatchObject({ version: 1, vendor: "service-admin-api" });
    }
  });

  test("that returns what the contract accepts as it is", () => {
    const { webhook } = example("WebhookComplete");
    expect(schema["~standard"].validate(webhook)).toEqual({ value: webhook });
  });

  test("that returns everything the contract refuses, each at its field", () => {
    const result = schema["~standard"].validate({ topic: "orders", format: "csv", app_id: 1.5 });
    expect(result.issues?.map(({ path, message }) => [path.join("."), message])).toEqual([
      ["address", "must have required property 'address'"],
      ["topic", expect.stringMatching(/^must /)],
      ["format", "must be equal to one of the allowed values: json, xml"],
      ["app_id", "must be integer"],
    ]);
  });

  test.each([undefined, null, "text", []])("that refuses %o, and not the envelope around it", (value) => {
    expect(schema["~standard"].validate(value)).toEqual({ issues: [{ message: "must be object", path: [] }] });
  });
});
