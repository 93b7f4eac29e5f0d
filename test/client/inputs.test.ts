// What a caller passes: arguments, headers, options, the base URL.
import fc from "fast-check";
import { Headers as OtherHeaders } from "undici";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { accessToken, basePath } from "../../generated/contract.js";
import {
  type CallOptions,
  createServiceClient,
  type Send,
  type ServiceClientOptions,
  type TokenRequest,
} from "../../src/client/index.js";
import { answer, startFaultServer } from "../servers/fault.js";
import {
  clientOf,
  failureOf,
  found,
  input,
  item,
  type Methods,
  nowhere,
  ok,
  pageWith,
  serviceOf,
  token,
  tokenIn,
  WEBHOOKS,
} from "./examples.js";

/** What a client sends, and answers that it gets from memory. */
function recorder() {
  const sent: { method: string; url: string; headers: Record<string, string>; body: string | null }[] = [];
  const fetch: Send = async (url, { method, headers, body }) => {
    sent.push({ method, url, headers, body });
    const isList = method === "GET" && new URL(url).pathname.endsWith("/webhooks");
    return Response.json(isList ? pageWith([]) : found);
  };
  return { sent, fetch };
}

describe("the service receives what the caller passes", () => {
  // Text with every character that has a meaning in URLs, headers or JSON.
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom(..."/?#%&=+:;@.\\\"'$ \t\n\u00e9\u{1f4da}") }),
    fc.constantFrom("%2e", "%2e%2e", "..", "../..", "a/../b", "...", " ", "null", "undefined", "$&", "{id}", ""),
  );

  test("an id or a handle as one segment of the path, unless it would change the path: that is refused", async () => {
    const { sent, fetch } = recorder();
    const service = clientOf(nowhere, { fetch });
    const law = fc.asyncProperty(fc.oneof(text, fc.maxSafeInteger()), async (id) => {
      if (/^\.{0,2}$/.test(String(id))) expect(await failureOf(service.get(id))).toBeInstanceOf(TypeError);
      else {
        await service.get(id);
        const segments = new URL(sent.at(-1)?.url ?? "").pathname.split("/").map(decodeURIComponent);
        expect(segments).toEqual([...WEBHOOKS.split("/"), String(id)]);
      }
    });
    await fc.assert(law);
  });

  test("an access token with any characters that a header can carry", async () => {
    await using server = await startFaultServer(ok);
    const visible = fc.integer({ min: 0x20, max: 0xff }).filter((code) => code < 0x7f || code > 0x9f);
    const tokens = fc.string({ unit: visible.map((code) => String.fromCharCode(code)), minLength: 1 });
    const law = fc.asyncProperty(
      tokens.filter((token) => token === token.trim()),
      async (accessToken) => {
        await clientOf(server, { accessToken }).get(1);
        expect(tokenIn(server.arrivals.pop()?.headers ?? {})).toBe(accessToken);
      },
    );
    await fc.assert(law);
  });

  test("fields and headers, but for those that are undefined", async () => {
    await using server = await startFaultServer(ok);
    const service = clientOf(server, { headers: { "X-Shop": undefined } });
    await service.create({ ...input, format: undefined }, { headers: { "X-Trace": undefined } });
    const [{ headers = {}, body = "" } = {}] = server.arrivals;
    expect([headers["x-shop"], headers["x-trace"], JSON.parse(body)]).toEqual([
      undefined,
      undefined,
      { webhook: input },
    ]);
  });

  test("headers of the client, which those of a call replace, and the contract's two, but no others", async () => {
    const { sent, fetch } = recorder();
    const headers = { "X-Shop": "shop/1.0", "X-Trace": "client" };
    await clientOf(nowhere, { headers, fetch }).get(1, { headers: new Headers({ "X-Trace": "call" }) });
    const contract = { "content-type": "application/json", [accessToken.header.toLowerCase()]: token };
    expect(sent[0]?.headers).toEqual({ ...contract, "x-shop": "shop/1.0", "x-trace": "call" });
  });

  test.each([
    ["Headers of another library", new OtherHeaders({ "X-Trace": "1" })],
    ["pairs", [["X-Trace", "1"]]],
    ["a Map", new Map([["X-Trace", "1"]])],
  ])("headers in other forms, from the client and from a call: %s", async (_, given) => {
    const { sent, fetch } = recorder();
    const headers = Object(given);
    await clientOf(nowhere, { headers, fetch }).get(1);
    await clientOf(nowhere, { headers: () => headers, fetch }).get(1);
    await clientOf(nowhere, { fetch }).get(1, { headers });
    await clientOf(nowhere, { fetch }).list({}, { headers });
    expect(sent.map((request) => request.headers["x-trace"])).toEqual(["1", "1", "1", "1"]);
  });

  test("and nothing that was changed after the call, with the next try", async () => {
    const [headers, fields] = [{ "X-Trace": "1" }, { topic: "orders/create" }];
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "0" }), ok);
    const updated = clientOf(server).update(fields, { headers });
    [fields.topic, headers["X-Trace"]] = ["changed/meanwhile", "2"];
    await updated;
    const [first, second] = server.arrivals;
    expect([first?.headers["x-trace"], first?.body]).toEqual(["1", '{"webhook":{"topic":"orders/create"}}']);
    expect(second).toEqual(first);
  });
});

