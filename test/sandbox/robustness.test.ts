import { once } from "node:events";
import { Agent, METHODS } from "node:http";
import { connect, type Socket } from "node:net";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { accessToken, operations } from "../../generated/contract.js";
import { type RawRequest, sendRaw } from "./raw-request.js";
import { ask, inProcess, type ReachedSandbox, refused, transports, WEBHOOKS } from "./transports.js";

const paths = [...new Set(Object.values(operations).map((operation) => operation.path))];

/** Any request, more often one that is almost right. Without CONNECT, which closes the connection. */
function anyRequest(): fc.Arbitrary<RawRequest> {
  const printable = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  const ending = fc.oneof({ arbitrary: fc.constant(""), weight: 3 }, printable);
  const names = fc.oneof(fc.constantFrom("limit", "page", "sort_by", "sort_order", "__code", "__proto__"), printable);
  const queries = fc.dictionary(names, printable, { maxKeys: 3 });
  const json = fc.constantFrom("application/json", "application/x+json");
  const types = fc.oneof({ arbitrary: json, weight: 3 }, fc.constantFrom("text/plain", "/", ";"), printable);
  const fields = operations.createWebhook.body?.fields ?? [];
  const webhooks = fc.record({ ...Object.fromEntries(fields.map((name) => [name, fc.jsonValue()])) });
  const almost = webhooks.map((webhook) => JSON.stringify({ webhook }));
  const sent = fc.record({
    method: fc.oneof(fc.constantFrom("GET", "POST", "PUT", "DELETE"), fc.constantFrom(...METHODS)),
    path: fc.tuple(fc.constantFrom(...paths, `${WEBHOOKS}/x`, "/", "//", "//[", "/..", "/%ff", "*"), ending),
    query: queries.map(
      (drawn) =>
        `?${Object.entries(drawn)
          .map((pair) => pair.join("="))
          .join("&")}`,
    ),
    headers: fc.record(
      {
        [accessToken.header]: fc.constantFrom("t", "any", ""),
        ...{ "Content-Type": types, Accept: types, Prefer: printable, Origin: printable },
        ...{ "Access-Control-Request-Method": printable, "Access-Control-Request-Headers": printable },
      },
      { requiredKeys: [] },
    ),
    body: fc.oneof(fc.constant(""), fc.json(), almost, fc.string(), fc.uint8Array({ maxLength: 200 })),
  });
  return sent
    .filter(({ method }) => method !== "CONNECT")
    .map(({ path, query, ...request }) => ({ ...request, path: path.join("") + query }));
}

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

describe("bad input does no harm", () => {
  let sandbox: ReachedSandbox;
  const list = async () => (await ask(sandbox)).json();
  let before: unknown;

  beforeAll(async () => {
    sandbox = await transports["over HTTP"]({ seed: 5 });
    before = await list();
  });
  // After every test, a valid request is answered, and nothing has changed.
  afterEach(async () => {
    expect(await list()).toEqual(before);
    expect(sandbox.deliveries).toEqual([]);
  });
  afterAll(() => sandbox.close());

  /** Sends a request unchanged, and returns the status of the answer. */
  const send = async (sent: RawRequest) => (await sendRaw(sandbox.url, sent, agent)).status;

  test("random methods, paths, queries, headers and bodies get no status 5xx", async () => {
    const statuses = new Set<number>();
    const property = fc.asyncProperty(anyRequest(), async (sent) => {
      const status = await send(sent);
      statuses.add(status);
      expect(status).toBeLessThan(500);
    });
    // A fixed seed makes every run the same.
    await fc.assert(property, { numRuns: 500, seed: 26 });
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, refused(415), refused(422)]));
  });

  /** Opens a connection to a sandbox and sends some bytes on it. */
  async function open(bytes: string, { url }: ReachedSandbox): Promise<Socket> {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.on("error", () => {});
    await once(socket, "connect");
    socket.write(bytes);
    return socket;
  }

  test("close() does not wait for an unfinished request", async () => {
    const own = await transports["over HTTP"]();
    const socket = await open("POST /api", own);
    const ended = new Promise((resolve) => socket.once("close", resolve));
    await own.close();
    await ended;
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
