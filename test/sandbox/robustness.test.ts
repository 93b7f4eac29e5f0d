import { once } from "node:events";
import { Agent, METHODS, type OutgoingHttpHeaders } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { accessToken, operations } from "../../generated/contract.js";
import { sendRaw } from "./raw-request.js";
import { ask, HEADERS as headers, inProcess, type ReachedSandbox, transports, WEBHOOKS } from "./transports.js";

// A fixed seed makes every run the same.
const SEED = 26;

/** More than a body may have, and more than a connection holds while nobody reads, in bytes. */
const TOO_LONG = 40_000_000;

interface Sent {
  method: string;
  path: string;
  headers: OutgoingHttpHeaders;
  body: string | Uint8Array;
}

const printable = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const paths = Object.values(operations).map(({ path }) => path);
const elsewhere = paths.filter((path) => !path.startsWith(WEBHOOKS));
const steps = paths.flatMap((path) => path.split("/"));
const segment = fc.oneof(fc.constantFrom(...steps, "..", "%2e", "%", ""), printable);
const path = fc.oneof(
  fc.constant(WEBHOOKS),
  fc.constantFrom(`${WEBHOOKS}/x`, ...elsewhere, "/", "//", "//[", "/%ff", "*"),
  printable.map((id) => `${WEBHOOKS}/x${id}`),
  fc.array(segment).map((segments) => `/${segments.join("/")}`),
);
const query = fc.oneof(
  fc.constant(""),
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...operations.listWebhooks.parameters.map(({ name }) => name), "__code", "__proto__"),
        printable,
      ),
    )
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
    [accessToken.header]: fc.constantFrom("t", "", "<ACCESS_TOKEN>", "any", "token"),
    "Content-Type": mediaType,
    Accept: mediaType,
    Prefer: printable,
    Origin: printable,
    "Access-Control-Request-Method": printable,
    "Access-Control-Request-Headers": printable,
  },
  { requiredKeys: [] },
);
const fields = operations.createWebhook.body?.fields ?? [];
/** A body that is almost an item. */
const almost = fc
  .record({ ...Object.fromEntries(fields.map((name) => [name, fc.jsonValue()])), __proto__: fc.jsonValue() })
  .map((sent) => JSON.stringify({ webhook: sent }));
const body = fc.oneof(fc.constant(""), fc.json(), almost, fc.string(), fc.uint8Array({ maxLength: 200 }));
/** Any method but those excluded, more often one that the contract has. */
const methodExcept = (...excluded: readonly string[]) =>
  fc.oneof(
    fc.constantFrom("GET", "POST", "PUT", "DELETE"),
    fc.constantFrom(...METHODS.filter((name) => !excluded.includes(name))),
  );

/** Sends a request, and returns the status of the answer. */
type Send = (sandbox: ReachedSandbox, request: Sent) => Promise<number>;

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

const sendUnchanged: Send = async ({ url }, sent) => (await sendRaw(url, sent, agent)).status;

/** Sends what `fetch` allows of a request: a path that begins with a slash, and no body with `GET` and `HEAD`. */
const sendByFetch: Send = async ({ url, fetch }, { method, path, headers, body }) => {
  const sent = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  const init = method === "GET" || method === "HEAD" ? {} : { body: Buffer.from(body) };
  const answer = await fetch(url + path.replace(/^(?!\/)/, "/"), { method, headers: sent, ...init });
  await answer.text();
  return answer.status;
};

/** How a request is sent by each transport, with the methods that it can send. */
const senders = {
  "in process": { send: sendByFetch, methods: methodExcept("CONNECT", "TRACE") },
  // CONNECT gets no answer: the server closes the connection.
  "over HTTP": { send: sendUnchanged, methods: methodExcept("CONNECT") },
};

async function list(sandbox: ReachedSandbox): Promise<unknown> {
  const answer = await ask(sandbox, `${WEBHOOKS}?limit=100`);
  expect(answer.status).toBe(200);
  return answer.json();
}

