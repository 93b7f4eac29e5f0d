import { expect, test } from "vitest";
import { operations, responseExamples } from "../../generated/contract.js";
import { contractOf } from "../../tools/contract/model.js";
import { documentOf } from "../../tools/contract/reader.js";
import { comment } from "../../tools/generate/docstrings.js";
import { generate } from "../../tools/generate/generate.js";
import { generateValidators } from "../../tools/generate/validators.js";
import { at, operationsOf, pointers, readContract } from "./contract.js";
import { set } from "./edits.js";

const contract = readContract();

// `npm run check` sees whether generated/ is out of date. This is what the generator must not lose.
test.each(operationsOf(contract))(
  "the data of $id has the method, path, bounds and example that the contract has",
  ({ id, method, path, pointer }) => {
    const generated = Object.values(operations).find((operation) => operation.id === id);
    const parameters = Object.keys(Object(at(contract, pointer)).parameters ?? {}).map((index) => {
      const { name, in: place, schema } = Object(at(contract, `${pointer}/parameters/${index}`));
      const { default: usual, maximum } = schema;
      const kept = { ...(usual !== undefined && { default: usual }), ...(maximum !== undefined && { maximum }) };
      return { name, in: place, schema: kept };
    });
    expect(generated).toMatchObject({ method, path, parameters, isPublic: false });
    const media = `${pointer}/responses/${generated?.status}/content/application~1json`;
    const [first] = Object.values(Object(at(contract, `${media}/examples`)));
    expect(Reflect.get(responseExamples, id)).toEqual(Object(first).value);
  },
);

test("a description that holds the end of a comment stays in its comment", () => {
  expect(comment("Send */*, or nothing.")).toBe("/** Send *\\/*, or nothing. */");
});

test("the method of an operation that is deprecated says so", async () => {
  const changed = readContract();
  set(`${pointers.get}/deprecated`, true)(changed);
  const { "generated/client.ts": code = "" } = await generate(documentOf(JSON.stringify(changed)));
  expect(code.match(/@deprecated/g)).toHaveLength(1);
});

const bounds = {
  age: { type: "integer", minimum: 0, exclusiveMaximum: 150, multipleOf: 5 },
  share: { type: ["number", "null"], exclusiveMinimum: 0, maximum: 1 },
  name: { type: "string", minLength: 1, maxLength: 40 },
  born: { type: "string", format: "date" },
  kind: { const: "person" },
  tags: { type: "array", items: { type: "boolean" }, minItems: 1, maxItems: 9, uniqueItems: true },
  place: { type: "object", additionalProperties: false, minProperties: 1, maxProperties: 2 },
  either: { oneOf: [{ type: "string" }, { type: "null" }] },
};

test("the checks say what is wrong in the words of a reader, whatever a contract bounds", async () => {
  const changed = readContract();
  for (const [name, schema] of Object.entries(bounds)) {
    set(`/components/schemas/Webhook/properties/${name}`, { ...schema, description: "What it is." })(changed);
  }
  const code = await generateValidators(contractOf(documentOf(JSON.stringify(changed))));
  const messages = Array.from(code.matchAll(/message: (?:"(.*?)"|'(.*?)')/g), ([, one, other]) => one ?? other);
  expect(messages).toEqual(
    expect.arrayContaining([
      ...["must be at least 0", "must be less than 150", "must be a multiple of 5", "must be an integer"],
      ...["must be more than 0", "must be at most 1", "must be a number or null", "must be a date"],
      ...["must have at least 1 character", "must have at most 40 characters", 'must be "person"'],
      ...["must have at least 1 item", "must have at most 9 items", "must not have the same item twice"],
      ...["must have at least 1 field", "must have at most 2 fields", "must have no other fields"],
      ...["must have exactly one of the forms that are allowed", "must be an array", "must be a boolean"],
    ]),
  );
  expect(messages.join()).not.toMatch(/[<>=]|NOT|schema|propert/);
});
