import { describe, expect, test, vi } from "vitest";
import { basePath } from "../../generated/contract.js";
import { createHttpClient } from "../../src/client/http.js";
import { createServiceClient, type Send } from "../../src/client/index.js";
import { answer, type Fault, startFaultServer } from "../servers/fault.js";
import { orders, WEBHOOKS } from "../worlds/webhooks.js";
import { clientOf, failureOf, found, input, item, type Methods, nowhere, ok, pageWith, serviceOf } from "./examples.js";

test("what the caller changes after the call is not sent with the next page", async () => {
  const [page, last] = [pageWith([item]), pageWith([item], { current_page: 3 })];
  await using server = await startFaultServer(answer(200, page), answer(200, last));
  const query = { limit: 2 };
  const call = clientOf(server).list(query);
  query.limit = 3;
  for await (const _ of call.pages()) if (server.arrivals.length === 2) break;
  const path = `${WEBHOOKS}?limit=2`;
  expect(server.arrivals.map((arrival) => arrival.path)).toEqual([path, `${path}&page=2`]);
});

const NO_URL = "baseUrl must be an HTTP URL such as https://service.example, without credentials, query or fragment";

describe("input that cannot be sent is refused before anything is sent", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const refused = {
    body: {
      values: [1n, circular],
      send: (service: Methods, value: unknown) => service.create({ ...orders, value }),
      says: /BigInt|circular/,
    },
    id: {
      values: [
        ...[10n, Symbol("x"), { id: 1 }, [1], null, undefined, Object.create(null)],
        ...[1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53],
      ],
      send: (service: Methods, id: unknown) => service.get(id),
      says: /^The parameter \w+ cannot be \S+$/,
    },
    "parameter of the query": {
      values: [Number.NaN, { deep: 1 }, [[1]], new Date(0), new Map([["a", 1]]), () => 1],
      send: (service: Methods, value: unknown) => service.list({ limit: value }),
      says: /^The parameter \w+ cannot be \w+$/,
    },
  };

  test.each(Object.entries(refused))("as a %s", async (_, { values, send, says }) => {
    await using server = await startFaultServer(ok);
    for (const value of values) {
      const failure = await failureOf(send(clientOf(server), value));
      expect(failure).toBeInstanceOf(TypeError);
      expect(failure.message).toMatch(says);
    }
    expect(server.arrivals).toEqual([]);
  });
});

describe("input that says nothing", () => {
  test("undefined fields of a query, of an input and of headers are not sent", async () => {
    await using server = await startFaultServer(ok);
    const service = clientOf(server, { headers: { "X-Shop": undefined } });
    await service.list({ limit: 5, sort_by: undefined }, { headers: { "X-Trace": undefined } });
    await service.create({ ...orders, format: undefined });
    const [list, create] = server.arrivals;
    expect(list?.path).toBe(`${WEBHOOKS}?limit=5`);
    expect([list?.headers["x-shop"], list?.headers["x-trace"]]).toEqual([undefined, undefined]);
    expect(JSON.parse(create?.body ?? "")).toEqual({ webhook: orders });
  });

  test("null in place of a query or of options is as good as nothing", async () => {
    await using server = await startFaultServer(ok);
    const service = clientOf(server);
    // JavaScript callers do this.
    await Promise.all([service.list(null, null), service.get(1, null)]);
    expect(server.arrivals).toHaveLength(2);
  });

  test("null in place of headers, or of one of them, is not sent", async () => {
    await using server = await startFaultServer(ok);
    const service = clientOf(server, Object({ headers: null }));
    await service.list({}, Object({ headers: { "X-Trace": null } }));
    expect(server.arrivals[0]?.headers).not.toHaveProperty("x-trace");
  });
});

test("headers of the caller are sent with every call, and those of a call replace those of the client", async () => {
  await using server = await startFaultServer(ok);
  const headers = { "X-Shop": "shop/1.0", "X-Trace": "client" };
  await clientOf(server, { headers }).get(1001, {
    headers: new Headers({ "X-Trace": "call" }),
  });
  expect(server.arrivals[0]?.headers).toMatchObject({ "x-shop": "shop/1.0", "x-trace": "call" });
});

