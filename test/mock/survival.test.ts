import { once } from "node:events";
import { Agent, METHODS, request } from "node:http";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operations } from "../../generated/contract.js";
import type { RunningCommand } from "../servers/command.js";
import { startMock } from "../servers/mock.js";
import { startWebServer } from "../servers/web.js";

let mock: RunningCommand & { url: string };
const agent = new Agent({ keepAlive: true });

beforeAll(async () => {
  mock = await startMock();
});
afterAll(async () => {
  agent.destroy();
  await mock.close();
});

type Sent = { method: string; path: string; headers: Record<string, string>; body: string };

/** Sends a request unchanged; returns the status. */
async function send({ method, path, headers, body }: Sent): Promise<number> {
  const length = body === "" ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  const sent = request(mock.url, { method, path, headers: { ...headers, ...length }, agent });
  sent.end(body);
  const [response] = await once(sent, "response");
  await text(response);
  return response.statusCode;
}

const TOKEN = { "X-Service-Access-Token": "<ACCESS_TOKEN>" };
const paths = Object.values(operations).map(({ path }) => path.replace(/\{.*?\}/, "1001"));
const printable = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const mediaType = fc.oneof(
  fc.constantFrom(
    "*",
    "json",
    "application",
    "/",
    ";",
    "*/*",
    "a/b;q=x",
    "text/",
    "multipart/form-data",
    "application/json",
  ),
  printable,
);

test.each([
  ["Accept", "*"],
  ["Content-Type", "json"],
  ["Accept", "json"],
])("a header %s: %s gets an answer, and so does the next request", async (name, value) => {
  const get = { method: "GET", path: paths[1] ?? "", body: "" };
  expect(await send({ ...get, headers: { ...TOKEN, [name]: value } })).toBe(400);
  expect(await send({ ...get, headers: TOKEN })).toBe(200);
});

test("a trigger sends nothing, so that no page can have the mock call an address", async () => {
  const received: unknown[] = [];
  await using receiver = await startWebServer((request, response) => {
    received.push(request.url);
    response.end();
  });
  const [trigger] = Object.values(operations).filter(({ callbacks }) => callbacks);
  const body = JSON.stringify({ webhook: { topic: "a/b", address: receiver.url } });
  const headers = { ...TOKEN, "Content-Type": "application/json" };
  expect(await send({ method: "POST", path: trigger?.path ?? "", headers, body })).toBe(200);
  // What Prism does for a request is in its log before the next request.
  expect(await send({ method: "GET", path: "/the-next-request", headers: TOKEN, body: "" })).toBe(404);
  await expect.poll(() => mock.output()).toContain("/the-next-request");
  expect(mock.output()).not.toContain("CALLBACK");
  expect(received).toEqual([]);
});

test("thousands of random requests get answers", async () => {
  const headers = fc
    .record(
      { Accept: mediaType, "Content-Type": mediaType, Prefer: printable, Cookie: printable },
      { requiredKeys: [] },
    )
    .map((own) => ({ ...TOKEN, ...own }));
  const path = fc
    .tuple(fc.constantFrom(...paths, "/"), fc.oneof(fc.constantFrom("", "/%", "?%", "?limit=%zz"), printable))
    .map((parts) => parts.join(""));
  const body = fc.oneof(fc.constant(""), fc.json(), fc.constantFrom("{", "[", "null", '{"webhook":0}'));
  const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", ...METHODS.filter((name) => name !== "CONNECT"));
  await fc.assert(
    fc.asyncProperty(fc.record({ method, path, headers, body }), async (sent) => {
      expect(await send(sent)).toBeGreaterThanOrEqual(200);
    }),
    { numRuns: 2000 },
  );
  expect(await send({ method: "GET", path: paths[1] ?? "", headers: TOKEN, body: "" })).toBe(200);
});
