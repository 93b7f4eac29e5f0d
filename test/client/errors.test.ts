// What a call fails with.
import { describe, expect, onTestFinished, test } from "vitest";
import type { Send, ServiceClient, ServiceClientOptions } from "../../src/client/index.js";
import { ServiceError } from "../../src/client/index.js";
import { answer, type Fault, reset, startFaultServer, startOf } from "../servers/fault.js";
import {
  clientOf,
  failureOf,
  found,
  input,
  item,
  nowhere,
  ONE,
  serviceOf,
  token,
  tokenIn,
  WEBHOOKS,
} from "./examples.js";

const once = { maxRetries: 0 };
const page = "<h1>Bad gateway</h1>";
const breakOff = startOf('{"webhook":', (response) => response.destroy());

test.each<[what: string, fault: Fault, name: string, said: string, body: unknown]>([
  ["status 404", answer(404, ""), "StatusError", "The service answered with status 404", undefined],
  ["status 409", answer(409, { a: 1 }), "StatusError", "The service answered with status 409", { a: 1 }],
  ["status 206", answer(206, found), "StatusError", "The service answered with status 206", found],
  ["status 502 with HTML", answer(502, page), "StatusError", "The service answered with status 502", page],
  [
    "a redirect",
    answer(302, "", { Location: "https://me:pw@a.example/b?c=d" }),
    "StatusError",
    "The service answered with status 302, a redirect to https://a.example/b",
    undefined,
  ],
  ["HTML with status 200", answer(200, page), "ResponseError", "The answer is not JSON", page],
  ["an empty answer", answer(200, ""), "ResponseError", "The answer is empty", undefined],
  ["an answer without its envelope", answer(200, item), "ResponseError", "The answer has no webhook", item],
  ["a connection that is reset", reset, "ConnectionError", "The service did not answer", undefined],
  ["a body that breaks off", breakOff, "ConnectionError", "The answer is incomplete", undefined],
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
  ["without its list", { items: [] }, "The answer has no webhooks"],
  ["without a pagination", { webhooks: [item] }, "The answer has no pagination"],
  ["without counts", { webhooks: [item], pagination: {} }, "The answer has no pagination"],
])("a page %s is an error", async (_, body, said) => {
  const failure = await failureOf(clientOf(nowhere, { fetch: async () => Response.json(body) }).list());
  expect(failure).toMatchObject({ name: "ServiceResponseError", message: expect.stringContaining(said) });
});

describe("the reason of an error is what the body says in words", () => {
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
  ])("in %s", async (_, body, reason) => {
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

describe("no error and no report shows the access token or a secret that was sent", () => {
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
  ])("of %s", async (_, fault) => {
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

  test("of a fetch that throws it in every part of its error", async () => {
    const cause = Object.assign(new Error(`No ${token}`), { name: token, code: token, request: token });
    const fetch: Send = () => Promise.reject(new TypeError("fetch failed", { cause }));
    const failure = await failureOf(clientOf(nowhere, { ...once, fetch }).get(1));
    expect(failure.message).toContain('"No <SECRET>"');
    expect(
      `${JSON.stringify(failure)} ${JSON.stringify(Object.entries(Object(failure.cause)))} ${failure.cause}`,
    ).not.toContain(token);
  });
});

describe("the stack names the line of the caller", () => {
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
    ["no token", { accessToken: () => "" }],
  ])("of %s", async (_, options) => {
    const usual = Error.stackTraceLimit;
    onTestFinished(() => void Object.assign(Error, { stackTraceLimit: usual }));
    // As Node.js has it: Vitest keeps more.
    Error.stackTraceLimit = 10;
    for (const way of ways)
      expect((await failureOf(way(serviceOf(nowhere, { ...once, ...options })))).stack).toContain(way.name);
    expect(Error.stackTraceLimit).toBe(10);
  });

  test("of an id that is not valid", async () => {
    const callWrongly = async () => await clientOf(nowhere).get("");
    expect((await failureOf(callWrongly())).stack).toContain("callWrongly");
  });
});
