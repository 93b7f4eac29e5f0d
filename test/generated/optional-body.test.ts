import { expect, test } from "vitest";
import { found, nowhere } from "../client/examples.js";
import { readContract, resolved } from "../contract/contract.js";
import { set } from "../diff/library.js";
import { inputOf, methodsOf, pointerOf, wrapped } from "../worlds/roles.js";
import { worldOf } from "../worlds/world.js";

test("a method whose body is optional sends nothing when it is not given, and else the body in its envelope", async () => {
  const contract = readContract();
  set(`${resolved(contract, `${pointerOf("update")}/requestBody`)}/required`, false)(contract);
  const { client } = (await worldOf(Object(contract))).modules;
  const input = inputOf("update");
  const bodies: (string | null)[] = [];
  const service = client.createServiceClient({
    baseUrl: nowhere.url,
    accessToken: "any",
    fetch: async (_, { body }) => {
      bodies.push(body);
      return Response.json(found);
    },
  });
  const update = Object(methodsOf(service)).update;
  await update();
  await update(input);
  expect(bodies).toEqual([null, JSON.stringify(wrapped(input))]);
});
