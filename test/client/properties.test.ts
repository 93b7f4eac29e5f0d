import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answer, type FaultServer, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, item, nowhere, ok, record, tokenIn, WEBHOOKS } from "./examples.js";

let server: FaultServer;

beforeAll(async () => {
  server = await startFaultServer(ok);
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
      fc.asyncProperty(
        fc.oneof(text, fc.maxSafeInteger()),
        fc.constantFrom("get" as const, "delete" as const),
        async (id, method) => {
          const call = clientOf(server)[method](id);
          if (folding.includes(String(id))) expect(await failureOf(call)).toBeInstanceOf(TypeError);
          else expect((await sentBy(call)).segments).toEqual([...WEBHOOKS.split("/"), String(id)]);
        },
      ),
    );
  });

  test("the fields of an item arrive in the body", async () => {
    const anything = fc.oneof(text, fc.string({ unit: "binary" }), fc.integer());
    const names = ["topic", "address", "format", "event", "app_id", "secret"];
    const input = fc.record(Object.fromEntries(names.map((name) => [name, anything])));
    await fc.assert(
      fc.asyncProperty(input, async (fields) => {
        const { body } = await sentBy(clientOf(server).create(fields));
        expect(JSON.parse(body)).toEqual({ webhook: fields });
      }),
    );
  });

  test("a query arrives without any parameter that was not given", async () => {
    const query = fc.record(
      Object.fromEntries(
        ["limit", "page", "sort_by", "sort_order"].map((name) => [name, fc.oneof(fc.integer(), text)]),
      ),
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(query, async (given) => {
        const sent = await sentBy(clientOf(server).list(given));
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
        const { headers } = await sentBy(clientOf(server, { accessToken }).get(1));
        expect(tokenIn(headers)).toBe(accessToken);
      }),
    );
  });

  test("any payload of the exchange arrives", async () => {
    await using service = await startFaultServer(answer(200, { oauth: record }));
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), async (body) => {
        await clientOf(service).exchange({ body });
        expect(JSON.parse(service.arrivals.at(-1)?.body ?? "")).toEqual(JSON.parse(JSON.stringify(body)));
      }),
    );
  });
});

test("the caller gets what the server sends", async () => {
  // Over the contract's example, which has every field that the contract requires.
  const texts = Object.entries(item).flatMap(([name, value]) => (typeof value === "string" ? [[name, text]] : []));
  const drawnItem = fc.record({ ...Object.fromEntries(texts), something_new: fc.jsonValue() });
  await fc.assert(
    fc.asyncProperty(drawnItem, async (drawn) => {
      const whole = { ...item, ...drawn };
      const service = clientOf(nowhere, { fetch: async () => Response.json({ webhook: whole }) });
      expect(await service.get(1)).toEqual(JSON.parse(JSON.stringify(whole)));
    }),
  );
});
