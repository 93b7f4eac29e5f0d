import { expect, test } from "vitest";
import { example, found, nowhere, token } from "../client/examples.js";
import { at, readContract } from "../contract/contract.js";
import { copy, rename } from "../diff/library.js";
import { worldOf } from "../worlds/world.js";

const PATH = "/api/admin/26.0/webhooks/{id}";
const MERGE_PATCH = "application/merge-patch+json";

test("both clients send a body in the kind of JSON that the contract takes, and the raw one in another if it is told to", async () => {
  const contract = readContract();
  const patch = "/paths/~1api~1admin~126.0~1webhooks~1{id}/patch";
  copy("/paths/~1api~1admin~126.0~1webhooks~1{id}/get", patch)(contract);
  copy("/components/requestBodies/UpdateWebhook", `${patch}/requestBody`)(contract);
  rename(`${patch}/requestBody/content/application~1json`, MERGE_PATCH)(contract);
  Object.assign(Object(at(contract, patch)), { operationId: "changeWebhook" });
  const { client, http } = (await worldOf(Object(contract))).modules;
  const types: unknown[] = [];
  const options = { baseUrl: nowhere.url, accessToken: token };
  const { webhooks } = client.createServiceClient({
    ...options,
    fetch: async (_, { headers }) => {
      types.push(headers["content-type"]);
      return Response.json(found);
    },
  });
  const raw = http.createHttpClient({
    ...options,
    fetch: async ({ headers }) => {
      types.push(headers.get("Content-Type"));
      return Response.json(found);
    },
  });
  const body = { webhook: example("WebhookWithFormat").webhook };
  await Reflect.get(webhooks, "change")(7, body.webhook);
  const call = { params: { path: { id: 7 } }, body };
  await Object(raw).PATCH(PATH, call);
  await Object(raw).request("patch", PATH, call);
  await raw.PUT("/api/admin/26.0/webhooks", { body });
  await Object(raw).PATCH(PATH, { ...call, headers: { "content-type": "application/json" } });
  expect(types).toEqual([MERGE_PATCH, MERGE_PATCH, MERGE_PATCH, "application/json", "application/json"]);
});