/** Objects that have these options, but not as their own: they inherit them, or their class has getters. */
function inheriting<Options extends object>(options: Options): Options[] {
  const getters = Object.entries(options).map(([name, value]) => [name, { get: () => value }]);
  return [Object.create(options), Object.create(Object.create(null, Object.fromEntries(getters)))];
}

describe("options", () => {
  test("of a client count, too, where they are inherited or getters of a class", async () => {
    const { sent, fetch } = recorder();
    const own = { baseUrl: nowhere.url, accessToken: token, headers: { "X-Trace": "1" }, fetch };
    for (const options of [own, ...inheriting(own)]) await createServiceClient(options).webhooks.get(1);
    const [first, ...others] = sent;
    expect(first?.headers).toMatchObject({ [accessToken.header.toLowerCase()]: token, "x-trace": "1" });
    expect(others).toEqual([first, first]);
  });

  test("of a call count, too, where they are inherited or getters of a class", async () => {
    for (const options of inheriting({ timeout: 20, headers: { "X-Trace": "1" } })) {
      const fetch = vi.fn<Send>(() => new Promise(() => undefined));
      const webhooks = clientOf(nowhere, { fetch });
      for (const call of [webhooks.get(1, options), webhooks.list({}, options)])
        expect((await failureOf(call)).message).toContain("No answer within 20 ms");
      for (const [, { headers }] of fetch.mock.calls) expect(headers).toMatchObject({ "x-trace": "1" });
      expect(fetch).toHaveBeenCalledTimes(2);
    }
  });

  const ownFetch = vi.fn();
  const ofQuery = { queryKey: ["webhooks"], client: {}, meta: undefined, pageParam: 1, direction: "forward" };

  test.each<[what: string, options: object | null]>([
    ["none at all, as null", null],
    ["a base URL", { baseUrl: "https://evil.example" }],
    ["a fetch", { fetch: ownFetch }],
    ["a body", { body: { topic: "another" } }],
    ["parameters", { params: { path: { id: 2 }, query: { page: 2 } } }],
    ["another way to read the answer", { parseAs: "text" }],
    ["serializers", { pathSerializer: () => "/evil", querySerializer: () => "evil=1", bodySerializer: () => "evil" }],
    ["middleware", { middleware: [{ onRequest: () => Response.json({ webhook: { id: "evil" } }) }] }],
    ["the settings of a fetch", { method: "POST", mode: "navigate", window: 1, redirect: "follow" }],
    ["the context of a TanStack query", ofQuery],
  ])("of a method are only those that it knows: %s changes nothing", async (_, options) => {
    const { sent, fetch } = recorder();
    const service = serviceOf(nowhere, { fetch });
    const methods: Methods = Object(service.webhooks);
    const callAll = async (options?: CallOptions | null) => [
      await methods.get(1, options),
      await methods.create(input, options),
      await methods.list({ limit: 2 }, options),
    ];
    const expected = await callAll();
    const plain = sent.splice(0);
    expect(await callAll(options)).toEqual(expected);
    expect(sent.splice(0)).toEqual(plain);
    service.http.use({ onRequest: () => undefined });
    expect(await callAll(options)).toEqual(expected);
    expect(sent).toEqual(plain);
    expect(ownFetch).not.toHaveBeenCalled();
  });

  test.each(["isAsking", "refused"])("of a client cannot set what the client itself remembers: %s", async (name) => {
    const { sent, fetch } = recorder();
    const told = vi.fn((_: TokenRequest) => token);
    const service = clientOf(nowhere, { accessToken: told, fetch, [name]: "given" });
    expect(await service.get(1)).toEqual(item);
    expect(told.mock.calls.map(([{ refused }]) => refused)).toEqual([undefined]);
    expect(sent).toHaveLength(1);
  });
});

describe("what cannot be used is refused in one line, before anything is sent", () => {
  const limits = "timeout and tryTimeout must be above 0, maxRetries 0 or more, signal an AbortSignal";
  const header = "The header X-Key is not valid in HTTP";

  test.each<[options: object, said: string]>([
    [{ timeout: "5000" }, limits],
    [{ timeout: 0 }, limits],
    [{ timeout: Number.NaN }, limits],
    [{ tryTimeout: -1 }, limits],
    [{ timeout: null }, limits],
    ...["2", -1, null, true, [], 2n, Number.NaN].map((maxRetries): [object, string] => [{ maxRetries }, limits]),
    [{ headers: { "X-Key": "secret-\n0123456789" } }, header],
  ])("%o of a client or of a call", async (options, said) => {
    expect(() => clientOf(nowhere, options)).toThrow(new TypeError(said));
    expect(await failureOf(clientOf(nowhere).get(1, options))).toEqual(new TypeError(said));
  });

  test.each([new AbortController(), {}, "aborted", true, 7])("a signal that is none: %o", async (signal) => {
    const options = Object({ signal });
    expect(await failureOf(clientOf(nowhere).get(1, options))).toEqual(new TypeError(limits));
    expect(await failureOf(clientOf(nowhere).list({}, options))).toEqual(new TypeError(limits));
  });

  test.each([
    ...[undefined, null, {}, true, 10n, 1.5, Number.NaN, 2 ** 53],
    // As `JSON.parse` makes it of an answer: it would be the id of something else.
    JSON.parse("9007199254740993123"),
    // Halves of a character, as `slice` may leave them.
    ...["\ud800", "a\udcdab", "\udcda\ud83d"],
  ])("the id %o", async (id) => {
    const refusal = new TypeError("The parameter id is not valid in a path");
    expect(await failureOf(clientOf(nowhere).get(id))).toEqual(refusal);
    expect(await failureOf(clientOf(nowhere).delete(id))).toEqual(refusal);
  });
});

