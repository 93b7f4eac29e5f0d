import { once } from "node:events";
import { Agent, METHODS, type OutgoingHttpHeaders, request } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RunningSandbox, startSandbox } from "../../src/sandbox/server/index.js";

const WEBHOOKS = "/api/admin/26.0/webhooks";
const headers = { "X-Service-Access-Token": "<ACCESS_TOKEN>", "Content-Type": "application/json" };
// Any other number makes other input: this one makes every run the same.
const SEED = 26;
const agent = new Agent({ keepAlive: true });
let sandbox: RunningSandbox;
let before: unknown;

async function list(): Promise<unknown> {
  const answer = await fetch(`${sandbox.url + WEBHOOKS}?limit=10000`, { headers });
  expect(answer.status).toBe(200);
  return answer.json();
}

beforeAll(async () => {
  sandbox = await startSandbox({ port: 0, seed: 5 });
});
beforeEach(async () => {
  before = await list();
});
// Whatever a test does, the next good request is answered, and nothing has changed.
afterEach(async () => {
  expect(await list()).toEqual(before);
  expect(sandbox.deliveries).toEqual([]);
});
afterAll(async () => {
  agent.destroy();
  await sandbox.close();
});

interface Sent {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body: string | Uint8Array;
}

/** Sends a request as it is, without what `fetch` would put right, and gives the status of the answer. */
async function send({ method, path, headers, body }: Sent): Promise<number> {
  const length = { "Content-Length": Buffer.byteLength(body) };
  const sent = request(sandbox.url, { method, path, headers: { ...headers, ...length }, agent });
  sent.end(body);
  const [answer] = await once(sent, "response");
  await text(answer);
  return answer.statusCode;
}

/** Opens a connection and sends some bytes on it. */
async function open(bytes: string | Uint8Array = ""): Promise<Socket> {
  const socket = connect(Number(new URL(sandbox.url).port), "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.write(bytes);
  return socket;
}

const printable = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const segment = fc.oneof(fc.constantFrom("api", "admin", "26.0", "webhooks", "oauth", "..", "%2e", "%", ""), printable);
const path = fc.oneof(
  fc.constantFrom(
    WEBHOOKS,
    `${WEBHOOKS}/x`,
    "/api/admin/26.0/internal/webhooks/deliver",
    "/",
    "//",
    "//[",
    "/%ff",
    "*",
  ),
  printable.map((id) => `${WEBHOOKS}/x${id}`),
  fc.array(segment).map((segments) => `/${segments.join("/")}`),
);
const query = fc.oneof(
  fc.constant(""),
  fc
    .array(fc.tuple(fc.constantFrom("limit", "page", "sort_by", "sort_order", "__code", "__proto__"), printable))
    .map((pairs) => `?${pairs.map((pair) => pair.join("=")).join("&")}`),
  printable.map((text) => `?${text}`),
);
const mediaType = fc.oneof(
  fc.constant("application/json"),
  fc.constantFrom("application/json; charset=utf-16", "application/x+json", "text/plain", "/", ";"),
  fc.constantFrom("application/x-www-form-urlencoded", "multipart/form-data", "multipart/form-data; boundary=x"),
  printable,
);
const anyHeaders = fc.record(
  {
    "X-Service-Access-Token": fc.constantFrom("t", "", "<ACCESS_TOKEN>", "any", "token"),
    "Content-Type": mediaType,
    Accept: fc.oneof(mediaType, fc.constantFrom("*/*;q=0", "application/json;q=0", ",,", "application/json, nonsense")),
    Prefer: printable,
    Origin: printable,
    "Access-Control-Request-Method": printable,
    "Access-Control-Request-Headers": printable,
  },
  { requiredKeys: [] },
);
/** A body that comes close to a subscription, with something wrong in it. */
const almost = fc
  .record({ topic: fc.json(), address: fc.jsonValue(), format: fc.jsonValue(), __proto__: fc.jsonValue() })
  .map((webhook) => JSON.stringify({ webhook }));
const body = fc.oneof(fc.constant(""), fc.json(), almost, fc.string(), fc.uint8Array({ maxLength: 200 }));
const method = fc.oneof(
  fc.constantFrom("GET", "POST", "PUT", "DELETE"),
  // CONNECT has no answer: the connection is ended.
  fc.constantFrom(...METHODS.filter((name) => name !== "CONNECT")),
);

describe("bad input ends in an answer, never in a fault of the sandbox", () => {
  test("random methods, paths, queries, headers and bodies, by the thousand", async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.record({ method, path, query, headers: anyHeaders, body }), async ({ query, ...sent }) => {
        const status = await send({ ...sent, path: sent.path + query });
        statuses.add(status);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 2000, seed: SEED },
    );
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 406, 415, 422]));
  });

  test("random bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), async (bytes) => {
        const socket = await open(bytes);
        const answer = text(socket);
        socket.end();
        expect(await answer).toMatch(/^(HTTP\/1\.1 4|$)/);
      }),
      { numRuns: 200, seed: SEED },
    );
  });

  test.each([
    ["with its length", () => "x".repeat(11 * 2 ** 20)],
    ["in chunks", () => new Blob(["x".repeat(11 * 2 ** 20)]).stream()],
  ])("a body of 11 MB, %s: 413", async (_, body) => {
    // The types of fetch do not know `duplex` yet, which a stream needs.
    const init = { method: "POST", headers, body: body(), duplex: "half" };
    const answer = await fetch(sandbox.url + WEBHOOKS, init);
    expect(answer.status).toBe(413);
    expect((await answer.json()).detail).toBe("The body is longer than 10485760 bytes.");
  });

  test.each([
    ["arrays", "[".repeat(100_000) + "]".repeat(100_000)],
    ["objects", `${'{"a":'.repeat(100_000)}0${"}".repeat(100_000)}`],
  ])("a body of 100,000 nested %s", async (_, body) => {
    for (const path of [WEBHOOKS, "/api/admin/26.0/oauth/access_token"]) {
      expect(await send({ method: "POST", path, headers, body })).toBeLessThan(500);
    }
  });

  test("a header of 20 kB: 431", async () => {
    const sent = { method: "GET", path: WEBHOOKS, headers: { ...headers, Accept: "x".repeat(20_000) }, body: "" };
    expect(await send(sent)).toBe(431);
  });
});

describe("connections that give nothing hold nothing up", () => {
  test("requests that stop half-way", async () => {
    const head = `POST ${WEBHOOKS} HTTP/1.1\r\nHost: x\r\nX-Service-Access-Token: t\r\nContent-Type: application/json\r\n`;
    const body = '{"webhook":{"topic":"orders/create","address":"https://lantern-books.example/"}}';
    const halves = [
      "POST /api",
      head,
      `${head}Content-Length: ${body.length}\r\n\r\n${body.slice(0, -1)}`,
      `${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"we`,
    ];
    const sockets = await Promise.all(halves.map(open));
    await list();
    for (const socket of sockets) socket.destroy();
  });

  test("a thousand idle connections", async () => {
    const sockets = await Promise.all(Array.from({ length: 1000 }, () => open()));
    await list();
    for (const socket of sockets) socket.destroy();
  });

  test("closing does not wait for them", async () => {
    const own = await startSandbox({ port: 0 });
    const socket = connect(Number(new URL(own.url).port), "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write("POST /api");
    const ended = new Promise((resolve) => socket.once("close", resolve));
    await own.close();
    await ended;
  });
});
