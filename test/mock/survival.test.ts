import { Agent, METHODS } from "node:http";
import fc from "fast-check";
import { afterAll, describe, expect, inject, test } from "vitest";
import { accessToken, operations } from "../../generated/contract.js";
import { type RawRequest, sendRaw } from "../sandbox/raw-request.js";

const agent = new Agent({ keepAlive: true, maxSockets: 50 });
afterAll(() => agent.destroy());

const token = { [accessToken.header]: "<ACCESS_TOKEN>" };
const paths = Object.values(operations).map(({ path }) => path.replace(/\{.*?\}/, "1001"));
const good = { path: paths[1] ?? "" };

/** Sends a request with a token; returns the status. */
const send = async (sent: RawRequest) => (await sendRaw(inject("mockUrl"), { headers: token, ...sent }, agent)).status;

/** Requests that Prism throws at, where it catches nothing. */
const MALFORMED: RawRequest[] = [
  ...["/%", "/100%", "/%zz", "/%ff", "/%E0%A4%A", "/%?limit=%"].map((end) => ({ path: good.path + end })),
  ...["*", "json"].map((Accept) => ({ ...good, headers: { ...token, Accept } })),
  { ...good, headers: { ...token, "Content-Type": "json" } },
];

describe("the mock survives 500 malformed requests", () => {
  const requests = Array.from({ length: 500 }, (_, index) => MALFORMED[index % MALFORMED.length] ?? good);

  test("one after another: each is answered, and so is the next good one", async () => {
    for (const request of requests) expect([request, await send(request)]).toEqual([request, 400]);
    expect(await send(good)).toBe(200);
  });

  test("at the same time, between good ones: each is answered, and no good one is lost", async () => {
    const mixed = requests.flatMap((request) => [send(good), send(request)]);
    expect(await Promise.all(mixed)).toEqual(requests.flatMap(() => [200, 400]));
  });
});

test("whatever is sent, an answer comes", async () => {
  const printable = fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) });
  const known = ["*", "json", "/", ";", "*/*", "a/b;q=x", "text/", "multipart/form-data", "application/json"];
  const mediaType = fc.oneof(fc.constantFrom(...known), printable);
  const own = { Accept: mediaType, "Content-Type": mediaType, Prefer: printable, Cookie: printable };
  const request = fc.record({
    method: fc.constantFrom("GET", "POST", "PUT", "DELETE", ...METHODS.filter((name) => name !== "CONNECT")),
    path: fc
      .tuple(fc.constantFrom(...paths, "/"), fc.oneof(fc.constantFrom("", "/%", "?%", "?limit=%zz"), printable))
      .map((parts) => parts.join("")),
    headers: fc.record(own, { requiredKeys: [] }).map((drawn) => ({ ...token, ...drawn })),
    body: fc.oneof(fc.constant(""), fc.json(), fc.constantFrom("{", "[", "null", '{"webhook":0}')),
  });
  await fc.assert(
    fc.asyncProperty(request, async (sent) => {
      expect(await send(sent)).toBeGreaterThanOrEqual(200);
    }),
    { numRuns: 400 },
  );
  expect(await send(good)).toBe(200);
});
