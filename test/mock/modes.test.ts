import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { operations, responseExamples } from "../../generated/contract.js";
import type { Operation } from "../../src/contract.js";
import { HEADERS as headers, WEBHOOKS } from "../sandbox/transports.js";
import type { RunningCommand } from "../servers/command.js";
import { startMock } from "../servers/mock.js";

/** Calls an operation with the first example of its parameters and body. */
function call(url: string, { method, path, body }: Operation): Promise<Response> {
  // Nothing listens on this address, so a triggered delivery ends immediately.
  const webhook = { topic: "orders/create", address: "http://127.0.0.1:1/" };
  const sent = body && { body: JSON.stringify({ webhook }) };
  return fetch(url + path.replace("{id}", "1001"), { method, headers, ...sent });
}

describe("the mock answers every operation without a violation of the contract", () => {
  let dynamic: RunningCommand & { url: string };
  beforeAll(async () => {
    dynamic = await startMock("--dynamic");
  });
  afterAll(() => dynamic.close());

  describe.each(Object.values(operations))("$id", (operation) => {
    test("is answered from the examples", async () => {
      const answer = await call(inject("mockUrl"), operation);
      expect([answer.status, answer.headers.get("sl-violations")]).toEqual([200, null]);
      expect(await answer.json()).toEqual(responseExamples[operation.id]);
    });

    test("is answered from the schemas in dynamic mode, with changing values", async () => {
      const bodies = new Set<string>();
      for (let round = 0; round < 15; round++) {
        const answer = await call(dynamic.url, operation);
        expect([answer.status, answer.headers.get("sl-violations")]).toEqual([200, null]);
        bodies.add(await answer.text());
      }
      expect(bodies.size).toBeGreaterThan(1);
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
        "Access-Control-Request-Headers": "content-type,x-service-access-token",
      },
    });
    const allowed = (name: string) => preflight.headers.get(`Access-Control-Allow-${name}`) ?? "";
    expect(preflight.ok).toBe(true);
    expect(["*", "https://front-end.example"]).toContain(allowed("Origin"));
    expect(allowed("Methods")).toContain("DELETE");
    expect(allowed("Headers")).toMatch(/\*|x-service-access-token/i);
  });
});