describe("options of another type or out of range are refused", () => {
  const numbers = "timeout and tryTimeout must be numbers above 0, maxRetries 0 or more";
  const wrong = [{ timeout: "5000" }, { timeout: {} }, { timeout: 0 }, { timeout: -1 }, { timeout: Number.NaN }];
  const others = [{ tryTimeout: "5" }, { tryTimeout: 0 }, { maxRetries: "2" }, { maxRetries: -1 }];

  test.each<object>([...wrong, ...others, { maxRetries: Number.NaN }])(
    "%o of a client or of a call",
    async (options) => {
      expect(() => clientOf(nowhere, options)).toThrow(new TypeError(numbers));
      expect(await failureOf(clientOf(nowhere).get(1, options))).toEqual(new TypeError(numbers));
    },
  );

  test.each<object>([{ fetch: "fetch" }, { onTry: "log" }, { renewToken: () => "another" }])("%o", (options) => {
    const refusal = new TypeError("fetch and onTry must be functions, renewToken a boolean");
    expect(() => clientOf(nowhere, options)).toThrow(refusal);
  });

  test.each(["soon", 5, {}, new AbortController()])("%o for a signal", async (signal) => {
    const refusal = new TypeError("signal must be an AbortSignal");
    expect(await failureOf(clientOf(nowhere).get(1, Object({ signal })))).toEqual(refusal);
  });
});

describe("a mistake of a caller of JavaScript is refused with what to write", () => {
  const fetch = () => Promise.reject(new Error("Nothing may be sent"));
  // The compiler refuses all of this.
  const { oauth, webhooks } = Object(serviceOf(nowhere, { fetch }));
  const client = (...given: unknown[]) => Reflect.apply(createServiceClient, undefined, given);
  const common = "headers, maxRetries, timeout, tryTimeout";
  const options = `${common}, signal`;
  const all = `${common}, accessToken, baseUrl, fetch, onTry, renewToken`;
  const accessToken = "any";
  const baseUrl = nowhere.url;
  const list = "webhooks.list(query, options) has no parameter";
  const create = "webhooks.create(webhook, options)";

  test.each<[what: string, call: () => unknown, refusal: string]>([
    ["no options", () => client(), NO_URL],
    [
      "a URL for the options",
      () => client(baseUrl),
      `createServiceClient has no option of the type String, only ${all}`,
    ],
    [
      "baseURL",
      () => client({ baseURL: baseUrl, accessToken }),
      `createServiceClient has no option baseURL, only ${all}`,
    ],
    [
      "a misspelt option",
      () => client({ baseUrl, accessToken, retries: undefined }),
      `createServiceClient has no option retries, only ${all}`,
    ],
    ["a misspelt parameter", () => webhooks.list({ limt: 5 }), `${list} limt, only limit, page, sort_by, sort_order`],
    [
      "an option as a parameter",
      () => webhooks.list({ signal: null }),
      `${list} signal, only limit, page, sort_by, sort_order: write service.webhooks.list({}, { signal })`,
    ],
    [
      "a number for the query",
      () => webhooks.list(5),
      `${list} of the type Number, only limit, page, sort_by, sort_order`,
    ],
    [
      "a URLSearchParams for the query",
      () => webhooks.list(new URLSearchParams("limit=5")),
      `${list} of the type URLSearchParams, only limit, page, sort_by, sort_order`,
    ],
    [
      "a signal for the options",
      () => webhooks.get(1, new AbortController().signal),
      `webhooks.get(id, options) has no option of the type AbortSignal, only ${options}. As a callback, write (id) => service.webhooks.get(id)`,
    ],
    [
      "the payload of the exchange for the options",
      () => oauth.exchangeAccessToken({ grant_type: "x" }),
      `oauth.exchangeAccessToken(options) has no option grant_type, only body, ${options}. The payload is the option body`,
    ],
    [
      "a form as the payload of the exchange",
      () => oauth.exchangeAccessToken({ body: new URLSearchParams("grant_type=x") }),
      "oauth.exchangeAccessToken(options) cannot send URLSearchParams as JSON",
    ],
    [
      "an id before the fields",
      () => webhooks.update(1001, input),
      "webhooks.update(webhook, options) takes an object as webhook, not Number: write service.webhooks.update({ ... })",
    ],
    [
      "a list of fields",
      () => webhooks.create([input]),
      `${create} takes an object as webhook, not Array: write service.webhooks.create({ ... })`,
    ],
    [
      "no fields",
      () => webhooks.create(null),
      `${create} takes an object as webhook, not null: write service.webhooks.create({ ... })`,
    ],
    [
      "a misspelt option of a call",
      () => webhooks.get(1, { timout: 5 }),
      `webhooks.get(id, options) has no option timout, only ${options}. As a callback, write (id) => service.webhooks.get(id)`,
    ],
    [
      "a method as a callback of TanStack Query",
      () => webhooks.create(input, { client: {}, meta: undefined }),
      `${create} has no option client, only ${options}. As a callback, write (webhook) => service.webhooks.create(webhook)`,
    ],
    [
      "a method as a callback of map",
      () => Promise.all([1001].map(webhooks.get)),
      `webhooks.get(id, options) has no option of the type Number, only ${options}. As a callback, write (id) => service.webhooks.get(id)`,
    ],
    [
      "a body that the method does not have",
      () => webhooks.create(input, { body: {} }),
      `${create} has no option body, only ${options}. As a callback, write (webhook) => service.webhooks.create(webhook)`,
    ],
  ])("%s", async (_, call, refusal) => {
    expect(await failureOf((async () => call())())).toEqual(new TypeError(refusal));
  });

  test("the raw client requires a base URL, too", () => {
    expect(() => Reflect.apply(createHttpClient, undefined, [])).toThrow(new TypeError(NO_URL));
  });
});

