import { expect, test } from "vitest";
import { contractOf } from "../../tools/contract/model.js";
import { clientMethodsOf } from "../../tools/generate/names.js";

/** The client's methods for operations under the tag `Hooks`. */
function namesOf(...ids: string[]): string[] {
  const paths = Object.fromEntries(ids.map((id) => [`/${id}`, { get: { operationId: id, tags: ["Hooks"] } }]));
  return [...clientMethodsOf(contractOf({ paths })).values()].map(({ name }) => name);
}

test("a method has the id of its operation without the noun of the tag, or the complete id if that is taken", () => {
  expect(namesOf("listHooks", "createHook", "get_hook", "deleteHOOK")).toEqual(["list", "create", "get", "delete"]);
  expect(namesOf("createHook", "createHooks")).toEqual(["create", "createHooks"]);
});
