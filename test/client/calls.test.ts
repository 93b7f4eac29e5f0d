// What a method sends, and what it returns.
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { expect, onTestFinished, test, vi } from "vitest";
import { accessToken, basePath, responseExamples } from "../../generated/contract.js";
import type { Send } from "../../src/client/index.js";
import { answer, startFaultServer } from "../servers/fault.js";
import {
  clientOf,
  failureOf,
  found,
  input,
  item,
  nowhere,
  ONE,
  ok,
  pageWith,
  serviceOf,
  token,
  tokenIn,
  WEBHOOKS,
} from "./examples.js";

/** A `fetch` that keeps what it is called with, and answers with a webhook. */
const recorder = () => vi.fn<Send>(async () => Response.json(found));

test("a request has the access token and JSON as its content type, which no header of the caller replaces", async () => {
  await using server = await startFaultServer(ok);
  const headers = { [accessToken.header]: "another", "Content-Type": "text/plain", "X-Shop": "shop/1.0" };
  await clientOf(server, { headers }).create(input, { headers: new Headers({ ...headers, "X-Shop": "shop/2.0" }) });
  const [arrival] = server.arrivals;
  expect(tokenIn(arrival?.headers ?? {})).toBe(token);
  expect(arrival).toMatchObject({
    method: "POST",
    path: WEBHOOKS,
    headers: { "content-type": "application/json", "x-shop": "shop/2.0" },
    body: JSON.stringify({ webhook: input }),
  });
});

test("GET and DELETE send a content type, too, and no body", async () => {
  const fetch = recorder();
  await clientOf(nowhere, { fetch }).get(1001);
  expect(fetch.mock.calls[0]?.[1]).toMatchObject({ headers: { "content-type": "application/json" }, body: null });
});

test("a method returns the resource without its envelope, and withResponse() its response, too", async () => {
  await using server = await startFaultServer(ok);
  const { webhooks, oauth } = serviceOf(server);
  expect(await webhooks.get(1001)).toEqual(item);
  expect(await webhooks.delete(1001)).toEqual(responseExamples.deleteWebhook);
  const { data, response } = await webhooks.create(input).withResponse();
  expect([data, response.status, response.bodyUsed]).toEqual([item, 200, true]);
  expect(await failureOf(oauth.exchangeAccessToken())).toMatchObject({ name: "ServiceResponseError" });
});

test.each([201, 202, 203, 206, 299])("status %i is a success, of a method and of a path", async (status) => {
  const fetch: Send = async () => Response.json(found, { status });
  const onTry = vi.fn();
  const { webhooks, http } = serviceOf(nowhere, { fetch, onTry });
  expect(await webhooks.create(input)).toEqual(item);
  expect(await webhooks.delete(1001)).toEqual(found);
  expect(await http.GET(ONE, { params: { path: { id: 1001 } } })).toMatchObject({ data: found, response: { status } });
  for (const [report] of onTry.mock.calls) expect(report).toMatchObject({ status, error: undefined });
});

test("the client reads only the status and the text of a success", async () => {
  const response = Response.json(found);
  const refuse = () => {
    throw new Error("This header must not be read");
  };
  Object.assign(response.headers, { get: refuse, has: refuse });
  Object.defineProperty(response.headers, Symbol.iterator, { get: refuse });
  expect(await clientOf(nowhere, { fetch: async () => response }).get(1001)).toEqual(item);
});

test("fields and headers that are undefined are not sent", async () => {
  const fetch = recorder();
  await clientOf(nowhere, { fetch }).create({ ...input, format: undefined }, { headers: { "X-Trace": undefined } });
  const [, init] = fetch.mock.calls[0] ?? [];
  expect(init?.body).toBe(JSON.stringify({ webhook: input }));
  expect(init?.headers).not.toHaveProperty("x-trace");
});

test("a function of headers is called for every try, and may return a promise", async () => {
  await using server = await startFaultServer(answer(503, {}, { "Retry-After": "0" }), ok);
  let tries = 0;
  await clientOf(server, { headers: async () => ({ "X-Try": ++tries }) }).get(1001);
  expect(server.arrivals.map(({ headers }) => headers["x-try"])).toEqual(["1", "2"]);
});

test("an id becomes one segment of the path, with every character encoded", async () => {
  const fetch = recorder();
  for (const id of ["a/../b", "?x=1#y", "%2e%2e", "ü 📚", 7]) await clientOf(nowhere, { fetch }).get(id);
  const paths = fetch.mock.calls.map(([url]) => url.slice(nowhere.url.length + WEBHOOKS.length));
  expect(paths).toEqual(["/a%2F..%2Fb", "/%3Fx%3D1%23y", "/%252e%252e", "/%C3%BC%20%F0%9F%93%9A", "/7"]);
});

