import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { refusedFields } from "../../src/sandbox/index.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { copyWith } from "../copies/copy.js";
import { declareFailures } from "../copies/declared-failures.js";
import { ask, isRefusalDeclared, LIMIT, refused, WEBHOOKS } from "./transports.js";

let sandbox: RunningSandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

// Where the contract declares refusals, mock and sandbox answer in that form: the last test says what holds then.
describe.skipIf(isRefusalDeclared).each([
  ["the mock", () => inject("mockUrl"), { integer: "must be integer", most: `must be <= ${LIMIT.most}` }],
  ["the sandbox", () => sandbox.url, { integer: "must be an integer", most: `must be at most ${LIMIT.most}` }],
])("from a refusal of %s, a form gets what is wrong at each field", (_, url, { integer, most }) => {
  const refusal = async (path: string, init: RequestInit = {}) => {
    const answer = await ask({ url: url(), fetch }, path, init);
    expect(answer.status).toBe(refused(422));
    return refusedFields(await answer.json());
  };

  test("of a body, by the names of its inputs", async () => {
    const body = JSON.stringify({ webhook: { topic: "orders", app_id: "42" } });
    expect(await refusal(WEBHOOKS, { method: "POST", body })).toEqual({
      address: "is required",
      topic: expect.stringMatching(/^must /),
      app_id: integer,
    });
  });

  test("of a query", async () => {
    expect(await refusal(`${WEBHOOKS}?limit=${LIMIT.most + 1}&page=many`)).toEqual({
      limit: most,
      page: integer,
    });
  });
});

test
  .skipIf(isRefusalDeclared)
  .each([undefined, null, "<html>", [], {}, { validation: "address" }, { validation: [null, 7] }])(
  "what it does not know has no fields that a form knows: %j",
  (body) => expect(Object.keys(refusedFields(body)).filter((name) => name !== "body")).toEqual([]),
);

test("where the contract declares refusals, the sandbox answers in that form, and it says what to read instead", {
  timeout: 120_000,
}, async () => {
  await using copy = await copyWith(declareFailures);
  const changed = await copy.load<typeof import("../../src/sandbox/index.js")>("src/sandbox/index.ts");
  const { fetch } = changed.createSandbox();
  const answer = await ask({ url: "http://sandbox.test", fetch }, WEBHOOKS, { method: "POST", body: "{}" });
  const body: unknown = await answer.json();
  expect(() => changed.refusedFields(body)).toThrow("The contract declares refusals: read the error's declaredBody");
});
