import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import {
  accessToken,
  collections,
  defaultServer,
  operations,
  requestExamples,
  responseExamples,
} from "../../generated/contract.js";
import { bodies } from "../../generated/validators.js";
import type { Operation } from "../../src/contract.js";
import { exampleInput, requestOf } from "../../tools/docs/request-samples.js";
import { WEBHOOKS } from "../sandbox/transports.js";
import type { RunningCommand } from "../servers/command.js";
import { startMock } from "../servers/mock.js";
import { startWebServer } from "../servers/web.js";
import { ids, names, newItem, wrapped } from "../worlds/roles.js";

/** Calls an operation as the contract's example does, or with another body. */
function call(url: string, operation: Operation, body = requestExamples[operation.id]): Promise<Response> {
  const input = { ...exampleInput(operation.id), body };
  const { url: example, ...request } = requestOf(operation, input, "<ACCESS_TOKEN>");
  return fetch(example.replace(defaultServer, url), request);
}

let dynamic: RunningCommand & { url: string };
beforeAll(async () => {
  dynamic = await startMock("--dynamic");
});
afterAll(() => dynamic.close());

describe("the mock answers every operation without a violation of the contract", () => {
  describe.each(Object.values(operations))("$id", (operation) => {
    test("is answered from the examples", async () => {
      const answer = await call(inject("mockUrl"), operation);
      expect([answer.status, answer.headers.get("sl-violations")]).toEqual([operation.answer.status, null]);
      expect(JSON.parse((await answer.text()) || "null")).toEqual(responseExamples[operation.id] ?? null);
    });

    test("is answered from the schemas in dynamic mode, with changing values", async () => {
      const bodies = new Set<string>();
      for (let round = 0; round < 15; round++) {
        const answer = await call(dynamic.url, operation);
        expect([answer.status, answer.headers.get("sl-violations")]).toEqual([operation.answer.status, null]);
        bodies.add(await answer.text());
      }
      if (operation.answer.mediaType) expect(bodies.size).toBeGreaterThan(1);
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
  const here = wrapped({ ...newItem(), [names.address]: receiver.url }, "trigger");
  // A contract may allow no address without TLS.
  const sent = bodies[ids.trigger]?.(here) ? here : requestExamples[ids.trigger];
  const triggers = Object.values(operations).filter(({ callbacks }) => callbacks);
  for (const trigger of triggers) expect((await call(dynamic.url, trigger, sent)).status).toBe(trigger.answer.status);
  // What Prism does for a request is in its log before the next request.
  await fetch(`${dynamic.url}/the-next-request`);
  await expect.poll(() => dynamic.output()).toContain("/the-next-request");
  expect(triggers.map(({ id }) => id)).toEqual(collections.flatMap((each) => each.triggers ?? []));
  expect(dynamic.output()).not.toContain("CALLBACK");
  expect(received).toEqual([]);
});