test("a URL is sent as openapi-fetch made it, although the URL of React Native adds a slash", async () => {
  class SlashedURL extends URL {
    override get href() {
      return `${super.href}/`;
    }
  }
  // Its request keeps the text.
  class TextRequest extends Request {
    constructor(url: string, init?: RequestInit) {
      super(url, init);
      Object.defineProperty(this, "url", { value: url });
    }
  }
  vi.stubGlobal("URL", SlashedURL);
  vi.stubGlobal("Request", TextRequest);
  onTestFinished(() => void vi.unstubAllGlobals());
  const fetch = recorder();
  await clientOf(nowhere, { fetch }).get(7);
  expect(fetch.mock.calls[0]?.[0]).toBe(`${nowhere.url}${WEBHOOKS}/7`);
});

test.each([undefined, null, "", ".", "..", 1.5, Number.NaN, 2 ** 53, {}])("the id %o is refused", async (id) => {
  const fetch = recorder();
  const refusal = new TypeError("The parameter id is not valid in a path");
  expect(await failureOf(clientOf(nowhere, { fetch }).delete(id))).toEqual(refusal);
  expect(fetch).not.toHaveBeenCalled();
});

const limits = "timeout and tryTimeout must be above 0, and maxRetries 0 or more";

test.each<[options: object, said: string]>([
  [{ timeout: 0 }, limits],
  [{ timeout: "5000" }, limits],
  [{ tryTimeout: -1 }, limits],
  [{ maxRetries: Number.NaN }, limits],
  [{ headers: { "X-Key": "secret-\n0123456789" } }, "The header X-Key is not valid in HTTP"],
])("an option that cannot be used is refused in one line: %o", async (options, said) => {
  expect(await failureOf(clientOf(nowhere).get(1, options))).toEqual(new TypeError(said));
});

test.each([
  ["https://service.example//", "https://service.example"],
  ["https://service.example/behind/a/gateway/", "https://service.example/behind/a/gateway"],
  [`https://service.example/gateway${basePath}/`, "https://service.example/gateway"],
])("the base URL %s comes before the path", async (baseUrl, expected) => {
  for (const given of [baseUrl, new URL(baseUrl)]) {
    const fetch = recorder();
    await clientOf(nowhere, { baseUrl: given, fetch }).get(7);
    expect(fetch.mock.calls[0]?.[0]).toBe(`${expected}${WEBHOOKS}/7`);
  }
});

const noBase = "baseUrl must be an HTTP URL, or a path in a page, without credentials, query or fragment";

test.each([
  undefined,
  "",
  "localhost:4010",
  "ftp://service.example",
  "//evil.example",
  "https://me:hunter2@a.example",
  "https://a.example/?key=hunter2",
])("the base URL %o is refused, and not quoted", (baseUrl) => {
  expect(() => clientOf(nowhere, Object({ baseUrl }))).toThrow(new TypeError(noBase));
});

test.each([
  ["", "https://page.example"],
  ["/backend/", "https://page.example/backend"],
])("in a page, the base URL %j begins at the origin of the page", async (baseUrl, expected) => {
  vi.stubGlobal("location", { href: "https://page.example/app/page?shop=1#webhooks" });
  onTestFinished(() => void vi.unstubAllGlobals());
  const fetch = recorder();
  await clientOf(nowhere, { baseUrl, fetch }).get(7);
  expect(fetch.mock.calls[0]?.[0]).toBe(`${expected}${WEBHOOKS}/7`);
  expect(() => clientOf(nowhere, { baseUrl: "/\\evil.example" })).toThrow(noBase);
});

test("a base URL that is a path makes a client where there is no page, and its calls are rejected", async () => {
  const service = clientOf(nowhere, { baseUrl: "/backend" });
  expect(await failureOf(service.get(7))).toBeInstanceOf(TypeError);
});

test("a tool may replace the global fetch after the client was made, as MSW does", async () => {
  const service = clientOf(nowhere);
  const worker = setupServer(http.get(`${nowhere.url}${WEBHOOKS}/1001`, () => HttpResponse.json(found)));
  worker.listen({ onUnhandledRequest: "error" });
  onTestFinished(() => worker.close());
  expect(await service.get(1001)).toEqual(item);
});

test("functions of the caller are not called as methods, which the fetch of a page would refuse", async () => {
  const owners: unknown[] = [];
  function fetch(this: unknown) {
    owners.push(this);
    return Promise.resolve(Response.json(pageWith([])));
  }
  await clientOf(nowhere, { fetch }).list();
  expect(owners).toEqual([undefined]);
});
