import { once } from "node:events";
import type { RequestListener } from "node:http";
import { createServer } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accessToken, operations, responseExamples } from "../../generated/contract.js";
import { byStatus } from "../../src/by-status.js";
import { readForPrism } from "../../tools/mock/prism-contract.js";
import { createProxy } from "../../tools/mock/proxy.js";
import { sendRaw } from "../sandbox/raw-request.js";
import { CREATED, EXCHANGE, HEADERS, LIMIT, orders, TOKEN, WEBHOOKS } from "../sandbox/transports.js";
import { violationsIn } from "../servers/mock.js";
import { addressOf, freePort } from "../servers/port.js";
import { startWebServer, type WebServer } from "../servers/web.js";

const OK = operations.listWebhooks.status;
const log: string[] = [];
let answer: RequestListener;
let service: WebServer;
let proxy: WebServer;

beforeAll(async () => {
  service = await startWebServer((request, response) => answer(request, response));
  proxy = await inFrontOf(service.url);
});
beforeEach(() => {
  log.length = 0;
  answer = json(OK, responseExamples.listWebhooks);
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

async function inFrontOf(url: string): Promise<WebServer> {
  const { operations } = await readForPrism();
  const server = createProxy({ service: new URL(url), operations: () => operations, log: (line) => log.push(line) });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const end = async () => {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  };
  return { url: addressOf(server).url, [Symbol.asyncDispose]: end };
}

/** A service that answers every request with a body, which is sent as JSON unless it is a text. */
function json(status: number, body: unknown, headers: Record<string, string | string[]> = {}): RequestListener {
  return (request, response) => {
    request.resume();
    const declared = operations.listWebhooks.responses[status]?.headers;
    response.writeHead(status, { "Content-Type": "application/json", ...declared, ...headers });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  };
}

/** Lists the subscriptions through the proxy, or sends what `init` says. */
function call(path = WEBHOOKS, init: RequestInit = {}): Promise<Response> {
  return fetch(proxy.url + path, { headers: TOKEN, redirect: "manual", ...init });
}

test("an exchange that keeps the contract passes without a word", async () => {
  const answered = await call();
  expect(await answered.json()).toEqual(responseExamples.listWebhooks);
  expect(answered.headers.has("sl-violations")).toBe(false);
  expect(log).toEqual([expect.stringMatching(new RegExp(`^GET ${WEBHOOKS} ${OK} \\d+\\.\\d ms$`))]);
});

type Row = [what: string, listener: RequestListener, status: number, body: string, places: string[]];

/** Answers that no contract of webhooks would declare by status; it may declare them by default. */
const STRANGE: readonly Row[] = [
  ["a 501", json(501, "<h1>", { "Content-Type": "text/html" }), 501, "<h1>", ["Warning response"]],
  ["a redirect", json(302, "", { Location: "/elsewhere" }), 302, "", ["Warning response"]],
];
const UNDECLARED = STRANGE.filter(([, , status]) => !byStatus(operations.listWebhooks.responses, status));

describe("the answer of the service stays as it is, and what the contract does not allow is said:", () => {
  test.each<Row>([
    ...UNDECLARED,
    ["an empty body of JSON", json(OK, ""), OK, "", ["Error response.body"]],
    ["a broken body of JSON", json(OK, "{"), OK, "{", ["Error response.body", "Error response.body"]],
    ["a missing field", json(OK, { webhooks: [] }), OK, '{"webhooks":[]}', ["Error response.body"]],
    ["a type that Prism cannot read", json(OK, {}, { "Content-Type": "json" }), OK, "{}", ["Error response"]],
    [
      "another encoding",
      json(OK, "xyz", { "Content-Encoding": "x-own" }),
      OK,
      "xyz",
      ["Error response.body", "Error response.body"],
    ],
    [
      "an id above 2^53",
      json(OK, '{"id":9007199254740993}'),
      OK,
      '{"id":9007199254740993}',
      ["Error response.body", "Error response.body"],
    ],
  ])("%s", async (_, listener, status, body, places) => {
    answer = listener;
    // Not fetch, which decodes a body.
    const answered = await sendRaw(proxy.url, { path: WEBHOOKS, headers: TOKEN });
    expect([answered.status, answered.body]).toEqual([status, body]);
    const found: { severity: string; location: string[] }[] = JSON.parse(String(answered.headers["sl-violations"]));
    expect(found.map(({ severity, location }) => `${severity} ${location.join(".")}`)).toEqual(places);
    expect(log).toHaveLength(1 + places.length);
  });

  test("of a body in another encoding that it is not checked", async () => {
    answer = json(OK, "xyz", { "Content-Encoding": "x-own" });
    const answered = await sendRaw(proxy.url, { path: WEBHOOKS, headers: TOKEN });
    const [first] = JSON.parse(String(answered.headers["sl-violations"]));
    expect(first.message).toBe("has the Content-Encoding x-own: it is not checked");
  });

  test("each cookie by itself, and where a redirect leads", async () => {
    answer = json(302, "", { "Set-Cookie": ["a=1", "b=2"], Location: "/elsewhere" });
    const { headers } = await call();
    expect([headers.getSetCookie(), headers.get("location")]).toEqual([["a=1", "b=2"], "/elsewhere"]);
  });

  test("a message that no header can hold, and more of them than find room", async () => {
    answer = json(OK, { webhooks: Array.from({ length: 200 }, () => ({ größe: 1 })), pagination: { größe: "ü" } });
    const answered = await call();
    const header = answered.headers.get("sl-violations") ?? "";
    expect(header.length).toBeLessThan(8000);
    expect(violationsIn(answered).length).toBeGreaterThan(10);
    expect(log.length).toBeGreaterThan(violationsIn(answered).length);
  });
});

describe("a request reaches the service as it is, and what the contract does not allow is said:", () => {
  test.each<[string, string, RequestInit, unknown[]]>([
    [
      "a parameter out of its bounds",
      `${WEBHOOKS}?limit=${LIMIT.most + 1}`,
      {},
      [{ location: ["request", "query", "limit"] }],
    ],
    ["a parameter that comes twice", `${WEBHOOKS}?limit=1&limit=2`, {}, [{ location: ["request", "query", "limit"] }]],
    ["no token", WEBHOOKS, { headers: {} }, [{ location: ["request"], code: 401 }]],
    ["a path that it does not have", "/api/other", {}, [{ location: ["request"], severity: "Warning" }]],
    ["a method that it does not have", WEBHOOKS, { method: "PURGE" }, [{ location: ["request"], severity: "Warning" }]],
    [
      "a broken body",
      EXCHANGE,
      { method: "POST", body: "{", headers: HEADERS },
      [{ location: ["request", "body"], code: "json" }],
    ],
    ["a stray %", `${WEBHOOKS}/100%`, {}, [{ code: "unchecked" }]],
  ])("%s", async (_, path, init, found) => {
    const received: string[] = [];
    answer = async (request, response) => {
      received.push(`${request.method} ${request.url}`);
      json(OK, path === EXCHANGE ? responseExamples.exchangeAccessToken : responseExamples.listWebhooks)(
        request,
        response,
      );
    };
    const answered = await call(path, init);
    expect(answered.status).toBe(OK);
    expect(violationsIn(answered)).toMatchObject(found);
    expect(received).toEqual([`${init.method ?? "GET"} ${path}`]);
  });

  test("with its body and its headers, but for those of the connection, and for a compression that would hide the answer", async () => {
    const received: unknown[] = [];
    answer = (request, response) => {
      request.setEncoding("utf8").on("data", (body) => received.push(body, request.headers));
      request.on("end", () => json(CREATED, responseExamples.createWebhook)(request, response));
    };
    const body = JSON.stringify({ webhook: orders });
    const { status } = await call(WEBHOOKS, { method: "POST", headers: { ...HEADERS, "X-Own": "ä" }, body });
    expect([status, received]).toEqual([
      CREATED,
      [
        body,
        expect.objectContaining({
          host: new URL(service.url).host,
          "accept-encoding": "identity",
          [accessToken.header.toLowerCase()]: "<ACCESS_TOKEN>",
          "x-own": "ä",
        }),
      ],
    ]);
  });

  test("a GET with a body", async () => {
    const received: string[] = [];
    answer = (request, response) => {
      request.setEncoding("utf8").on("data", (body) => received.push(body));
      request.on("end", () => json(OK, responseExamples.listWebhooks)(request, response));
    };
    await sendRaw(proxy.url, { path: WEBHOOKS, headers: HEADERS, body: "null" });
    expect(received).toEqual(["null"]);
  });
});

test("the log has no token, no query and no body", async () => {
  await call(`${WEBHOOKS}?secret=hunter2`, { headers: { ...HEADERS, Authorization: "hunter2" } });
  await call(WEBHOOKS, { method: "POST", headers: HEADERS, body: '{"webhook":{"secret":"hunter2"' });
  expect(log.join("\n")).not.toMatch(/hunter2|ACCESS_TOKEN/);
});

test("a page of any origin may send requests, and read what is wrong", async () => {
  const origin = "https://front-end.example";
  const asked = { origin, "Access-Control-Request-Method": "PUT", "Access-Control-Request-Headers": "x-own" };
  const preflight = await call(WEBHOOKS, { method: "OPTIONS", headers: asked });
  expect([preflight.status, preflight.headers.get("access-control-allow-methods")]).toEqual([204, "PUT"]);
  const { headers } = await call(`${WEBHOOKS}?limit=${LIMIT.most + 1}`, { headers: { ...TOKEN, origin } });
  expect(headers.get("access-control-allow-origin")).toBe(origin);
  expect(headers.get("access-control-expose-headers")).toContain("sl-violations");
});

describe("where there is no answer, the proxy says why with status 502:", () => {
  test("the service is not there", async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    await using own = await inFrontOf(url);
    const answered = await fetch(own.url + WEBHOOKS, { headers: TOKEN });
    expect([answered.status, (await answered.json()).detail]).toEqual([
      502,
      `The proxy has no answer: ${url} does not answer: ECONNREFUSED.`,
    ]);
  });

  test("the answer breaks off", async () => {
    answer = (_, response) => {
      response.writeHead(OK, { "Content-Length": 100 });
      response.write("{", () => response.destroy());
    };
    expect((await call()).status).toBe(502);
    answer = json(OK, responseExamples.listWebhooks);
    expect((await call()).status).toBe(OK);
  });
});

test("a service may have a base path", async () => {
  const received: unknown[] = [];
  answer = (request, response) => {
    received.push(request.url);
    json(OK, responseExamples.listWebhooks)(request, response);
  };
  await using own = await inFrontOf(`${service.url}/shop/`);
  const { headers } = await fetch(own.url + WEBHOOKS, { headers: TOKEN });
  expect([received, headers.get("sl-violations")]).toEqual([[`/shop${WEBHOOKS}`], null]);
});

test("a request that cannot be answered does not stop the proxy", async () => {
  // No status that HTTP has: Node reads it, and refuses to write it.
  await using strange = await startServerOfBytes("HTTP/1.1 099 Strange\r\nContent-Length: 0\r\n\r\n");
  await using own = await inFrontOf(strange.url);
  await expect(sendRaw(own.url, { path: WEBHOOKS, headers: TOKEN })).rejects.toThrow();
  expect(log).toContainEqual(expect.stringMatching(/^failed: /));
  const preflight = { method: "OPTIONS", headers: { origin: "null", "Access-Control-Request-Method": "PUT" } };
  expect((await fetch(own.url, preflight)).status).toBe(204);
});

/** A service that answers every connection with the same bytes. */
async function startServerOfBytes(bytes: string): Promise<WebServer> {
  const server = createServer((socket) => socket.on("error", () => undefined).once("data", () => socket.end(bytes)));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return { url: addressOf(server).url, [Symbol.asyncDispose]: async () => void server.close() };
}
