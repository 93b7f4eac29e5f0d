import { expect, test } from "vitest";
import { answer, startFaultServer } from "../servers/fault.js";
import { clientOf, example, found } from "./examples.js";

const busy = answer(503, {}, { "Retry-After": "0" });

test("a query that is changed after the call does not change the next page", async () => {
  const page = { ...example("WebhookList"), pagination: { current_page: 1, per_page: 2, total: 4, total_pages: 2 } };
  await using server = await startFaultServer(answer(200, page));
  const query = { limit: 2, sort_by: "id" };
  const call = clientOf(server).webhooks.list(query);
  query.sort_by = "topic";
  for await (const _ of call.pages()) if (server.arrivals.length === 2) break;
  const path = "/api/admin/26.0/webhooks?limit=2&sort_by=id";
  expect(server.arrivals.map((arrival) => arrival.path)).toEqual([path, `${path}&page=2`]);
});

test("a body that is changed between two tries is sent again as it was", async () => {
  const { webhook } = example("WebhookWithFormat");
  await using server = await startFaultServer(
    (response, request) => {
      webhook.topic = "changed/meanwhile";
      busy(response, request);
    },
    answer(200, found),
  );
  await clientOf(server).webhooks.update(webhook);
  const [first, second] = server.arrivals.map(({ body }) => JSON.parse(body).webhook.topic);
  expect([first, second]).toEqual(["orders/create", "orders/create"]);
});

test("headers that are changed between two tries are sent again as they were", async () => {
  const headers = { "X-Trace": "first" };
  await using server = await startFaultServer(
    (response, request) => {
      headers["X-Trace"] = "second";
      busy(response, request);
    },
    answer(200, found),
  );
  await clientOf(server).webhooks.get(1001, { headers });
  expect(server.arrivals.map((arrival) => arrival.headers["x-trace"])).toEqual(["first", "first"]);
});

test("a body that cannot be written as JSON is refused before anything is sent", async () => {
  await using server = await startFaultServer(answer(200, found));
  await expect(clientOf(server).oauth.exchangeAccessToken({ body: { amount: 1n } })).rejects.toThrow(TypeError);
  expect(server.arrivals).toEqual([]);
});
