import { describe, expect, test } from "vitest";
import { requestExamples } from "../../generated/contract.js";
import * as schemas from "../../src/client/schemas.js";
import { standardSchema } from "../../src/client/standard-schema.js";
import { documented } from "../worlds/documented-world.js";

const schema = standardSchema(documented.modules.validators.bodies["createWebhook"], "webhook");

describe("the schema of an input is a Standard Schema", () => {
  test("for each method that takes one", () => {
    expect(Object.keys(schemas)).toHaveLength(Object.keys(requestExamples).length);
    for (const { "~standard": standard } of Object.values(schemas)) {
      expect(standard).toMatchObject({ version: 1, vendor: "service-admin-api" });
    }
  });

  test("that returns what the contract accepts as it is", () => {
    const input = { topic: "orders/create", address: "https://front-end.example/hooks", app_id: 42 };
    expect(schema["~standard"].validate(input)).toEqual({ value: input });
  });

  test("that returns everything the contract refuses, each at its field", () => {
    expect(schema["~standard"].validate({ address: "nowhere", format: "csv", event: {}, app_id: 1.5 })).toEqual({
      issues: [
        { path: ["topic"], message: "must have required property 'topic'" },
        { path: ["address"], message: 'must match format "uri"' },
        { path: ["format"], message: "must be equal to one of the allowed values: json, xml" },
        { path: ["event"], message: "must be string" },
        { path: ["app_id"], message: "must be integer" },
      ],
    });
  });

  test.each([undefined, null, "text", []])("that refuses %o, and not the envelope around it", (value) => {
    expect(schema["~standard"].validate(value)).toEqual({ issues: [{ message: "must be object", path: [] }] });
  });
});
