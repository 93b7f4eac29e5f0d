import { describe, expect, test } from "vitest";
import { createHttpClient } from "../../src/client/http.js";
import { createServiceClient } from "../../src/client/index.js";
import { answer, startFaultServer } from "../servers/fault.js";
import {
  answerOf,
  completed,
  ids,
  names,
  newItem,
  pathOf,
  positioned,
  type RoleMethods,
  wrapped,
} from "../worlds/roles.js";
import { clientOf, failureOf, found, nowhere, ok, withOptions } from "./examples.js";

test.runIf(names.page)("what the caller changes after the call is not sent with the next page", async () => {
  const page = positioned(answerOf("list"), { page: 1, size: 2, total: 4, pages: 2 });
  await using server = await startFaultServer(answer(200, page));
  const query = { [names.size]: 2 };
  const call = clientOf(server).list(query);
  query[names.size] = 3;
  for await (const _ of call.pages()) if (server.arrivals.length === 2) break;
  const path = `${pathOf("list")}?${names.size}=2`;
  expect(server.arrivals.map((arrival) => arrival.path)).toEqual([path, `${path}&${names.page}=2`]);
});

describe("input that cannot be sent is refused before anything is sent", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const refused = {
    body: {
      values: [1n, circular],
      send: (service: RoleMethods, value: unknown) => service.create({ ...newItem(), value }),
      says: /^The body cannot be written as JSON$/,
    },
    ...(ids.exchange && {
      "body of any form": {
        values: [Symbol("x"), () => 1],
        send: (service: RoleMethods, body: unknown) => service.exchange({ body }),
        says: /^The body cannot be written as JSON$/,
      },
    }),
    id: {
      values: [
        ...[10n, Symbol("x"), { id: 1 }, [1], null, undefined, Object.create(null)],
        ...[1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, "\ud800"],
      ],
      send: (service: RoleMethods, id: unknown) => service.get(id),
      says: /^The path parameter \w+ cannot be \S+$/,
    },
    "parameter of the query": {
      values: ["\ud800", Symbol("x"), { deep: { er: 1 } }, [[1]], new Date(0), new Map([["a", 1]]), () => 1],
      send: (service: RoleMethods, value: unknown) => service.list({ [names.query]: value }),
      says: /^The query cannot be written in a URL$/,
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
    await service.list({ [names.query]: 5, other: undefined }, { headers: { "X-Trace": undefined } });
    await service.create({ ...newItem(), [names.choice]: undefined });
    const [list, create] = server.arrivals;
    expect(list?.path).toBe(`${pathOf("list")}?${names.query}=5`);
    expect([list?.headers["x-shop"], list?.headers["x-trace"]]).toEqual([undefined, undefined]);
    expect(JSON.parse(create?.body ?? "")).toEqual(wrapped(completed(newItem())));
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
  await withOptions(clientOf(server, { headers }), {
    headers: new Headers({ "X-Trace": "call" }),
  }).get(1001);
  expect(server.arrivals[0]?.headers).toMatchObject({ "x-shop": "shop/1.0", "x-trace": "call" });
});

describe("options of another type or out of range are refused", () => {
  const numbers = "timeout and tryTimeout must be numbers greater than 0, maxRetries 0 or a greater number";
  const wrong = [{ timeout: "5000" }, { timeout: {} }, { timeout: 0 }, { timeout: -1 }, { timeout: Number.NaN }];
  const others = [{ tryTimeout: "5" }, { tryTimeout: 0 }, { maxRetries: "2" }, { maxRetries: -1 }];

  test.each<object>([...wrong, ...others, { maxRetries: Number.NaN }])(
    "%o of a client or of a call",
    async (options) => {
      expect(() => clientOf(nowhere, options)).toThrow(new TypeError(numbers));
      expect(await failureOf(withOptions(clientOf(nowhere), options).get(1))).toEqual(new TypeError(numbers));
    },
  );

  test.each<object>([{ timout: 5 }, { retries: undefined }])("%o, which does not exist", async (options) => {
    const refusal = new TypeError(`The option ${Object.keys(options)} does not exist`);
    expect(() => clientOf(nowhere, options)).toThrow(refusal);
    expect(await failureOf(withOptions(clientOf(nowhere), options).get(1))).toEqual(refusal);
  });

  test.each<object>([{ fetch: "fetch" }, { onTry: "log" }])("%o", (options) => {
    expect(() => clientOf(nowhere, options)).toThrow(new TypeError("fetch and onTry must be functions"));
  });

  test.each(["soon", 5, {}, new AbortController()])("%o for a signal", async (signal) => {
    const refusal = new TypeError("signal must be an AbortSignal, such as controller.signal");
    expect(await failureOf(withOptions(clientOf(nowhere), Object({ signal })).get(1))).toEqual(refusal);
  });
});

test.each([
  ["a client", createServiceClient],
  ["the raw client", createHttpClient],
])("%s without options, or with a URL in their place, says what it requires first", (_, create) => {
  for (const given of [[], [null], ["https://service.example"]]) {
    expect(() => Reflect.apply(create, undefined, given)).toThrow(/^baseUrl must be an absolute HTTP URL/);
  }
});

describe("a base URL", () => {
  test.each([
    ["https://service.example", "https://service.example"],
    ["https://service.example/", "https://service.example"],
    ["https://service.example//", "https://service.example"],
    ["https://service.example/behind/a/gateway/", "https://service.example/behind/a/gateway"],
    ["https://service.example/my shop/{id}", "https://service.example/my%20shop/%7Bid%7D"],
  ])("such as %s comes before the path, as a string or a URL", async (given, sent) => {
    const urls: string[] = [];
    const fetch = async (url: string) => {
      urls.push(url);
      return Response.json(found);
    };
    for (const baseUrl of [given, new URL(given)]) await clientOf(nowhere, { baseUrl, fetch }).get(7);
    const url = `${sent}${pathOf("get", 7)}`;
    expect(urls).toEqual([url, url]);
  });

  test.each([undefined, "", "service.example", "ftp://service.example", "/api", {}])("%o is refused", (baseUrl) => {
    expect(() => clientOf(nowhere, Object({ baseUrl }))).toThrow(/^baseUrl must be an absolute HTTP URL/);
  });

  test.each(["https://name:hunter2@service.example", "https://service.example/?key=hunter2"])(
    "%s is refused, and its credentials are not quoted",
    (baseUrl) => {
      expect(() => clientOf(nowhere, { baseUrl })).toThrow(/^(?!.*hunter2)baseUrl must be .* without credentials/);
    },
  );
});
