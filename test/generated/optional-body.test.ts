import { expect, test } from "vitest";
import { nowhere } from "../client/examples.js";
import { resolved } from "../contract/contract.js";
import { set } from "../contract/edits.js";
import { documentedContract, pointers } from "../worlds/documented.js";
import { worldOf } from "../worlds/world.js";

test("a method whose body is optional sends nothing when it is not given, and else the body in its envelope", async () => {
  const contract = documentedContract();
  set(`${resolved(contract, `${pointers.update}/requestBody`)}/required`, false)(contract);
  const { client, contract: data } = (await worldOf(contract)).modules;
  const webhook = { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" };
  const bodies: (string | null)[] = [];
  const service = client.createServiceClient({
    baseUrl: nowhere.url,
    accessToken: "any",
    fetch: async (_, { body }) => {
      bodies.push(body);
      return Response.json(data.responseExamples["updateWebhook"]);
    },
  });
  const { webhooks } = Object(service);
  await webhooks.update();
  await webhooks.update(webhook);
  expect(bodies).toEqual([null, JSON.stringify({ webhook })]);
});
