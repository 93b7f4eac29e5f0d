import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { refusedFields } from "../../src/client/schemas.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { ask, WEBHOOKS } from "../sandbox/transports.js";

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

describe.each([
  ["the mock", () => inject("mockUrl")],
  ["the sandbox", () => sandbox.url],
])("from a refusal of %s, a form gets what is wrong at each field", (_, url) => {
  const refusal = async (path: string, init: RequestInit = {}) => {
    const answer = await ask({ url: url(), fetch }, path, init);
    expect(answer.status).toBe(422);
    return refusedFields(await answer.json());
  };

  test("of a body, by the names of its inputs", async () => {
    const body = JSON.stringify({ webhook: { topic: "orders", app_id: "42" } });
    expect(await refusal(WEBHOOKS, { method: "POST", body })).toEqual({
      address: "is required",
      topic: expect.stringMatching(/^must (look like|match) /),
      app_id: "must be integer",
    });
  });

  test("of a query", async () => {
    expect(await refusal(`${WEBHOOKS}?limit=10001&page=many`)).toEqual({
      limit: "must be <= 10000",
      page: "must be integer",
    });
  });
});

test.each([undefined, null, "<html>", [], {}, { validation: "address" }, { validation: [null, 7] }])(
  "what it does not know has no fields that a form knows: %j",
  (body) => expect(Object.keys(refusedFields(body)).filter((name) => name !== "body")).toEqual([]),
);
