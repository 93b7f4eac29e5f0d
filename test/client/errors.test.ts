// What a call fails with.
import { describe, expect, onTestFinished, test, vi } from "vitest";
import type { Send, ServiceClient, ServiceClientOptions } from "../../src/client/index.js";
import * as client from "../../src/client/index.js";
import { ServiceError } from "../../src/client/index.js";
import { bundle } from "../servers/bundle.js";
import { answer, type Fault, reset, startFaultServer, startOf } from "../servers/fault.js";
import { clientOf, failureOf, input, item, nowhere, ONE, serviceOf, token, tokenIn, WEBHOOKS } from "./examples.js";

const once = { maxRetries: 0 };
const page = "<h1>Bad gateway</h1>";
const breakOff = startOf('{"webhook":', (response) => response.destroy());

test.each<[what: string, fault: Fault, name: string, said: string, body: unknown]>([
  ["status 404", answer(404, ""), "StatusError", "The service answered with status 404", undefined],
  ["status 409", answer(409, { a: 1 }), "StatusError", "The service answered with status 409", { a: 1 }],
  ["status 502 with HTML", answer(502, page), "StatusError", "The service answered with status 502", page],
  [
    "a redirect",
    answer(302, "", { Location: "https://me:pw@a.example/b?c=d" }),
    "StatusError",
    "The service answered with status 302, a redirect to https://a.example/b",
    undefined,
  ],
  ["HTML with status 200", answer(200, page), "ResponseError", "The response is not JSON", page],
  [
    "a success without a body",
    answer(202, ""),
    "ResponseError",
    "Status 202 is a success, but the response has no body",
    undefined,
  ],
  [
    "a success that has no body",
    answer(204, ""),
    "ResponseError",
    "Status 204 is a success, but the response has no body",
    undefined,
  ],
  ["an answer without its envelope", answer(200, item), "ResponseError", "The response has no webhook", item],
  ["a connection that is reset", reset, "ConnectionError", "fetch failed", undefined],
  ["a body that breaks off", breakOff, "ConnectionError", "The response is incomplete", undefined],
])("%s is an error that names the request and has the answer", async (_, fault, name, said, body) => {
  await using server = await startFaultServer(fault);
  const failure = await failureOf(clientOf(server, once).get(1001));
  const url = `${server.url}${WEBHOOKS}/1001`;
  expect(failure).toBeInstanceOf(ServiceError);
  expect(failure).toMatchObject({ name: `Service${name}`, method: "GET", url, ...(body !== undefined && { body }) });
  expect(failure.message.startsWith(said)).toBe(true);
  expect(failure.message.endsWith(`: GET ${url}`)).toBe(true);
});

test.each<[what: string, body: unknown, said: string]>([
  ["without its list", { items: [] }, "The response has no webhooks"],
  ["without a pagination", { webhooks: [item] }, "The response has no pagination"],
  ["without counts", { webhooks: [item], pagination: {} }, "The response has no pagination"],
])("a page %s is an error", async (_, body, said) => {
  const failure = await failureOf(clientOf(nowhere, { fetch: async () => Response.json(body) }).list());
  expect(failure).toMatchObject({ name: "ServiceResponseError", message: expect.stringContaining(said) });
});

describe("reason of an error", () => {
  const words = "topic must have a slash";

  test.each<[what: string, body: unknown, reason: string | undefined]>([
    ["a problem document", { title: "Unprocessable", detail: words }, words],
    ["a message", { error: "Unprocessable Entity", message: words }, words],
    ["an error as an object", { error: { code: 7, message: words } }, words],
    ["details of FastAPI", { detail: [{ loc: ["body", "topic"], msg: words }] }, words],
    ["a list of errors", { errors: [words, "and more"] }, words],
    ["plain text on two lines", "topic must\n have a slash", words],
    ["control characters", { message: "topic must\u202e have\u001b a slash" }, words],
    ["a long text", { message: "x".repeat(300) }, `${"x".repeat(199)}…`],
    ["HTML", page, undefined],
    ["no words", { code: 7 }, undefined],
  ])("the reason of an error is what the body says in words: %s", async (_, body, reason) => {
    await using server = await startFaultServer(answer(422, body));
    const failure = await failureOf(clientOf(server).get(1));
    expect(failure).toMatchObject({ reason });
    expect(failure.message.includes(`status 422: "${reason}": GET `)).toBe(reason !== undefined);
  });
});

