import { describe, expect, test } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { ask, CREATED, HEADERS, inProcess, orders, WEBHOOKS } from "./transports.js";

const tokenHeader = accessToken.header.toLowerCase();

describe("requests", () => {
  test("the sandbox lists each request with its headers, body, status and notes", async () => {
    const sandbox = inProcess();
    await ask(sandbox, `${WEBHOOKS}?a=1`, {
      ...{ method: "POST", headers: { ...HEADERS, "X-Page": "settings" } },
      body: JSON.stringify({ webhook: orders }),
    });
    await ask(sandbox, "/api/unknown");
    expect(sandbox.requests).toMatchObject([
      {
        ...{ method: "POST", path: WEBHOOKS, query: "a=1", operation: "createWebhook", status: CREATED },
        ...{ headers: { "x-page": "settings" }, body: { webhook: orders } },
        ...{ notes: ["the query parameter a has no effect"], answeredAt: expect.any(Number) },
      },
      { method: "GET", path: "/api/unknown", operation: undefined, body: undefined, status: 404 },
    ]);
  });

  test("the list of requests shows that a token was sent, and not which one, nor other credentials", async () => {
    const sandbox = inProcess();
    const headers = { [accessToken.header]: "hunter2", Authorization: "hunter2", Cookie: "a=hunter2" };
    await ask(sandbox, WEBHOOKS, { headers: { ...headers, Referer: "https://a.example/?code=hunter2" } });
    expect(sandbox.requests[0]?.headers[tokenHeader]).toBe("[redacted]");
    expect(JSON.stringify(sandbox.requests)).not.toContain("hunter2");
  });

  test.each([
    '{"webhook": {"secret": "hunter2"}}',
    '{"Client_Secret": "hunter2"}',
    '{"secret": "hunter2"',
    "code=hunter2",
  ])("the list of requests shows no secret of the body %s", async (body) => {
    const sandbox = inProcess();
    await ask(sandbox, WEBHOOKS, { method: "POST", body });
    expect(JSON.stringify(sandbox.requests)).toContain("[redacted]");
    expect(JSON.stringify(sandbox.requests)).not.toContain("hunter2");
  });

  test("the list of requests shows no secret of a query, and the rest of it as it was sent", async () => {
    const sandbox = inProcess();
    await ask(sandbox, `${WEBHOOKS}?limit=5&%63ode=hunter2&a=%73&Secret=hunter2`);
    expect(sandbox.requests[0]?.query).toBe("limit=5&%63ode=[redacted]&a=%73&Secret=[redacted]");
  });

  test("the sandbox keeps the latest 1000 requests, with 10,000 characters of each body", async () => {
    const sandbox = inProcess();
    for (let sent = 0; sent < 1001; sent++) await ask(sandbox, `${WEBHOOKS}?sent=${sent}`);
    expect(sandbox.requests).toHaveLength(1000);
    expect(sandbox.requests[0]?.query).toBe("sent=1");
    await ask(sandbox, WEBHOOKS, { method: "POST", body: "a".repeat(20_000) });
    expect(sandbox.requests.at(-1)?.body).toBe("a".repeat(10_000));
  });

  test("the sandbox keeps 1000 characters of each note, and a response has no more", async () => {
    const sandbox = inProcess();
    const body = JSON.stringify({ webhook: { ...orders, ["b".repeat(20_000)]: 1 } });
    const { headers } = await ask(sandbox, WEBHOOKS, { method: "POST", body });
    expect(headers.get("sandbox-note")).toMatch(/^the sandbox does not keep .*: b+$/);
    expect(sandbox.requests[0]?.notes.map(({ length }) => length)).toEqual([1000]);
  });
});

describe("log", () => {
  test("the log receives a line for each request, without its query and without control characters", async () => {
    const lines: string[] = [];
    const sandbox = inProcess({ seed: 1, log: (line) => lines.push(line) });
    await ask(sandbox, `${WEBHOOKS}/1001?token=hunter2`);
    await ask(sandbox, `${WEBHOOKS}?%1b[31m`);
    expect(lines).toEqual([
      expect.stringMatching(/^GET \S+\/1001 200 \d+\.\d ms; the query parameter token has no effect$/),
      expect.stringMatching(/^GET \S+ 200 \d+\.\d ms; the query parameter \?\[31m has no effect$/),
    ]);
  });
});

test("a request that is under way at a reset changes nothing of the new state", async () => {
  const sandbox = inProcess({ latency: 30 });
  const created = ask(sandbox, WEBHOOKS, { method: "POST", body: JSON.stringify({ webhook: orders }) });
  await new Promise((resolve) => setTimeout(resolve, 5));
  sandbox.reset();
  expect((await created).status).toBe(CREATED);
  expect([sandbox.webhooks, sandbox.requests]).toEqual([[], []]);
});
