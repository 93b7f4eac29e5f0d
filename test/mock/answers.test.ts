import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { keysAt, operationsOf, readContract } from "../contract/contract.js";
import type { RunningCommand } from "../servers/command.js";
import { startMock, violationsIn } from "../servers/mock.js";
import { startWebServer } from "../servers/web.js";

const contract = readContract();
const operations = operationsOf(contract);
const headers = { [accessToken.header]: "<ACCESS_TOKEN>", "Content-Type": "application/json" };
const orders = { topic: "orders/create", address: "http://127.0.0.1:1/hooks" };

let dynamic: RunningCommand & { url: string };
beforeAll(async () => {
  dynamic = await startMock("--dynamic");
});
afterAll(() => dynamic.close());

/** Calls an operation. */
function call(url: string, id: string, webhook = orders): Promise<Response> {
  const { method = "", path = "" } = operations.find((operation) => operation.id === id) ?? {};
  const sent = method === "GET" || method === "DELETE" ? {} : { body: JSON.stringify({ webhook }) };
  return fetch(url + path.replace("{id}", "1001"), { method, headers, ...sent });
}

describe.each(operations)("$id", ({ id, pointer }) => {
  const answer = `${pointer}/responses/200/content/application~1json`;

  test("is answered with other values each time in dynamic mode, and with no fields but those of the contract", async () => {
    const fields = keysAt(contract, `${answer}/schema/properties`);
    const bodies = new Set<string>();
    for (let round = 0; round < 15; round++) {
      const response = await call(dynamic.url, id);
      expect([response.status, violationsIn(response)]).toEqual([200, []]);
      const body = await response.text();
      expect(fields).toEqual(expect.arrayContaining(Object.keys(JSON.parse(body))));
      bodies.add(body);
    }
    expect(bodies.size).toBeGreaterThan(1);
  });
});

test.each([
  ["exchangeAccessToken", "oauth", /Z$/],
  ["getWebhook", "webhook", /[+-]\d\d:\d\d$/],
])("in dynamic mode, the times of %s are moments that exist, in the form of the contract", async (id, key, zone) => {
  for (let round = 0; round < 100; round++) {
    const { [key]: record } = await (await call(dynamic.url, id)).json();
    for (const time of [record.created_at, record.updated_at]) {
      expect(time).toMatch(zone);
      // JavaScript moves a day that a month does not have into the next month.
      const local = String(time).slice(0, 19);
      expect(new Date(`${local}Z`).toISOString().slice(0, 19)).toBe(local);
      expect(new Date(time)).not.toEqual(new Date(Number.NaN));
    }
  }
});

describe("a page of another origin", () => {
  const origin = "https://front-end.example";

  test.each([
    ["without a token", { headers: {} }, "", 401],
    ["with a limit that is too large", { headers }, "?limit=10001", 422],
    ["without the required fields", { headers, method: "POST", body: '{"webhook":{}}' }, "", 422],
    ["with a path that the contract does not have", { headers }, "/1001/none", 404],
    ["that Prism cannot read", { headers: { ...headers, Accept: "*" } }, "", 400],
  ])("may read why a request %s is refused", async (_, sent, after, status) => {
    const { path = "" } = operations.find(({ id }) => id === "listWebhooks") ?? {};
    const response = await fetch(inject("mockUrl") + path + after, { ...sent, headers: { ...sent.headers, origin } });
    expect(response.status).toBe(status);
    expect(response.headers.get("Access-Control-Allow-Origin")).toBe(origin);
    expect(response.headers.get("Content-Type")).toContain("application/problem+json");
    expect(await response.json()).toMatchObject({ status, title: expect.any(String), detail: expect.any(String) });
  });

  test("may delete a webhook", async () => {
    const { path = "" } = operations.find(({ id }) => id === "deleteWebhook") ?? {};
    const asked = `content-type,${accessToken.header.toLowerCase()}`;
    const preflight = await fetch(inject("mockUrl") + path.replace("{id}", "1001"), {
      method: "OPTIONS",
      headers: { origin, "Access-Control-Request-Method": "DELETE", "Access-Control-Request-Headers": asked },
    });
    const allowed = ["Origin", "Methods", "Headers"].map((name) =>
      preflight.headers.get(`Access-Control-Allow-${name}`),
    );
    expect([preflight.status, ...allowed]).toEqual([204, origin, "DELETE", asked]);
  });

  test("cannot make the mock call an address", async () => {
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
});
