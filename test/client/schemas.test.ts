import { describe, expect, test } from "vitest";
import { requestExamples } from "../../generated/contract.js";
import { bodies } from "../../generated/validators.js";
import * as schemas from "../../src/client/schemas.js";
import { standardSchema } from "../../src/standard-schema.js";
import { input } from "./examples.js";

const schema = standardSchema(bodies["createWebhook"], "webhook");

describe("schemas of inputs", () => {
  test("each method that takes an input has a Standard Schema for it", () => {
    expect(Object.keys(schemas)).toHaveLength(Object.keys(requestExamples).length);
    for (const { "~standard": standard } of Object.values(schemas)) {
      expect(standard).toMatchObject({ version: 1, vendor: "service-admin-api" });
    }
  });

  test("a schema returns what the contract accepts as it is", () => {
    expect(schema["~standard"].validate(input)).toEqual({ value: input });
  });

  test("a schema returns an issue at each field that the contract refuses", () => {
    const { issues = [] } = schema["~standard"].validate({ address: {}, app_id: "many" });
    expect(issues.map(({ path, message }) => `${path.join(".")} ${message}`).sort()).toEqual([
      "address must be a string",
      "app_id must be an integer",
      "topic is required",
    ]);
  });

  test.each([undefined, null, "text", []])("a schema refuses %o, and does not name the envelope around it", (value) => {
    expect(schema["~standard"].validate(value)).toEqual({ issues: [{ message: "must be an object", path: [] }] });
  });
});
