import { getEventListeners } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { accessToken } from "../../generated/contract.js";
import { connectSandbox } from "../../src/sandbox/index.js";
import {
  ask,
  CREATED,
  DELIVER,
  HEADERS,
  inProcess,
  orders,
  post,
  type ReachedSandbox,
  tokenHeader,
  transports,
  WEBHOOKS,
} from "./transports.js";

describe.each(Object.entries(transports))("%s", (_, reach) => {
  const log: string[] = [];
  let sandbox: ReachedSandbox;

  beforeAll(async () => {
    sandbox = await reach({ seed: 3, log: (line) => log.push(line) });
  });
  beforeEach(() => {
    sandbox.reset();
    log.length = 0;
  });
  afterAll(() => sandbox.close());

  test("a test waits for a request, and gets it with its headers: it sees that a token was sent, and not which one, and no secret", async () => {
    const next = sandbox.nextRequest({ operation: "createWebhook" });
    await ask(sandbox);
    await ask(sandbox, WEBHOOKS, {
      method: "POST",
      headers: { ...HEADERS, ...tokenHeader("hunter2"), "X-Page": "settings" },
      body: JSON.stringify({ webhook: { ...orders, secret: "hunter2" } }),
    });
    const request = await next;
    const headers = { "x-page": "settings", [accessToken.header.toLowerCase()]: "[redacted]" };
    const body = { webhook: { ...orders, secret: "[redacted]" } };
    expect(request).toMatchObject({ operation: "createWebhook", status: CREATED, headers, body });
    expect(sandbox.requests).toEqual([expect.objectContaining({ operation: "listWebhooks" }), request]);
    expect(JSON.stringify(sandbox.requests)).not.toMatch(/hunter2/);
  });

  test("a test waits until its signal aborts", async () => {
    await expect(sandbox.nextRequest({ signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
    const giveUp = new AbortController();
    const next = expect(sandbox.nextRequest({ signal: giveUp.signal })).rejects.toThrow("enough");
    giveUp.abort(new Error("enough"));
    await next;
    await expect(sandbox.nextRequest(Object({ operation: "list" }))).rejects.toThrow("operation must be one of");
    await expect(sandbox.nextRequest(Object({ opertion: 1 }))).rejects.toThrow("nextRequest: opertion does not exist");
  });

  test.each([
    '{"webhook": {"secret": "hunter2", ',
    "secret=hunter2",
    '{"client_secret": "hunter2"}',
    '{"\\u0073ecret": "hunter2"}',
    '{"Secret": "hunter2"}',
    "%73ecret=hunter2",
    "X code: hunter2",
  ])("of the body %s, no secret is kept", async (body) => {
    await ask(sandbox, `${WEBHOOKS}?client_secret=hunter2&limit=5`, { method: "POST", body });
    expect(sandbox.requests[0]?.query).toBe("client_secret=[redacted]&limit=5");
    expect(JSON.stringify(sandbox.requests)).not.toContain("hunter2");
  });

  test.each([
    ["an encoded name", "%73ecret=hunter2&a=%73"],
    ["other capitals", "Secret=hunter2"],
    ["the name of the token's header", `${accessToken.header}=hunter2`],
    ["a name twice", "code=hunter2&limit=5&code=hunter2=hunter2"],
  ])("of a query with %s, no secret is kept, and all else as it was sent", async (_, query) => {
    await ask(sandbox, `${WEBHOOKS}?${query}`);
    expect(sandbox.requests[0]?.query).toBe(query.replaceAll(/hunter2[^&]*/g, "[redacted]"));
  });

  test("of headers, no credentials are kept, and no secret in the URL of a page", async () => {
    const referer = "https://front-end.example/connect?shop=1&code=hunter2";
    const headers = {
      Authorization: "Bearer hunter2",
      Cookie: "session=hunter2",
      "Sandbox-Control-Token": "hunter2",
      "X-Original-URL": "/a?%63lient_secret=hunter2",
    };
    await ask(sandbox, WEBHOOKS, { headers: { ...HEADERS, ...headers, Referer: referer } });
    expect(sandbox.requests[0]?.headers).toMatchObject({
      authorization: "[redacted]",
      "sandbox-control-token": "[redacted]",
      "x-original-url": "/a?%63lient_secret=[redacted]",
      referer: "https://front-end.example/connect?shop=1&code=[redacted]",
    });
    expect(JSON.stringify(sandbox.requests)).not.toContain("hunter2");
  });

  test("long queries without a name are listed as soon as others", async () => {
    for (let sent = 0; sent < 20; sent++) await ask(sandbox, `${WEBHOOKS}?${"a".repeat(15_000)}`);
    const start = performance.now();
    expect(sandbox.requests[0]?.query).toHaveLength(15_000);
    // What looks for the end of each beginning takes 10 s.
    expect(performance.now() - start).toBeLessThan(500);
  });

  describe("each request is logged in one line", () => {
    const preflight = { method: "OPTIONS", headers: { Origin: "null", "Access-Control-Request-Method": "PUT" } };
    const one = `${WEBHOOKS}/1001`;
    test.each<[string, string, RequestInit, string]>([
      ["with method, path, status and time", one, {}, `GET ${one} 200 \\d+\\.\\d ms$`],
      ["if it is a preflight", WEBHOOKS, preflight, `OPTIONS ${WEBHOOKS} 204 `],
      ["if it is refused", WEBHOOKS, { method: "POST", body: "{" }, `POST ${WEBHOOKS} 400 `],
      ["without a query", `${WEBHOOKS}?token=hunter2`, {}, `GET ${WEBHOOKS} 200 `],
      ["with a path that the contract does not have", "/api/webhok", {}, "GET /api/webhok 404 "],
      ["without a line break in an id", `${WEBHOOKS}/%0aGET`, {}, `GET ${WEBHOOKS}/%0aGET 404 `],
      ["without a control in a note", `${WEBHOOKS}?a%0A%1b[31mforged`, {}, "[ -~]* parameter a\\?\\?\\[31mforged "],
    ])("%s", async (_, path, init, expected) => {
      await ask(sandbox, path, init);
      expect(log).toEqual([expect.stringMatching(new RegExp(`^${expected}`))]);
      expect(log.join("")).not.toMatch(/hunter2|\n/);
    });

    test("without the token, a signing secret or the address of a delivery", async () => {
      const fields = { ...orders, address: "http://127.0.0.1:9/hunter2?key=hunter2", secret: "hunter2" };
      await post(sandbox, fields);
      await post(sandbox, fields, DELIVER);
      await expect.poll(() => log).toHaveLength(3);
      expect(log.join("\n")).not.toMatch(/hunter2|ACCESS_TOKEN/);
      expect(log.join("\n")).toMatch(/^delivery: POST http:\/\/127\.0\.0\.1:9 (failed|not sent): /m);
    });
  });
});

test.each<[string, () => unknown]>([
  [
    "throws",
    () => {
      throw new Error("the disk is full");
    },
  ],
  [
    "rejects",
    async () => {
      throw new Error("the disk is full");
    },
  ],
])("a log that %s breaks no request and no delivery, and is reported", async (_, log) => {
  const reported = vi.spyOn(console, "error").mockReturnValue();
  onTestFinished(() => reported.mockRestore());
  for (const reach of Object.values(transports)) {
    await using sandbox = await reach({ log });
    expect((await ask(sandbox)).status).toBe(200);
    expect((await post(sandbox, orders, DELIVER)).status).toBe(200);
    expect(await sandbox.deliveries[0]?.answer).toHaveProperty("notSent");
    if (sandbox.url !== inProcess().url) await connectSandbox(sandbox.url).reset();
  }
  await expect.poll(() => reported.mock.calls.length).toBe(3 + 4);
  for (const call of reported.mock.calls) {
    expect(call).toEqual(["The option log of the sandbox has failed:", new Error("the disk is full")]);
  }
});

test("the latest 1000 requests are kept", async () => {
  const sandbox = inProcess();
  for (let page = 1; page <= 1001; page++) await ask(sandbox, `${WEBHOOKS}?page=${page}`);
  expect([sandbox.requests.length, sandbox.requests[0]?.query]).toEqual([1000, "page=2"]);
});

test("a signal that many waits share has no listener once they have ended", async () => {
  const sandbox = inProcess();
  const { signal } = new AbortController();
  const next = sandbox.nextRequest({ signal });
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await ask(sandbox);
  await next;
  expect(getEventListeners(signal, "abort")).toEqual([]);
});
