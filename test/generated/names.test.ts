import { expect, test } from "vitest";
import { contractOf } from "../../tools/contract/model.js";
import { clientMethodsOf } from "../../tools/generate/names.js";

/** The client's methods for operations under the tag `Hooks`. */
function namesOf(...ids: string[]): string[] {
  const paths = Object.fromEntries(ids.map((id) => [`/${id}`, { get: { operationId: id, tags: ["Hooks"] } }]));
  return [...clientMethodsOf(contractOf({ paths })).values()].map(({ name }) => name);
}

test.each([
  [
    ["listHooks", "createHook", "getHook"],
    ["list", "create", "get"],
  ],
  [
    ["createHooks", "createHook"],
    ["createHooks", "create"],
  ],
  [["createHooks"], ["create"]],
  [
    ["getHook", "get"],
    ["getHook", "get"],
  ],
  [
    ["create_hook", "createHookHook"],
    ["create", "createHookHook"],
  ],
])("the methods for %j are called %j", (ids, names) => {
  expect(namesOf(...ids)).toEqual(names);
});
