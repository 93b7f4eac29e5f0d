import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { refusedFields } from "../../src/sandbox/index.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { type RawRequest, sendRaw } from "./raw-request.js";
import { ask, CREATED, clientOf, HEADERS, inProcess, LIMIT, orders, products, TOKEN, WEBHOOKS } from "./transports.js";

let server: RunningSandbox;
beforeAll(async () => {
  server = await startSandbox({ port: 0 });
});
afterAll(() => server.close());

const list: RawRequest = { path: WEBHOOKS, headers: TOKEN };
const create: RawRequest = {
  method: "POST",
  path: WEBHOOKS,
  headers: HEADERS,
  body: JSON.stringify({ webhook: products }),
};
const query = (text: string): RawRequest => ({ ...list, path: `${WEBHOOKS}?${text}` });
const body = (text: string): RawRequest => ({ ...create, body: text });
const webhook = (fields: object) => body(JSON.stringify({ webhook: fields }));
const type = (name: string): RawRequest => ({ ...create, headers: { ...TOKEN, "Content-Type": name } });

describe("same as the mock", () => {
  test.each<[string, number, RawRequest]>([
    ["a page of the list", 200, query("limit=10&page=1&sort_by=created_at&sort_order=desc")],
    ["a limit above the maximum", 422, query(`limit=${LIMIT.most + 1}`)],
    ["a limit that is no number", 422, query("limit=many")],
    ["an empty limit", 200, query("limit=")],
    ["a limit that is sent twice", 422, query("limit=1&limit=2")],
    ["an unknown sort order", 422, query("sort_order=up")],
    ["an unknown query parameter", 200, query("unknown=1")],
    ["a list without a token", 401, { ...list, headers: {} }],
    ["a list with the method PATCH", 405, { ...list, method: "PATCH" }],
    ["an unknown path", 404, { ...list, path: "/api/webhook" }],
    ["an id followed by a slash", 404, { ...list, path: `${WEBHOOKS}/1001/` }],
    ["a create", CREATED, create],
    ["a create without a token", 401, { ...create, headers: { "Content-Type": "application/json" } }],
    ["a create without a body", 422, body("")],
    ["a create with malformed JSON", 400, body("{")],
    ["a create with the body null", 422, body("null")],
    ["a create without the envelope", 422, body("{}")],
    ["a create without an address", 422, webhook({ topic: orders.topic })],
    ["a create with an unknown format", 422, webhook({ ...orders, format: "csv" })],
    ["a create with an unknown field", CREATED, webhook({ ...orders, note: 1 })],
    ["a create with an address that is no URL", 422, webhook({ ...orders, address: "a.example/hooks" })],
    ["a create with Content-Type text/plain", 415, type("text/plain")],
    ["a create with Content-Type application/vnd.a+json", CREATED, type("application/vnd.a+json")],
  ])("mock and sandbox answer %s alike: %d", async (_, status, sent) => {
    const answers = await Promise.all([inject("mockUrl"), server.url].map((url) => sendRaw(url, sent)));
    expect(answers.map((answer) => answer.status)).toEqual([status, status]);
  });
});

describe("unlike the mock", () => {
  const json = { ...HEADERS };
  test.each<[string, number, RawRequest]>([
    ["200 to HEAD, which health checks send", 200, { ...list, method: "HEAD" }],
    ["422 to a page below 1", 422, query("page=0")],
    ["200 to a GET with the body null, which Axios sends", 200, { ...list, headers: json, body: "null" }],
    ["415 to a GET with a body that says something", 415, { ...list, headers: json, body: "[1]" }],
    ["415 to a create without Content-Type", 415, { ...create, headers: TOKEN }],
    ["200 to any Accept", 200, { ...list, headers: { ...TOKEN, Accept: "*" } }],
  ])("unlike the mock, the sandbox answers %s", async (_, status, sent) => {
    expect((await sendRaw(server.url, sent)).status).toBe(status);
  });
});

