import { expect, test } from "vitest";
import { example, found, nowhere } from "../client/examples.js";
import { readContract } from "../contract/contract.js";
import { set } from "../diff/library.js";
import { worldOf } from "../worlds/world.js";

test("a method whose body is optional sends nothing when it is not given, and else the body in its envelope", async () => {
  const contract = readContract();
  set("/components/requestBodies/UpdateWebhook/required", false)(contract);
  const { client } = (await worldOf(Object(contract))).modules;
  const { webhook } = example("WebhookWithFormat");
  const bodies: (string | null)[] = [];
  const { webhooks } = client.createServiceClient({
    baseUrl: nowhere.url,
    accessToken: "any",
    fetch: async (_, { body }) => {
      bodies.push(body);
      return Response.json(found);
    },
  });
  await Reflect.apply(webhooks.update, webhooks, []);
  await webhooks.update(webhook);
  expect(bodies).toEqual([null, JSON.stringify({ webhook })]);
});
