// What a caller passes: arguments, headers, options, the base URL.
import fc from "fast-check";
import { Headers as OtherHeaders } from "undici";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { accessToken, basePath } from "../../generated/contract.js";
import type { Send, ServiceClientOptions } from "../../src/client/index.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, found, input, nowhere, ok, pageWith, token, tokenIn, WEBHOOKS } from "./examples.js";

/** What a client sends, and answers that it gets from memory. */
function recorder() {
  const sent: { url: string; headers: Record<string, string>; body: string | null }[] = [];
  const fetch: Send = async (url, { headers, body }) => {
    sent.push({ url, headers, body });
    return Response.json(new URL(url).pathname.endsWith("/webhooks") ? pageWith([]) : found);
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
    // As `slice` may leave it.
    expect(await failureOf(service.get("\u{1f4da}".slice(0, 1)))).toBeInstanceOf(TypeError);
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

describe("what cannot be used is refused in one line, before anything is sent", () => {
  const limits = "timeout and tryTimeout must be above 0, maxRetries 0 or more, signal an AbortSignal";
  const header = "The header X-Key is not valid in HTTP";

  test.each<[options: object, said: string]>([
    [{ timeout: "5000" }, limits],
    [{ timeout: 0 }, limits],
    [{ timeout: Number.NaN }, limits],
    [{ tryTimeout: -1 }, limits],
    [{ maxRetries: "2" }, limits],
    [{ maxRetries: -1 }, limits],
    [{ headers: { "X-Key": "secret-\n0123456789" } }, header],
  ])("%o of a client or of a call", async (options, said) => {
    expect(() => clientOf(nowhere, options)).toThrow(new TypeError(said));
    expect(await failureOf(clientOf(nowhere).get(1, options))).toEqual(new TypeError(said));
  });

  test("a signal that is none", async () => {
    const signal = Object(new AbortController());
    expect(await failureOf(clientOf(nowhere).get(1, { signal }))).toEqual(new TypeError(limits));
  });

  // As `JSON.parse` makes it of an answer: it would be the id of something else.
  test.each([undefined, null, {}, 1.5, 2 ** 53, JSON.parse("9007199254740993123")])("the id %o", async (id) => {
    expect((await failureOf(clientOf(nowhere).get(id))).message).toBe("The parameter id cannot be in a path");
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

  test.each(["/\\evil.example", "/\t/evil.example"])("%j would lead a page elsewhere, and is refused", (baseUrl) => {
    vi.stubGlobal("location", { href: "https://page.example/" });
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(() => clientOf(nowhere, { baseUrl })).toThrow(said);
  });
});