describe.each(["in process", "over HTTP"] as const)("%s, bad input does no harm", (transport) => {
  const { send, methods } = senders[transport];
  let sandbox: ReachedSandbox;
  let before: unknown;

  beforeAll(async () => {
    sandbox = await transports[transport]({ seed: 5 });
  });
  beforeEach(async () => {
    before = await list(sandbox);
  });
  // After every test, a valid request is answered, and nothing has changed.
  afterEach(async () => {
    expect(await list(sandbox)).toEqual(before);
    expect(sandbox.deliveries).toEqual([]);
  });
  afterAll(() => sandbox.close());

  test("random methods, paths, queries, headers and bodies get no status 5xx", async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(
        fc.record({ method: methods, path, query, headers: anyHeaders, body }),
        async ({ query, ...sent }) => {
          const status = await send(sandbox, { ...sent, path: sent.path + query });
          statuses.add(status);
          expect(status).toBeLessThan(500);
        },
      ),
      { numRuns: 500, seed: SEED },
    );
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 415, 422]));
  });

  test.each([
    ["arrays", "[".repeat(100_000) + "]".repeat(100_000)],
    ["objects", `${'{"a":'.repeat(100_000)}0${"}".repeat(100_000)}`],
  ])("a body of 100,000 nested %s gets no status 5xx", async (_, body) => {
    for (const path of [WEBHOOKS, ...elsewhere]) {
      expect(await send(sandbox, { method: "POST", path, headers, body })).toBeLessThan(500);
    }
  });
});

// Only behind a port are there raw bytes, headers that are too long, and connections.
describe("behind a port, bad input does no harm", () => {
  let sandbox: ReachedSandbox;

  beforeAll(async () => {
    sandbox = await transports["over HTTP"]({ seed: 5 });
  });
  // After every test, a valid request is answered, and nothing has changed.
  afterEach(async () => expect(await list(sandbox)).toHaveProperty("pagination.total", 5));
  afterAll(() => sandbox.close());

  /** Opens a connection to a sandbox and sends some bytes on it. */
  async function open(bytes: string | Uint8Array = "", { url } = sandbox): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(bytes);
    return socket;
  }

  test.each(["http://[", "http://a:99999/", "http://"])("a target that is no URL gets status 400: %s", async (path) => {
    const { status, body } = await sendRaw(sandbox.url, { path, headers });
    expect([status, JSON.parse(body).detail]).toEqual([400, expect.stringContaining(`${path} is no URL`)]);
  });

  test("close() does not wait for an unfinished request", async () => {
    const own = await transports["over HTTP"]();
    const socket = await open("POST /api", own);
    const ended = new Promise((resolve) => socket.once("close", resolve));
    await own.close();
    await ended;
  });

  test.each([
    ["its length", `Content-Length: ${TOO_LONG}\r\n\r\n`, ""],
    ["chunks", `Transfer-Encoding: chunked\r\n\r\n${TOO_LONG.toString(16)}\r\n`, "\r\n0\r\n\r\n"],
  ])("a client that reads only after it has sent too much, with %s, reads the status 413", async (_, before, after) => {
    const head = `POST ${WEBHOOKS} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`;
    const socket = await open(head + before);
    socket.pause();
    await new Promise((sent) => socket.write(Buffer.concat([Buffer.alloc(TOO_LONG), Buffer.from(after)]), sent));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("an upload that breaks off is not recorded as an answer", async () => {
    const log: string[] = [];
    await using own = await transports["over HTTP"]({ log: (line) => log.push(line) });
    const socket = await open(`POST ${WEBHOOKS} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{`, own);
    await ask(own);
    socket.resetAndDestroy();
    await once(socket, "close");
    await ask(own);
    expect(own.requests.map(({ status }) => status)).toEqual([200, 200]);
    expect(log).toHaveLength(2);
  });
});

test("in process, an upload that breaks off rejects the fetch with its error, and is not recorded", async () => {
  const sandbox = inProcess();
  const error = new Error("The upload broke off");
  const body = new ReadableStream({ pull: (controller) => controller.error(error) });
  await expect(ask(sandbox, WEBHOOKS, Object({ method: "POST", body, duplex: "half" }))).rejects.toBe(error);
  expect(sandbox.requests).toEqual([]);
});
