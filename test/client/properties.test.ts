import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Webhook } from "../../src/client/index.js";
import { answer, type FaultServer, startFaultServer } from "../servers/fault.js";
import { clientOf, example, failureOf, found, nowhere, tokenIn } from "./examples.js";

let server: FaultServer;

beforeAll(async () => {
  server = await startFaultServer(answer(200, { ...found, ...example("WebhookList"), ...example("DeletionResult") }));
});

afterAll(() => server[Symbol.asyncDispose]());

/** Text with every character that has a meaning in URLs, headers or JSON. */
const text = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: fc.constantFrom(..."/?#%&=+:;@.\\\"'$ \t\n\u00e9\u{1f4da}") }),
  fc.constantFrom("%2e", "%2e%2e", "..", "../..", "a/../b", "...", " ", "null", "undefined", "$&", "{id}"),
);

/** The request that a call sends. */
async function sentBy(call: Promise<unknown>) {
  await call;
  const arrival = server.arrivals.at(-1);
  if (!arrival) throw new Error("Nothing was sent");
  const [path = "", query = ""] = arrival.path.split(/\?(.*)/s);
  return { ...arrival, segments: path.split("/").map(decodeURIComponent), query: new URLSearchParams(query) };
}

describe("the server receives what the caller passes", () => {
  test("an id or a handle arrives as one segment of the path, or is refused", async () => {
    const folding = ["", ".", ".."];
    await fc.assert(
      fc.asyncProperty(fc.oneof(text, fc.maxSafeInteger()), fc.constantFrom("get", "delete"), async (id, method) => {
        const call = clientOf(server).webhooks[method === "get" ? "get" : "delete"](id);
        if (folding.includes(String(id))) expect(await failureOf(call)).toBeInstanceOf(TypeError);
        else expect((await sentBy(call)).segments).toEqual(["", "api", "admin", "26.0", "webhooks", String(id)]);
      }),
    );
  });

  test("a topic, an address, an event and a secret arrive in the body", async () => {
    const anything = fc.oneof(text, fc.string({ unit: "binary" }));
    const input = fc.record({
      topic: anything,
      address: anything,
      event: anything,
      secret: anything,
      app_id: fc.integer(),
    });
    await fc.assert(
      fc.asyncProperty(input, async (webhook) => {
        const { body } = await sentBy(clientOf(server).webhooks.create(webhook));
        expect(JSON.parse(body)).toEqual({ webhook });
      }),
    );
  });

  test("a query arrives without any parameter that was not given", async () => {
    const query = fc.record(
      { limit: fc.integer(), page: fc.integer(), sort_by: text, sort_order: fc.constantFrom("asc", "desc") },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, async (given) => {
        const sent = await sentBy(clientOf(server).webhooks.list(given));
        const expected = Object.entries(given).map(([name, value]) => [name, String(value)]);
        expect(Object.fromEntries(sent.query)).toEqual(Object.fromEntries(expected));
      }),
    );
  });

  test("an access token arrives with any characters that a header can carry", async () => {
    const visible = fc.integer({ min: 0x20, max: 0xff }).filter((code) => code < 0x7f || code > 0x9f);
    const character = visible.map((code) => String.fromCharCode(code));
    const tokens = fc.string({ unit: character, minLength: 1 }).filter((text) => text === text.trim());
    await fc.assert(
      fc.asyncProperty(tokens, async (accessToken) => {
        const { headers } = await sentBy(clientOf(server, { accessToken }).webhooks.get(1));
        expect(tokenIn(headers)).toBe(accessToken);
      }),
    );
  });

  test("any payload of the exchange arrives", async () => {
    await using service = await startFaultServer(answer(200, example("OAuth")));
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (body) => {
        await clientOf(service).oauth.exchangeAccessToken({ body });
        expect(JSON.parse(service.arrivals.at(-1)?.body ?? "")).toEqual(JSON.parse(JSON.stringify(body)));
      }),
    );
  });
});

test("the caller gets what the server sends", async () => {
  // Over the contract's example, which has every field that the contract requires.
  const subscription = fc.record({
    id: fc.maxSafeInteger(),
    address: text,
    topic: text,
    format: fc.constantFrom<Webhook["format"][]>("json", "xml"),
    created_at: text,
    updated_at: text,
    something_new: fc.jsonValue(),
  });
  await fc.assert(
    fc.asyncProperty(subscription, async (drawn) => {
      const webhook = { ...found.webhook, ...drawn };
      const service = clientOf(nowhere, { fetch: async () => Response.json({ webhook }) });
      expect(await service.webhooks.get(1)).toEqual(JSON.parse(JSON.stringify(webhook)));
    }),
  );
});
