import { describe, expect, test, vi } from "vitest";
import { basePath } from "../../generated/contract.js";
import type { Send } from "../../src/client/index.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, found, input, item, type Methods, nowhere, ok, pageWith, WEBHOOKS } from "./examples.js";

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

const NO_URL = "baseUrl must be an HTTP URL, or in a page a path, without credentials, query or fragment";

describe("input that cannot be sent is refused before anything is sent", () => {
  const circular: Record<string, unknown> = {};
  circular["self"] = circular;
  const refused = {
    body: {
      values: [1n, circular],
      send: (service: Methods, value: unknown) => service.create({ ...input, value }),
      says: /BigInt|circular/,
    },
    id: {
      values: [
        ...[10n, Symbol("x"), { id: 1 }, [1], null, undefined, Object.create(null)],
        ...[1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53],
      ],
      send: (service: Methods, id: unknown) => service.get(id),
      says: /^The parameter id cannot be /,
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
    await service.create({ ...input, format: undefined });
    const [list, create] = server.arrivals;
    expect(list?.path).toBe(`${WEBHOOKS}?limit=5`);
    expect([list?.headers["x-shop"], list?.headers["x-trace"]]).toEqual([undefined, undefined]);
    expect(JSON.parse(create?.body ?? "")).toEqual({ webhook: input });
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
  const refusal = new TypeError("timeout and tryTimeout must be above 0, maxRetries 0 or more, signal an AbortSignal");
  const wrong = [{ timeout: "5000" }, { timeout: {} }, { timeout: 0 }, { timeout: -1 }, { timeout: Number.NaN }];
  const others = [{ tryTimeout: "5" }, { tryTimeout: 0 }, { maxRetries: "2" }, { maxRetries: -1 }];

  test.each<object>([...wrong, ...others, { maxRetries: Number.NaN }])(
    "%o of a client or of a call",
    async (options) => {
      expect(() => clientOf(nowhere, options)).toThrow(refusal);
      expect(await failureOf(clientOf(nowhere).get(1, options))).toEqual(refusal);
    },
  );

  test.each(["soon", 5, {}, new AbortController()])("%o for a signal", async (signal) => {
    expect(await failureOf(clientOf(nowhere).get(1, Object({ signal })))).toEqual(refusal);
  });

  test.each<[unknown, string]>([[{ "X-Key": "secret-\n0123456789" }, "The header X-Key is not valid in HTTP"]])(
    "headers %o, whose values are not quoted",
    async (headers, said) => {
      const options = Object({ headers });
      expect(await failureOf(clientOf(nowhere).get(1, options))).toEqual(new TypeError(said));
      expect(() => clientOf(nowhere, options)).toThrow(new TypeError(said));
    },
  );
});

describe("the headers of a client may be a function", () => {
  test("that is called for every try, and may return a promise", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "0" }), ok);
    let tries = 0;
    await clientOf(server, { headers: async () => ({ "X-Try": ++tries }) }).get(1001);
    expect(server.arrivals.map(({ headers }) => headers["x-try"])).toEqual(["1", "2"]);
    expect(server.arrivals[0]?.headers["content-type"]).toBe("application/json");
  });

  test("and the call fails with what it throws, or as a bad header does", async () => {
    const reason = new Error("The vault is closed");
    const throwing = () => {
      throw reason;
    };
    expect(await failureOf(clientOf(nowhere, { headers: throwing }).get(1))).toBe(reason);
    const invalid = { headers: () => ({ "X-Key": "secret\n0123" }) };
    const refusal = new TypeError("The header X-Key is not valid in HTTP");
    expect(await failureOf(clientOf(nowhere, invalid).get(1))).toEqual(refusal);
  });

  test("and nothing is sent when it returns after the call has ended", async () => {
    const fetch = vi.fn<Send>();
    let resolve: (headers: Record<string, string>) => void = () => undefined;
    const headers = () => new Promise<Record<string, string>>((resolved) => (resolve = resolved));
    const failure = await failureOf(clientOf(nowhere, { headers, fetch, timeout: 20 }).create(input));
    expect(failure.message).toMatch(/^No answer within 20 ms: POST /);
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

  test.each([undefined, "localhost:4010", "ftp://service.example", "//service.example", "api", {}])(
    "%o is refused",
    (baseUrl) => {
      expect(() => clientOf(nowhere, Object({ baseUrl }))).toThrow(NO_URL);
    },
  );

  test.each(["", "/", "/backend"])("%j is a path of a page, and refused where there is none", (baseUrl) => {
    expect(() => clientOf(nowhere, { baseUrl })).toThrow(NO_URL);
  });

  test.each(["https://name:hunter2@service.example", "https://service.example/?key=hunter2"])(
    "%s is refused, and its credentials are not quoted",
    (baseUrl) => {
      expect(() => clientOf(nowhere, { baseUrl })).toThrow(new TypeError(NO_URL));
    },
  );
});