describe("refusals", () => {
  test.each([
    ["a missing token", WEBHOOKS, { headers: {} }, `${accessToken.header} is missing. The sandbox accepts any`],
    ["an unknown path", "/api/webhook", {}, `no path /api/webhook. Its paths are: `],
    ["an unknown id", `${WEBHOOKS}/1008`, {}, `GET ${WEBHOOKS} lists all webhooks`],
    ["a method that the path does not have", WEBHOOKS, { method: "PATCH" }, "Allowed: GET, POST, PUT."],
    [
      "two wrong parameters",
      `${WEBHOOKS}?limit=0.5&page=many`,
      {},
      "limit must be an integer; page must be an integer.",
    ],
    ["a limit below 1", `${WEBHOOKS}?limit=0`, {}, "limit must be a whole number from 1"],
  ])("the refusal of %s says what to do", async (_, path, init, detail) => {
    const answer = await ask(inProcess(), path, init);
    expect(answer.headers.get("content-type")).toBe("application/problem+json");
    expect(await answer.json()).toMatchObject({ status: answer.status, detail: expect.stringContaining(detail) });
  });

  test("a refusal names each wrong field, as a form needs it", async () => {
    const sent = { topic: "orders", app_id: "42" };
    await expect(clientOf(inProcess()).create(Object(sent))).rejects.toMatchObject({
      status: 422,
      body: {
        validation: [
          { location: ["body", "webhook", "address"], code: "required", message: "webhook.address is required" },
          { location: ["body", "webhook", "topic"], code: "pattern" },
          { location: ["body", "webhook", "app_id"], code: "type" },
        ],
      },
    });
  });
});

test("with accessToken: optional, a request without a token is answered", async () => {
  expect((await ask(inProcess({ accessToken: "optional" }), WEBHOOKS, { headers: {} })).status).toBe(200);
});

test("a body of more than 10 MiB gets status 413", async () => {
  const long = JSON.stringify({ webhook: { ...orders, topic: `a/${"b".repeat(11_000_000)}` } });
  expect((await ask(inProcess(), WEBHOOKS, { method: "POST", body: long })).status).toBe(413);
});

test.each(["create", "update", "deliver"] as const)(
  "an address or topic of more than 8000 characters gets status 422: %s",
  async (method) => {
    const sandbox = inProcess({ seed: [orders] });
    for (const [name, text] of [
      ["address", `${orders.address}/${"b".repeat(8000)}`],
      ["topic", `a/${"b".repeat(8000)}`],
    ] as const) {
      const body = { detail: expect.stringContaining(`webhook.${name} must have at most 8000 characters`) };
      await expect(clientOf(sandbox)[method]({ ...orders, [name]: text })).rejects.toMatchObject({ status: 422, body });
    }
  },
);

describe.each([
  ["the mock", () => inject("mockUrl"), "must be integer"],
  ["the sandbox", () => server.url, "must be an integer"],
])("refusedFields, %s", (server, url, integer) => {
  test(`refusedFields returns what ${server} refuses in a body, by the names of the fields`, async () => {
    const { body } = webhook({ topic: "orders", app_id: "42" });
    const answer = await ask({ url: url(), fetch }, WEBHOOKS, { method: "POST", body: String(body) });
    const topic = expect.stringMatching(/^must /);
    expect(refusedFields(await answer.json())).toEqual({ address: "is required", topic, app_id: integer });
  });

  test(`refusedFields returns what ${server} refuses in a query`, async () => {
    const answer = await ask({ url: url(), fetch }, `${WEBHOOKS}?page=many`);
    expect(refusedFields(await answer.json())).toEqual({ page: integer });
  });
});

test.each([undefined, null, "<html>", {}, { validation: "address" }, { validation: [null] }])(
  "refusedFields returns no fields for the unknown body %j",
  (unknown) => expect(refusedFields(unknown)).toEqual({}),
);
