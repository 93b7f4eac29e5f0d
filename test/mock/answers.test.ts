import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { keysAt, operationsOf, readContract } from "../contract/contract.js";
import { HEADERS, orders, WEBHOOKS } from "../sandbox/transports.js";
import type { RunningCommand } from "../servers/command.js";
import { startMock, violationsIn } from "../servers/mock.js";
import { startWebServer } from "../servers/web.js";

const contract = readContract();
const operations = operationsOf(contract);

let dynamic: RunningCommand & { url: string };
beforeAll(async () => {
  dynamic = await startMock("--dynamic");
});
afterAll(() => dynamic.close());

/** Calls an operation. */
function call(url: string, id: string, webhook = orders): Promise<Response> {
  const { method = "", path = "" } = operations.find((operation) => operation.id === id) ?? {};
  const sent = method === "GET" || method === "DELETE" ? {} : { body: JSON.stringify({ webhook }) };
  return fetch(url + path.replace("{id}", "1001"), { method, headers: HEADERS, ...sent });
}

test.each(operations)("in dynamic mode, $id has new values each time, and only fields of the contract", async (one) => {
  const fields = keysAt(contract, `${one.pointer}/responses/200/content/application~1json/schema/properties`);
  const bodies = new Set<string>();
  for (let round = 0; round < 15; round++) {
    const response = await call(dynamic.url, one.id);
    expect([response.status, violationsIn(response)]).toEqual([200, []]);
    const body = await response.text();
    expect(fields).toEqual(expect.arrayContaining(Object.keys(JSON.parse(body))));
    bodies.add(body);
  }
  expect(bodies.size).toBeGreaterThan(1);
});

test.each([
  ["is refused", "?limit=10001", HEADERS, 422],
  ["Prism cannot read", "", { ...HEADERS, Accept: "*" }, 400],
])("a page of another origin may read why a request that %s gets no answer", async (_, query, sent, status) => {
  const origin = "https://front-end.example";
  const url = inject("mockUrl") + WEBHOOKS + query;
  const response = await fetch(url, { headers: { ...sent, origin } });
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe(origin);
  expect(response.headers.get("Content-Type")).toContain("application/problem+json");
  expect(await response.json()).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) });
});

test("nobody can make the mock call an address", async () => {
  const received: unknown[] = [];
  await using receiver = await startWebServer((request, response) => {
    received.push(request.url);
    response.end();
  });
  const calling = operations.filter(({ pointer }) => keysAt(contract, pointer).includes("callbacks"));
  expect(calling.length).toBeGreaterThan(0);
  for (const { id } of calling) {
    expect((await call(dynamic.url, id, { ...orders, address: receiver.url })).status).toBe(200);
  }
  // What Prism does for a request is in its log before the next request.
  await fetch(`${dynamic.url}/the-next-request`);
  await expect.poll(() => dynamic.output()).toContain("/the-next-request");
  expect([received, dynamic.output()]).toEqual([[], expect.not.stringContaining("CALLBACK")]);
});