describe("the headers of a client may be a function", () => {
  test("that is called for every try, and may return a promise", async () => {
    await using server = await startFaultServer(answer(503, {}, { "Retry-After": "0" }), ok);
    let tries = 0;
    await clientOf(server, { headers: async () => ({ "X-Try": ++tries }) }).get(1001);
    expect(server.arrivals.map(({ headers }) => headers["x-try"])).toEqual(["1", "2"]);
  });

  test("and the call fails with what it throws, or as a bad header does", async () => {
    const reason = new Error("The vault is closed");
    expect(await failureOf(clientOf(nowhere, { headers: () => Promise.reject(reason) }).get(1))).toBe(reason);
    const invalid = clientOf(nowhere, { headers: () => ({ "X-Key": "secret\n0123" }) });
    expect(await failureOf(invalid.get(1))).toEqual(new TypeError("The header X-Key is not valid in HTTP"));
  });

  test("and nothing is sent when it returns after the call has ended", async () => {
    const fetch = vi.fn<Send>();
    let resolve: (headers: Record<string, string>) => void = () => undefined;
    const headers = () => new Promise<Record<string, string>>((resolved) => (resolve = resolved));
    const failure = await failureOf(clientOf(nowhere, { headers, fetch, timeout: 20 }).create(input));
    expect(failure.name).toBe("ServiceTimeoutError");
    resolve({});
    await new Promise((resolved) => setTimeout(resolved, 0));
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe("a base URL", () => {
  const said = "baseUrl must be an HTTP URL, or in a page a path, without credentials, query or fragment";
  const sentWith = async (baseUrl: ServiceClientOptions["baseUrl"]) => {
    const { sent, fetch } = recorder();
    await clientOf(nowhere, { baseUrl, fetch }).get(7);
    return sent[0]?.url;
  };

  test.each([
    ["https://service.example", "https://service.example"],
    ["https://service.example//", "https://service.example"],
    ["HTTPS://Service.Example", "https://service.example"],
    ["https://service.example/behind/a/gateway/", "https://service.example/behind/a/gateway"],
    ["https://service.example/my shop/{id}", "https://service.example/my%20shop/%7Bid%7D"],
    [`https://service.example/gateway${basePath}/`, "https://service.example/gateway"],
    [`https://service.example${basePath}.1`, `https://service.example${basePath}.1`],
  ])("such as %s comes before the path, as a string or a URL", async (given, sent) => {
    const url = `${sent}${WEBHOOKS}/7`;
    expect([await sentWith(given), await sentWith(new URL(given))]).toEqual([url, url]);
  });

  test.each([
    ...[undefined, "localhost:4010", "ftp://service.example", "//service.example", "api"],
    ...["https://name:hunter2@service.example", "https://service.example/?key=hunter2"],
  ])("%o is refused, and not quoted", (baseUrl) => {
    expect(() => clientOf(nowhere, Object({ baseUrl }))).toThrow(new TypeError(said));
  });

  test.each(["/", "/backend"])("%j is a path of a page: where there is none, a call is refused", async (baseUrl) => {
    expect(await failureOf(clientOf(nowhere, { baseUrl }).get(7))).toEqual(new TypeError(said));
  });

  test("which is empty is the origin of a page, and refused where there is none", () => {
    expect(() => clientOf(nowhere, { baseUrl: "" })).toThrow(new TypeError(said));
  });

  test.each([
    ["", "https://page.example"],
    ["/", "https://page.example"],
    ["/backend/", "https://page.example/backend"],
    ["https://service.example", "https://service.example"],
  ])("%j of a page begins at its origin, whatever the address of the page is: %s", async (baseUrl, sent) => {
    vi.stubGlobal("location", { href: "https://page.example/app/page?shop=1#webhooks" });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await sentWith(baseUrl)).toBe(`${sent}${WEBHOOKS}/7`);
  });

  test.each(["/\\evil.example", "/\t/evil.example"])("%j would lead a page elsewhere, and is refused", (baseUrl) => {
    vi.stubGlobal("location", { href: "https://page.example/" });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(() => clientOf(nowhere, { baseUrl })).toThrow(said);
  });
});
