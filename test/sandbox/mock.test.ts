import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";
import { type RawRequest, sendRaw } from "./raw-request.js";
import { CREATED, LIMIT, orders, products, refused, TOKEN, WEBHOOKS } from "./transports.js";

const { listWebhooks, getWebhook } = operations;

let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: "examples" });
});
afterAll(() => sandbox.close());

/** The statuses of mock and sandbox. */
async function statusesOf(sent: RawRequest): Promise<number[]> {
  const answers = await Promise.all([inject("mockUrl"), sandbox.url].map((url) => sendRaw(url, sent)));
  return answers.map(({ status }) => status);
}

const created = JSON.stringify({ webhook: products });
const list: RawRequest = { path: WEBHOOKS, headers: TOKEN };
const create: RawRequest = {
  ...{ method: "POST", path: WEBHOOKS, body: created },
  headers: { ...TOKEN, "Content-Type": "application/json" },
};
const withQuery = (query: string): RawRequest => ({ ...list, path: `${WEBHOOKS}?${query}` });
const withBody = (body: string): RawRequest => ({ ...create, body });
const withHeader = (sent: RawRequest, header: Record<string, string>): RawRequest => ({
  ...sent,
  headers: { ...sent.headers, ...header },
});

describe("the sandbox answers with the status of the mock", () => {
  test.each([
    ["a page", 200, withQuery("limit=10&page=1&sort_by=created_at&sort_order=desc")],
    ["a limit above the bound", refused(422, listWebhooks), withQuery(`limit=${LIMIT.most + 1}`)],
    ["a limit that is no number", refused(422, listWebhooks), withQuery("limit=many")],
    ["a limit of 1.5", refused(422, listWebhooks), withQuery("limit=1.5")],
    ["a limit of 0x10", 200, withQuery("limit=0x10")],
    ["a limit of 007", 200, withQuery("limit=007")],
    ["an empty limit", 200, withQuery("limit=")],
    ["two limits", refused(422, listWebhooks), withQuery("limit=1&limit=2")],
    ["another sort order", refused(422, listWebhooks), withQuery("sort_order=up")],
    ["an unknown parameter", 200, withQuery("unknown=1")],
    ["a second question mark", 200, { ...list, path: `${WEBHOOKS}??limit=0` }],
    ["a slash behind an id", 404, { ...list, path: `${WEBHOOKS}/1001/` }],
    ["no token", 401, { ...list, headers: {} }],
    ["a creation", CREATED, create],
    ["a creation without a token", 401, { ...create, headers: { "Content-Type": "application/json" } }],
    ["no body", refused(422), withBody("")],
    ["a broken body", 400, withBody("{")],
    ["a body that is null", refused(422), withBody("null")],
    ["a body that is 0", refused(422), withBody("0")],
    ["a list for a body", refused(422), withBody("[]")],
    ["no envelope", refused(422), withBody("{}")],
    ["a missing field", refused(422), withBody(JSON.stringify({ webhook: { topic: orders.topic } }))],
    ["another format", refused(422), withBody(created.replace("}", ',"format":"csv"}'))],
    ["an unknown field", CREATED, withBody(created.replace("}", ',"note":1}'))],
    ["a text", refused(415), withHeader(create, { "Content-Type": "text/plain" })],
    ["a text, whatever it says", refused(415), withHeader(withBody("{"), { "Content-Type": "text/plain" })],
    ["a text with a wrong body", refused(415), withHeader(withBody("{}"), { "Content-Type": "text/plain" })],
    ["a vendor's JSON", CREATED, withHeader(create, { "Content-Type": "application/vnd.a+json" })],
    ["a method that the path does not have", 405, { ...list, method: "PATCH" }],
  ] satisfies [string, number, RawRequest][])("for %s", async (_, status, sent) => {
    expect(await statusesOf(sent)).toEqual([status, status]);
  });
});

describe("the sandbox differs from the mock where that is not strict, or HTTP requires more", () => {
  test.each([
    ["HEAD answers like GET", 405, 200, { ...list, method: "HEAD" }],
    ["a page has to be a number that JSON can write", 200, refused(422, listWebhooks), withQuery("page=1e400")],
    ["a page counts from 1", 200, refused(422, listWebhooks), withQuery("page=0")],
    ["names in a query differ by case", refused(422, listWebhooks), 200, withQuery("LIMIT=many")],
    [
      "a GET may have the body null",
      refused(415, listWebhooks),
      200,
      { ...withHeader(list, { "Content-Type": "application/json" }), body: "null" },
    ],
    [
      "a compressed body is named",
      400,
      refused(415),
      { ...withHeader(create, { "Content-Encoding": "gzip" }), body: gzipSync(created) },
    ],
    ["a body says its type", refused(422), refused(415), { ...create, headers: TOKEN }],
    ["an id is not empty", refused(422, getWebhook), 404, { ...list, path: `${WEBHOOKS}/` }],
    ["any Accept gets JSON", 400, 200, withHeader(list, { Accept: "*" })],
    ["Content-Type says nothing without a body", 400, 200, withHeader(list, { "Content-Type": "json" })],
    ["a type that is none is refused", 500, refused(415), withHeader(create, { "Content-Type": "json" })],
    ["JSON is UTF-8", 400, CREATED, withHeader(create, { "Content-Type": "application/json; charset=utf-16" })],
    ["an empty type is none", refused(422), refused(415), withHeader(create, { "Content-Type": "" })],
    ["a path has one form", 200, 404, { ...list, path: WEBHOOKS.replace("webhooks", "%77ebhooks") }],
  ] satisfies [string, number, number, RawRequest][])("%s: %d, and %d", async (_, mocked, own, sent) => {
    expect(await statusesOf(sent)).toEqual([mocked, own]);
  });
});