test("an error becomes JSON with its message, status, headers and body, and has every cookie", async () => {
  const headers = { "X-Request-Id": "r-1", "Set-Cookie": ["shop=1", "lang=en"] };
  await using server = await startFaultServer((response) => response.writeHead(404, headers).end('{"reason":"gone"}'));
  const failure = Object(await failureOf(clientOf(server).get(1)));
  expect(JSON.parse(JSON.stringify(failure))).toMatchObject({
    name: "ServiceStatusError",
    message: expect.stringContaining('status 404: "gone": GET '),
    status: 404,
    headers: { "x-request-id": "r-1" },
    body: { reason: "gone" },
  });
  expect(failure.headers.getSetCookie()).toEqual(["shop=1", "lang=en"]);
});

describe("secrets", () => {
  const secret = 'signing-"0123456789';
  const echo =
    (status: number): Fault =>
    (response, request) => {
      const sent = String(tokenIn(request.headers));
      const body = { [sent]: [sent, secret], message: `No ${sent}, no ${secret}` };
      answer(status, body, { "X-Echo": sent, Location: `https://login.example/${sent}` })(response, request);
    };

  test.each<[what: string, fault: Fault]>([
    ["an error status", echo(400)],
    ["a redirect", echo(302)],
    ["a success without its envelope", echo(200)],
    [
      "a success that is not JSON",
      (response, request) => answer(200, `<${tokenIn(request.headers)} ${secret}`)(response, request),
    ],
  ])("neither the error nor the report of %s shows the token or a secret", async (_, fault) => {
    await using server = await startFaultServer(fault);
    const reports: unknown[] = [];
    const service = serviceOf(server, { onTry: (report) => void reports.push(report) });
    // An id that is the token, by mistake, is in the URL.
    const failures = [
      service.webhooks.create({ ...input, secret }),
      service.webhooks.update(Object({ ...input, secret, id: token })),
    ];
    for (const shown of [...(await Promise.all(failures.map(failureOf))), ...reports]) {
      const { stack, headers = [], cause } = Object(shown);
      const text = `${String(shown)} ${stack} ${JSON.stringify([shown, [...headers], cause])}`;
      expect(text).not.toContain(token);
      expect(text).not.toContain("0123456789");
    }
  });

  test("the error of a call hides the token that the caller's fetch has put into its own error", async () => {
    const cause = Object.assign(new Error(`No ${token}`), { name: token, code: token, request: token });
    const fetch: Send = () => Promise.reject(new TypeError("fetch failed", { cause }));
    const failure = await failureOf(clientOf(nowhere, { ...once, fetch }).get(1));
    expect(failure.message).toContain('"No <SECRET>"');
    expect(
      `${JSON.stringify(failure)} ${JSON.stringify(Object.entries(Object(failure.cause)))} ${failure.cause}`,
    ).not.toContain(token);
  });
});

test.each<[name: string, options: Partial<ServiceClientOptions>]>([
  ["ServiceStatusError", { fetch: async () => Response.json({ reason: "gone" }, { status: 404 }) }],
  ["ServiceResponseError", { fetch: async () => Response.json({}) }],
  ["ServiceConnectionError", { fetch: () => Promise.reject(Object.assign(new Error("cut"), { code: "ECONNRESET" })) }],
  ["ServiceTimeoutError", { fetch: () => new Promise(() => undefined), timeout: 20, tryTimeout: 5, maxRetries: 1 }],
  ["ServiceTokenError", { accessToken: () => "" }],
])("toJSON() of a %s is plain data, which can be cloned and written", async (name, options) => {
  const failure = await failureOf(clientOf(nowhere, { ...once, ...options }).get(1));
  const json = failure instanceof ServiceError ? failure.toJSON() : {};
  expect(json).toMatchObject({ name, message: failure.message, method: "GET" });
  expect(structuredClone(json)).toEqual(json);
  expect(JSON.parse(JSON.stringify(failure))).toMatchObject(JSON.parse(JSON.stringify(json)));
});

