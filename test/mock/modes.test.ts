import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { accessToken, collections, operations, responseExamples } from "../../generated/contract.js";
import type { Operation } from "../../src/contract-types.js";
import { HEADERS as headers } from "../sandbox/transports.js";
import type { RunningCommand } from "../servers/command.js";
import { startMock, violationsIn } from "../servers/mock.js";
import { startWebServer } from "../servers/web.js";
import { DOCUMENTED_FOLDER } from "../worlds/documented.js";
import { orders, WEBHOOKS } from "../worlds/webhooks.js";

/** Calls an operation with the first example of its parameters, and with a body. */
function call(url: string, { method, path, body }: Operation, address = orders.address): Promise<Response> {
  const sent = body && { body: JSON.stringify({ webhook: { ...orders, address } }) };
  return fetch(url + path.replace("{id}", "1001"), { method, headers, ...sent });
}

let dynamic: RunningCommand & { url: string };
beforeAll(async () => {
  dynamic = await startMock("--dynamic", DOCUMENTED_FOLDER);
});
afterAll(() => dynamic.close());

describe("the mock answers every operation without a violation of the contract", () => {
  describe.each(Object.values(operations))("$id", (operation) => {
    test("is answered from the examples", async () => {
      const answer = await call(inject("mockUrl"), operation);
      expect([answer.status, violationsIn(answer)]).toEqual([operation.answer.status, []]);
      expect(JSON.parse((await answer.text()) || "null")).toEqual(responseExamples[operation.id] ?? null);
    });

    test("is answered from the schemas in dynamic mode, with changing values", async () => {
      const bodies = new Set<string>();
      for (let round = 0; round < 15; round++) {
        const answer = await call(dynamic.url, operation);
        expect([answer.status, violationsIn(answer)]).toEqual([operation.answer.status, []]);
        bodies.add(await answer.text());
      }
      if (operation.answer.keys) expect(bodies.size).toBeGreaterThan(1);
    });
  });
});

describe("the mock serves front ends", () => {
  test("it lets pages of any origin call it", async () => {
    const preflight = await fetch(inject("mockUrl") + WEBHOOKS, {
      method: "OPTIONS",
      headers: {
        Origin: "https://front-end.example",
        "Access-Control-Request-Method": "DELETE",
        "Access-Control-Request-Headers": `content-type,${accessToken.header.toLowerCase()}`,
      },
    });
    const allowed = (name: string) => preflight.headers.get(`Access-Control-Allow-${name}`) ?? "";
    expect(preflight.ok).toBe(true);
    expect(["*", "https://front-end.example"]).toContain(allowed("Origin"));
    expect(allowed("Methods")).toContain("DELETE");
    expect(allowed("Headers")).toMatch(new RegExp(`\\*|${accessToken.header}`, "i"));
  });
});

test("a trigger sends nothing, so that no page can have the mock call an address", async () => {
  const received: unknown[] = [];
  await using receiver = await startWebServer((request, response) => {
    received.push(request.url);
    response.end();
  });
  const triggers = Object.values(operations).filter(({ callbacks }) => callbacks);
  for (const trigger of triggers) expect((await call(dynamic.url, trigger, receiver.url)).status).toBe(200);
  // What Prism does for a request is in its log before the next request.
  await fetch(`${dynamic.url}/the-next-request`);
  await expect.poll(() => dynamic.output()).toContain("/the-next-request");
  expect(triggers.map(({ id }) => id)).toEqual(collections.flatMap((each) => each.triggers ?? []));
  expect(dynamic.output()).not.toContain("CALLBACK");
  expect(received).toEqual([]);
});
