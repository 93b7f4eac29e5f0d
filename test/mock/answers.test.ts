import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { type OperationId, operations, responseExamples } from "../../generated/contract.js";
import { keysAt, operationsOf, readContract } from "../contract/contract.js";
import { HEADERS, LIMIT, orders, WEBHOOKS } from "../sandbox/transports.js";
import type { RunningCommand } from "../servers/command.js";
import { startMock, violationsIn } from "../servers/mock.js";
import { startWebServer } from "../servers/web.js";

const contract = readContract();
const described = operationsOf(contract);

let dynamic: RunningCommand & { url: string };
beforeAll(async () => {
  dynamic = await startMock("--dynamic");
});
afterAll(() => dynamic.close());

/** Calls an operation. */
function call(url: string, id: OperationId, webhook = orders): Promise<Response> {
  const { method, path } = operations[id];
  const sent = method === "GET" || method === "DELETE" ? {} : { body: JSON.stringify({ webhook }) };
  return fetch(url + path.replace("{id}", String(responseExamples.getWebhook.webhook.id)), {
    method,
    headers: HEADERS,
    ...sent,
  });
}

test.each(Object.values(operations))(
  "in dynamic mode, $id has new values each time, and only fields of the contract",
  async (one) => {
    const { pointer = "" } = described.find(({ id }) => id === one.id) ?? {};
    const fields = keysAt(contract, `${pointer}/responses/${one.status}/content/application~1json/schema/properties`);
    const bodies = new Set<string>();
    for (let round = 0; round < 15; round++) {
      const response = await call(dynamic.url, one.id);
      expect([response.status, violationsIn(response)]).toEqual([one.status, []]);
      const body = await response.text();
      expect(fields).toEqual(expect.arrayContaining(Object.keys(JSON.parse(body))));
      bodies.add(body);
    }
    expect(bodies.size).toBeGreaterThan(1);
  },
);

test.each([
  ["is refused", `?limit=${LIMIT.most + 1}`, HEADERS, 422],
  // Prism ends there, and knows no operation: the mock answers in its own form.
  ["Prism cannot read", "", { ...HEADERS, Accept: "*" }, 400],
])("a page of another origin may read why a request that %s gets no answer", async (_, query, sent, status) => {
  const origin = "https://front-end.example";
  const url = inject("mockUrl") + WEBHOOKS + query;
  const response = await fetch(url, { headers: { ...sent, origin } });
  expect(response.headers.get("Access-Control-Allow-Origin")).toBe(origin);
  const type = "application/problem+json";
  const problem = { status, title: expect.any(String), detail: expect.any(String) };
  expect([response.status, response.headers.get("Content-Type")]).toEqual([status, expect.stringContaining(type)]);
  expect(await response.json()).toMatchObject(problem);
});

test("nobody can make the mock call an address", async () => {
  const received: unknown[] = [];
  await using receiver = await startWebServer((request, response) => {
    received.push(request.url);
    response.end();
  });
  const calling = described.filter(({ pointer }) => keysAt(contract, pointer).includes("callbacks"));
  const ids = Object.values(operations)
    .map(({ id }) => id)
    .filter((id) => calling.some((one) => one.id === id));
  expect(ids).toHaveLength(calling.length);
  expect(ids).not.toEqual([]);
  for (const id of ids) {
    expect((await call(dynamic.url, id, { ...orders, address: receiver.url })).status).toBe(operations[id].status);
  }
  // What Prism does for a request is in its log before the next request.
  await fetch(`${dynamic.url}/the-next-request`);
  await expect.poll(() => dynamic.output()).toContain("/the-next-request");
  expect([received, dynamic.output()]).toEqual([[], expect.not.stringContaining("CALLBACK")]);
});