test("instanceof recognizes an error of another copy of the package by its class, and nothing else", async () => {
  const code = await bundle('export * from "./src/client/index.ts"', "node");
  const copy: typeof client = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  expect(copy.ServiceError).not.toBe(ServiceError);
  const fetch: Send = async () => new Response(null, { status: 404 });
  const failure = await failureOf(copy.createServiceClient({ baseUrl: nowhere.url, fetch }).webhooks.get(1));
  expect(failure).toBeInstanceOf(client.ServiceStatusError);
  expect(failure).toBeInstanceOf(ServiceError);
  expect(failure).not.toBeInstanceOf(client.ServiceConnectionError);
  class OwnError extends client.ServiceStatusError {}
  expect(failure).not.toBeInstanceOf(OwnError);
  expect(Object.create(OwnError.prototype)).toBeInstanceOf(OwnError);
  expect(Object.create(OwnError.prototype)).toBeInstanceOf(copy.ServiceStatusError);
  expect({ ...failure, name: "ServiceStatusError" }).not.toBeInstanceOf(client.ServiceStatusError);
});

describe("fetch of the caller", () => {
  test.each<[what: string, fetch: unknown]>([
    ["it returns nothing", async () => undefined],
    ["its response has no text()", async () => ({ ok: true, status: 200, headers: new Headers() })],
    [
      "its headers throw",
      async () => {
        const response = new Response(null, { status: 404 });
        return Object.defineProperty(response, "headers", {
          get: () => {
            throw new TypeError("No");
          },
        });
      },
    ],
    [
      "it has read the body",
      async () => {
        const response = Response.json({});
        await response.text();
        return response;
      },
    ],
    ["it is no function", "node-fetch"],
  ])("a mistake of the caller's fetch is no broken connection: %s", async (_, fetch) => {
    expect(await failureOf(clientOf(nowhere, Object({ fetch })).get(1))).toBeInstanceOf(TypeError);
  });

  test("where the caller's fetch throws, the message only says that fetch failed", async () => {
    const fetch = () => {
      throw new Error("Sign in first");
    };
    const failure = await failureOf(clientOf(nowhere, { ...once, fetch }).get(1));
    expect(failure.message).toBe(`fetch failed: "Sign in first": GET ${nowhere.url}${WEBHOOKS}/1`);
  });

  test("where there is no global fetch, a call says so", async () => {
    vi.stubGlobal("fetch", undefined);
    onTestFinished(() => void vi.unstubAllGlobals());
    expect(await failureOf(clientOf(nowhere).get(1))).toEqual(new TypeError("There is no global fetch: pass one"));
  });
});

describe("stack", () => {
  const pending = () => new Promise<never>(() => undefined);
  const failing = async () => {
    await new Promise(setImmediate);
    throw new Error("cut");
  };
  const ways: ((service: ServiceClient) => Promise<unknown>)[] = [
    async function callGet({ webhooks }) {
      return await webhooks.get(1);
    },
    async function callList({ webhooks }) {
      return await webhooks.list().withResponse();
    },
    async function walkItems({ webhooks }) {
      for await (const _ of webhooks.list());
    },
    async function callPath({ http }) {
      const { error } = await http.GET(ONE, { params: { path: { id: 1 } } });
      if (error) throw error;
    },
    async function callBehindMiddleware({ webhooks, http }) {
      http.use({ onRequest: () => undefined });
      return await webhooks.get(1);
    },
  ];

  test.each<[what: string, options: Partial<ServiceClientOptions>]>([
    ["an error status", { fetch: async () => Response.json({}, { status: 404 }) }],
    ["a failed connection", { fetch: failing }],
    ["a timeout", { fetch: pending, timeout: 10 }],
    ["an answer that is not JSON", { fetch: async () => new Response("<html>") }],
    ["a missing token", { accessToken: () => "" }],
  ])("the stack of %s names the line of the caller", async (_, options) => {
    const usual = Error.stackTraceLimit;
    onTestFinished(() => void Object.assign(Error, { stackTraceLimit: usual }));
    // As Node.js has it: Vitest keeps more.
    Error.stackTraceLimit = 10;
    for (const way of ways) {
      // In a turn of its own: the frames of a timer that has just ended would count, too.
      await new Promise(setImmediate);
      const { stack } = await failureOf(way(serviceOf(nowhere, { ...once, ...options })));
      expect(stack).toContain(way.name);
    }
    expect(Error.stackTraceLimit).toBe(10);
  });

  test("the stack of an id that is not valid names the line of the caller", async () => {
    const callWrongly = async () => await clientOf(nowhere).get("");
    expect((await failureOf(callWrongly())).stack).toContain("callWrongly");
  });
});
