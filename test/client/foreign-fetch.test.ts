// A `fetch` of the caller's: a page's own, another library's, or one that a test makes up.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { type Send, type ServiceClientOptions, ServiceError, type TryReport } from "../../src/client/index.js";
import { clientOf, failureOf, found, item, nowhere, serviceOf } from "./examples.js";

/** A client whose fetch is typed by nobody. */
const clientWith = (fetch: unknown, options: Partial<ServiceClientOptions> = {}) =>
  clientOf(nowhere, Object({ maxRetries: 1, ...options, fetch }));

const soon = { "Retry-After": "0" };

describe("the functions of the caller are called as functions", () => {
  test("and not as methods: a page's own fetch refuses to be one", async () => {
    const owners: unknown[] = [];
    function fetch(this: unknown) {
      owners.push(this);
      return Promise.resolve(Response.json(found));
    }
    function onTry(this: unknown) {
      owners.push(this);
    }
    function accessToken(this: unknown) {
      owners.push(this);
      return "token";
    }
    function headers(this: unknown) {
      owners.push(this);
      return {};
    }
    expect(await clientOf(nowhere, { fetch, onTry, accessToken, headers }).get(1001)).toEqual(item);
    expect(owners).toEqual([undefined, undefined, undefined, undefined]);
  });
});

describe("a response that a test makes up", () => {
  test("may be one and the same for every try and every call", async () => {
    const busy = Response.json({ message: "Come back later" }, { status: 503, headers: soon });
    const fetch = vi.fn(async () => busy);
    const service = clientWith(fetch);
    for (const call of [service.get(1), service.get(2)])
      expect(await failureOf(call)).toMatchObject({ status: 503, reason: "Come back later" });
    expect(fetch).toHaveBeenCalledTimes(4);
    const whole = Response.json(found);
    const calm = clientWith(async () => whole);
    const other = clientWith(async () => whole);
    expect([await calm.get(1), await calm.get(2), await other.get(1)]).toEqual([item, item, item]);
  });

  test("may have only what the type of fetch asks for, with headers that nobody can walk through", async () => {
    const headers = { get: () => null, has: () => false };
    const made = (status: number, body: unknown) => async () => ({
      ...{ ok: status === 200, status, headers },
      text: async () => JSON.stringify(body),
    });
    expect(await clientWith(made(200, found)).get(1)).toEqual(item);
    expect(await failureOf(clientWith(made(404, {})).get(1))).toMatchObject({ status: 404, body: {} });
  });

  test("is a success or a failure by its status, whatever its ok is", async () => {
    const headers = new Headers();
    const text = async () => JSON.stringify(found);
    const failures: unknown[] = [];
    const onTry = ({ error }: TryReport) => void failures.push(error instanceof ServiceError && error.name);
    const returned: unknown[] = [];
    for (const response of [
      { status: 200, headers, text },
      { status: 500, ok: true, headers, text },
    ]) {
      const fetch = async () => response;
      const { webhooks } = serviceOf(nowhere, Object({ fetch, onTry, maxRetries: 0 }));
      returned.push(await webhooks.get(1).catch((error: Error) => error.name));
    }
    expect(failures).toEqual([false, "ServiceStatusError"]);
    expect(returned).toEqual([item, "ServiceStatusError"]);
  });

  const lacking = "fetch must return a Response with status, headers.get(), text() and an unread body";
  const headers = new Headers();
  const text = async () => JSON.stringify(found);

  test.each<[what: string, response: unknown, said: string]>([
    ["nothing", undefined, lacking],
    ["only json()", { ok: true, json: async () => found }, lacking],
    ["no status", { ok: true, headers, text }, lacking],
    ["no headers", { ok: true, status: 200, text }, lacking],
    ["headers in a plain object", { ok: true, status: 200, headers: {}, text }, lacking],
    ["no text()", { ok: true, status: 200, headers, json: async () => found }, lacking],
    ["a text that is no function", { ok: true, status: 200, headers, text: "{}" }, lacking],
  ])("is refused in one sentence if it has %s, and is not requested again", async (_, response, said) => {
    const fetch = vi.fn(async () => response);
    const { webhooks, http } = serviceOf(nowhere, Object({ fetch }));
    expect(await failureOf(webhooks.get(1))).toEqual(new TypeError(said));
    http.use({ onRequest: () => undefined });
    expect(await failureOf(webhooks.get(1))).toEqual(new TypeError(said));
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  test.each([
    ["a text that is none yet", undefined],
    ["a text that has been parsed", found],
  ])("is an answer that is not JSON if it has %s", async (_, returned) => {
    const fetch = vi.fn(async () => ({ ok: true, status: 200, headers, text: async () => returned }));
    const failure = await failureOf(clientWith(fetch).get(1));
    expect(failure).toMatchObject({ name: "ServiceResponseError", body: String(returned) });
    expect(failure.message).toMatch(/^The answer is not JSON: /);
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  test("is refused in one sentence if a fetch around it has read it", async () => {
    const fetch: Send = async () => {
      const response = Response.json(found);
      await response.text();
      return response;
    };
    expect(await failureOf(clientWith(fetch).get(1))).toEqual(new TypeError(lacking));
  });
});

test.each([
  ["an object, as require returns for a module", { default: fetch }],
  ["a text", "node-fetch"],
])("what is no function cannot send, and is not tried again: %s", async (_, fetch) => {
  const onTry = vi.fn();
  const failure = await failureOf(clientWith(fetch, { onTry }).get(1));
  expect(failure).toEqual(new TypeError("fetch must be a function"));
  expect(onTry).toHaveBeenCalledTimes(1);
});

test("where there is no global fetch, a call says so, and is not tried again", async () => {
  const onTry = vi.fn();
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("fetch", undefined);
  const failure = await failureOf(clientWith(undefined, { onTry }).get(1));
  expect(failure).toEqual(new TypeError("fetch must be a function"));
  expect(onTry).toHaveBeenCalledTimes(1);
});

test.each([
  ["with a length, as node-fetch 2 leaves it", { "Content-Length": "1" }],
  ["without one", {}],
])("a byte order mark before the JSON is no part of it: %s", async (_, headers) => {
  const text = `\uFEFF${JSON.stringify(found)}`;
  const fetch: Send = async () => ({ ok: true, status: 200, headers: new Headers(headers), text: async () => text });
  expect(await clientWith(fetch).get(1)).toEqual(item);
});