describe("the headers of a client may be a function", () => {
  test("that is called for every try, and may return a promise", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "0" }), ok);
    let tries = 0;
    await clientOf(server, { headers: async () => ({ "X-Try": ++tries }) }).get(1001);
    expect(server.arrivals.map(({ headers }) => headers["x-try"])).toEqual(["1", "2"]);
    expect(server.arrivals[0]?.headers["content-type"]).toBe("application/json");
  });

  test("whose secrets show in no error, those of earlier tries neither", async () => {
    const echo: Fault = (response, request) => {
      const body = { message: `first-0123456789 second-0123456789 ${request.headers["x-api-key"]}` };
      answer(503, body, { "Retry-After": "0" })(response, request);
    };
    await using server = await startFaultServer(echo);
    const keys = ["first-0123456789", "second-0123456789"];
    const headers = () => ({ "X-Api-Key": keys.shift() });
    const failure = await failureOf(clientOf(server, { headers, maxRetries: 1 }).get(1001));
    expect(failure).toMatchObject({ body: { message: "<SECRET> <SECRET> <SECRET>" } });
    expect(failure.message).not.toContain("0123456789");
  });

  test("and the call fails with what it throws, or as a bad header does", async () => {
    const reason = new Error("The vault is closed");
    const throwing = () => {
      throw reason;
    };
    expect(await failureOf(clientOf(nowhere, { headers: throwing }).get(1))).toBe(reason);
    const text = Object({ headers: () => "X-Key: secret" });
    expect(await failureOf(clientOf(nowhere, text).get(1))).toEqual(new TypeError("headers must be an object"));
  });

  test("and nothing is sent when it returns after the call has ended", async () => {
    const fetch = vi.fn<Send>();
    let resolve: (headers: Record<string, string>) => void = () => undefined;
    const headers = () => new Promise<Record<string, string>>((resolved) => (resolve = resolved));
    const failure = await failureOf(clientOf(nowhere, { headers, fetch, timeout: 20 }).create(input));
    expect(failure.message).toMatch(/^headers returned nothing within 20 ms: POST /);
    resolve({});
    await new Promise((resolved) => setTimeout(resolved, 0));
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("a base URL", () => {
  test.each([
    ["https://service.example", "https://service.example"],
    ["https://service.example/", "https://service.example"],
    ["https://service.example//", "https://service.example"],
    ["https://service.example/behind/a/gateway/", "https://service.example/behind/a/gateway"],
    ["https://service.example/my shop/{id}", "https://service.example/my%20shop/%7Bid%7D"],
    [`https://service.example${basePath}`, "https://service.example"],
    [`https://service.example/gateway${basePath}/`, "https://service.example/gateway"],
    [`https://service.example${basePath}${basePath}`, `https://service.example${basePath}`],
    [`https://service.example${basePath}.1`, `https://service.example${basePath}.1`],
  ])("such as %s comes before the path, as a string or a URL", async (given, sent) => {
    const urls: string[] = [];
    const fetch = async (url: string) => {
      urls.push(url);
      return Response.json(found);
    };
    for (const baseUrl of [given, new URL(given)]) await clientOf(nowhere, { baseUrl, fetch }).get(7);
    const url = `${sent}${WEBHOOKS}/7`;
    expect(urls).toEqual([url, url]);
  });

  test.each([undefined, "", "localhost:4010", "ftp://service.example", "/api", {}])("%o is refused", (baseUrl) => {
    expect(() => clientOf(nowhere, Object({ baseUrl }))).toThrow(NO_URL);
  });

  test.each(["https://name:hunter2@service.example", "https://service.example/?key=hunter2"])(
    "%s is refused, and its credentials are not quoted",
    (baseUrl) => {
      expect(() => clientOf(nowhere, { baseUrl })).toThrow(new TypeError(NO_URL));
    },
  );
});
