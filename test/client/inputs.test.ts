import { describe, expect, test } from "vitest";
import { createServiceClient, type Send } from "../../src/client/index.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { clientOf, example, failureOf, found } from "./examples.js";

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

describe("input that cannot be sent is refused before anything is sent", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const deep = JSON.parse(`${"[".repeat(5)}1${"]".repeat(5)}`);
  const bodies = {
    "a bigint": { amount: 1n },
    "an object within itself": circular,
    "a symbol": Symbol("x"),
    "a function": () => 1,
  };

  test.each(Object.entries(bodies))("%s for a body", async (_, body) => {
    await using server = await startFaultServer(answer(200, found));
    expect(await failureOf(clientOf(server).oauth.exchangeAccessToken({ body }))).toEqual(
      new TypeError("The body cannot be written as JSON"),
    );
    expect(server.arrivals).toEqual([]);
  });

  const noIds = [10n, Symbol("x"), { id: 1 }, [1], null, undefined, Object.create(null)];
  const noNumbers = [1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "\ud800"];

  test.each([...noIds, ...noNumbers])("%s for an id", async (id) => {
    await using server = await startFaultServer(answer(200, found));
    const failure = await failureOf(clientOf(server).webhooks.get(id));
    expect(failure).toBeInstanceOf(TypeError);
    expect(failure.message).toMatch(/^The path parameter id cannot be \S+$/);
    expect(server.arrivals).toEqual([]);
  });

  test.each(["\ud800", Symbol("x"), { deep: { er: 1 } }, [deep]])("%o for a parameter of the query", async (value) => {
    await using server = await startFaultServer(answer(200, example("WebhookList")));
    const query = { sort_by: value };
    // @ts-expect-error: JavaScript callers get the error at run time
    expect(await failureOf(clientOf(server).webhooks.list(query))).toEqual(
      new TypeError("The query cannot be written in a URL"),
    );
    expect(server.arrivals).toEqual([]);
  });

  test("half a surrogate pair in a body arrives as JSON escapes it", async () => {
    await using server = await startFaultServer(answer(200, found));
    const { webhook } = example("WebhookWithFormat");
    await clientOf(server).webhooks.create({ ...webhook, topic: "a/\ud800" });
    expect(server.arrivals[0]?.body).toContain("a/\\ud800");
  });
});

describe("input that says nothing", () => {
  test("undefined fields of a query, of an input and of headers are not sent", async () => {
    await using server = await startFaultServer(answer(200, { ...found, ...example("WebhookList") }));
    const { webhooks } = clientOf(server, { headers: { "X-Shop": undefined } });
    await webhooks.list({ limit: 5, page: undefined, sort_by: undefined }, { headers: { "X-Trace": undefined } });
    await webhooks.create({ topic: "a/b", address: "https://c.example", format: undefined });
    const [list, create] = server.arrivals;
    expect(list?.path).toBe("/api/admin/26.0/webhooks?limit=5");
    expect([list?.headers["x-shop"], list?.headers["x-trace"]]).toEqual([undefined, undefined]);
    expect(JSON.parse(create?.body ?? "")).toEqual({ webhook: { topic: "a/b", address: "https://c.example" } });
  });

  test("null in place of a query or of options is as good as nothing", async () => {
    await using server = await startFaultServer(
      answer(200, { ...found, ...example("WebhookList"), ...example("OAuth"), ...example("DeletionResult") }),
    );
    const { webhooks, oauth } = clientOf(server);
    // @ts-expect-error: JavaScript callers do this
    const calls = [webhooks.list(null, null), webhooks.get(1, null), webhooks.delete(1, null)];
    await Promise.all(calls);
    // @ts-expect-error: JavaScript callers do this
    await oauth.exchangeAccessToken(null);
    expect(server.arrivals).toHaveLength(4);
  });
});

describe("options of another type or out of range are refused", () => {
  const numbers = "timeout and tryTimeout must be numbers greater than 0, maxRetries 0 or a greater number";

  const others = [{ timeout: "5000" }, { tryTimeout: "5" }, { maxRetries: "2" }, { timeout: {} }];
  const timeouts = [{ timeout: 0 }, { timeout: -1 }, { timeout: Number.NaN }, { tryTimeout: 0 }];

  test.each([...others, ...timeouts, { maxRetries: -1 }, { maxRetries: Number.NaN }])("%o", async (options) => {
    await using server = await startFaultServer(answer(200, found));
    // @ts-expect-error: JavaScript callers get the error at run time
    expect(await failureOf(clientOf(server).webhooks.get(1, options))).toEqual(new TypeError(numbers));
    // @ts-expect-error: JavaScript callers get the error at run time
    expect(() => clientOf(server, options)).toThrow(new TypeError(numbers));
    expect(server.arrivals).toEqual([]);
  });

  test.each([{ fetch: "fetch" }, { onTry: "log" }])("%o", (options) => {
    // @ts-expect-error: JavaScript callers get the error at run time
    expect(() => clientOf({ url: "https://service.example" }, options)).toThrow(
      new TypeError("fetch and onTry must be functions"),
    );
  });

  test.each(["soon", 5, {}, new AbortController()])("%o for a signal", async (signal) => {
    // @ts-expect-error: JavaScript callers get the error at run time
    const call = clientOf({ url: "https://service.example" }).webhooks.get(1, { signal });
    expect(await failureOf(call)).toEqual(new TypeError("signal must be an AbortSignal, such as controller.signal"));
  });
});

describe("a base URL", () => {
  const pathAt = async (baseUrl: string | URL) => {
    const urls: string[] = [];
    const fetch: Send = async (url) => {
      urls.push(url);
      return Response.json(found);
    };
    await createServiceClient({ baseUrl, accessToken: "t", fetch }).webhooks.get(7);
    return urls[0];
  };

  test("may be a URL", async () => {
    expect(await pathAt(new URL("https://service.example/shop/"))).toBe(
      "https://service.example/shop/api/admin/26.0/webhooks/7",
    );
  });

  test("may hold a space, and braces, which are no parameters", async () => {
    expect(await pathAt("https://service.example/my shop/{id}")).toBe(
      "https://service.example/my%20shop/%7Bid%7D/api/admin/26.0/webhooks/7",
    );
  });
});
