import { Agent, METHODS } from "node:http";
import fc from "fast-check";
import { afterAll, expect, inject, test } from "vitest";
import { operations } from "../../generated/contract.js";
import { type RawRequest, sendRaw } from "../sandbox/raw-request.js";
import { TOKEN } from "../sandbox/transports.js";
import { WEBHOOKS } from "../worlds/webhooks.js";

const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** Sends a request with a token; returns the status. */
const send = async (sent: RawRequest) => (await sendRaw(inject("mockUrl"), { headers: TOKEN, ...sent }, agent)).status;

const paths = Object.values(operations).map(({ path }) => path.replace(/\{.*?\}/, "1001"));
const printable = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
const known = [
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
];
const mediaType = fc.oneof(fc.constantFrom(...known), printable);

test.each([
  ["Accept", "*"],
  ["Content-Type", "json"],
  ["Accept", "json"],
])("a header %s: %s gets an answer, and so does the next request", async (name, value) => {
  expect(await send({ path: WEBHOOKS, headers: { ...TOKEN, [name]: value } })).toBe(400);
  expect(await send({ path: WEBHOOKS })).toBe(200);
});

test.each(["/%", "/100%", "/%zz", "/%ff", "/%E0%A4%A", "/%?limit=%"])(
  "a path %s that cannot be decoded gets an answer, and so does the next request",
  async (path) => {
    expect(await send({ path: WEBHOOKS + path })).toBe(400);
    expect(await send({ path: `${WEBHOOKS}/1001` })).toBe(200);
  },
);

test("hundreds of random requests get answers, and so does the next request", async () => {
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
    { numRuns: 400 },
  );
  expect(await send({ path: WEBHOOKS })).toBe(200);
});
