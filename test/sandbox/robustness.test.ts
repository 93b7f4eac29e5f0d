import { once } from "node:events";
import { Agent, METHODS } from "node:http";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accessToken, operations } from "../../generated/contract.js";
import { type RawRequest, sendRaw } from "./raw-request.js";
import { ask, HEADERS as headers, inProcess, type ReachedSandbox, transports, WEBHOOKS } from "./transports.js";

// A fixed seed makes every run the same.
const SEED = 26;

/** More than a body may have, and more than a connection holds while nobody reads, in bytes. */
const TOO_LONG = 40_000_000;

const printable = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const paths = Object.values(operations).map(({ path }) => path);
const elsewhere = paths.filter((path) => !path.startsWith(WEBHOOKS));
const orNone = fc.oneof(fc.constant(""), printable);
const path = fc
  .tuple(fc.constantFrom(WEBHOOKS, `${WEBHOOKS}/x`, ...elsewhere, "/", "//", "//[", "/..", "/%ff", "*"), orNone)
  .map((parts) => parts.join(""));
const names = [...operations.listWebhooks.parameters.map(({ name }) => name), "__code", "__proto__"];
const query = fc.dictionary(fc.oneof(fc.constantFrom(...names), printable), printable, { maxKeys: 3 }).map(
  (drawn) =>
    `?${Object.entries(drawn)
      .map((pair) => pair.join("="))
      .join("&")}`,
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
/** Any method, more often one that the contract has. CONNECT gets no answer: the server closes the connection. */
const method = fc.oneof(
  fc.constantFrom("GET", "POST", "PUT", "DELETE"),
  fc.constantFrom(...METHODS.filter((name) => name !== "CONNECT")),
);

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

async function list(sandbox: ReachedSandbox): Promise<unknown> {
  const answer = await ask(sandbox, `${WEBHOOKS}?limit=100`);
  expect(answer.status).toBe(200);
  return answer.json();
}

describe("bad input does no harm", () => {
  let sandbox: ReachedSandbox;
  let before: unknown;

  beforeAll(async () => {
    sandbox = await transports["over HTTP"]({ seed: 5 });
    before = await list(sandbox);
  });
  // After every test, a valid request is answered, and nothing has changed.
  afterEach(async () => {
    expect(await list(sandbox)).toEqual(before);
    expect(sandbox.deliveries).toEqual([]);
  });
  afterAll(() => sandbox.close());

  /** Sends a request unchanged, and returns the status of the answer. */
  const send = async (sent: RawRequest) => (await sendRaw(sandbox.url, sent, agent)).status;

  test("random methods, paths, queries, headers and bodies get no status 5xx", async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.record({ method, path, query, headers: anyHeaders, body }), async ({ query, ...sent }) => {
        const status = await send({ ...sent, path: sent.path + query });
        statuses.add(status);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 500, seed: SEED },
    );
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 415, 422]));
  });

  test.each([
    ["arrays", "[".repeat(100_000) + "]".repeat(100_000)],
    ["objects", `${'{"a":'.repeat(100_000)}0${"}".repeat(100_000)}`],
  ])("a body of 100,000 nested %s gets no status 5xx", async (_, body) => {
    for (const path of [WEBHOOKS, ...elsewhere]) {
      expect(await send({ method: "POST", path, headers, body })).toBeLessThan(500);
    }
  });

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
