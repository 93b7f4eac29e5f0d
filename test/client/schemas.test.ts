import { describe, expect, test } from "vitest";
import { operation, requestExamples } from "../../generated/contract.js";
import { bodies } from "../../generated/validators.js";
import * as schemas from "../../src/client/schemas.js";
import { standardSchema } from "../../src/client/standard-schema.js";
import type { Schema } from "../../src/contract-types.js";
import { ids, inputOf } from "../worlds/roles.js";

const { key, fields = {} } = operation(ids.create).body ?? {};
const schema = standardSchema(bodies[ids.create], key);

describe("the schema of an input is a Standard Schema", () => {
  test("for each method that takes one", () => {
    expect(Object.keys(schemas)).toHaveLength(Object.keys(requestExamples).length);
    for (const { "~standard": standard } of Object.values(schemas)) {
      expect(standard).toMatchObject({ version: 1, vendor: "service-admin-api" });
    }
  });

  test("that returns what the contract accepts as it is", () => {
    const input = inputOf("create");
    expect(schema["~standard"].validate(input)).toEqual({ value: input });
  });

  test("that returns everything the contract refuses, each at its field", () => {
    const [missing = "", ...required] = Object.keys(fields).filter((name) => fields[name]?.required);
    const wrong = Object.entries(fields).filter(([name]) => name !== missing);
    const another = ({ type }: Schema) => (type === "object" ? "text" : {});
    const sent = wrong.map(([name, { schema }]) => [name, another(schema)]);
    const result = schema["~standard"].validate(Object.fromEntries(sent));
    const types = wrong.map(([name, { schema }]) => [
      name,
      schema.type === "integer" ? "must be a whole number" : "must be text",
    ]);
    const found = result.issues?.map(({ path, message }) => [path.join("."), message]);
    expect(found).toEqual(expect.arrayContaining([[missing, "is required"], ...types]));
    expect(new Set(found?.map(([path]) => path))).toEqual(
      new Set([missing, ...required, ...types.map(([name]) => name)]),
    );
  });

  test.each([undefined, null, "text", []])("that refuses %o, and not the envelope around it", (value) => {
    expect(schema["~standard"].validate(value)).toEqual({ issues: [{ message: "must be an object", path: [] }] });
  });
});
