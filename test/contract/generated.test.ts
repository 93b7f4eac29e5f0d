import { expect, test } from "vitest";
import { operations, responseExamples } from "../../generated/contract.js";
import { comment } from "../../tools/generate/docstrings.js";
import { at, operationsOf, readContract } from "./contract.js";

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
