import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  ask,
  DELIVER,
  HEADERS,
  inProcess,
  orders,
  post,
  type ReachedSandbox,
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

  test("a test waits for a request, and gets it with its headers, but without its token and secrets", async () => {
    const next = sandbox.nextRequest({ operation: "createWebhook" });
    await ask(sandbox);
    await ask(sandbox, WEBHOOKS, {
      method: "POST",
      headers: { ...HEADERS, "X-Service-Access-Token": "hunter2", "X-Page": "settings", Authorization: "hunter2" },
      body: JSON.stringify({ webhook: { ...orders, secret: "hunter2" } }),
    });
    const request = await next;
    expect(request).toMatchObject({
      ...{ operation: "createWebhook", status: 200, headers: { "x-page": "settings" } },
      body: { webhook: { ...orders, secret: "[redacted]" } },
    });
    expect(sandbox.requests).toEqual([expect.objectContaining({ operation: "listWebhooks" }), request]);
    expect(JSON.stringify(sandbox.requests)).not.toMatch(/hunter2|access-token/);
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

  test.each(['{"webhook": {"secret": "hunter2", ', "secret=hunter2", '{"password": "hunter2"}', "password=hunter2"])(
    "of the body %s, no secret is kept",
    async (body) => {
      await ask(sandbox, `${WEBHOOKS}?access_token=hunter2&limit=5&code=hunter2`, { method: "POST", body });
      expect(sandbox.requests[0]?.query).toBe("access_token=[redacted]&limit=5&code=[redacted]");
      expect(JSON.stringify(sandbox.requests)).not.toContain("hunter2");
    },
  );

  describe("each request is logged in one line", () => {
    const preflight = { method: "OPTIONS", headers: { Origin: "null", "Access-Control-Request-Method": "PUT" } };
    test.each([
      [
        "with method, path, status and time",
        `${WEBHOOKS}/1001`,
        {},
        /^GET \/api\/admin\/26\.0\/webhooks\/1001 200 \d+\.\d ms$/,
      ],
      ["if it is a preflight", WEBHOOKS, preflight, /^OPTIONS \/api\/admin\/26\.0\/webhooks 204 /],
      ["if it is refused", WEBHOOKS, { method: "POST", body: "{" }, /^POST \/api\/admin\/26\.0\/webhooks 400 /],
      ["without a query", `${WEBHOOKS}?token=hunter2`, {}, /^GET \/api\/admin\/26\.0\/webhooks 200 /],
      ["without an id that is no number", `${WEBHOOKS}/hunter2`, {}, /^GET \/api\/admin\/26\.0\/webhooks\/\* 404 /],
      ["without an unknown path", "/hunter2/webhooks", {}, /^GET \/\*\/webhooks 404 /],
      ["with another version", "/api/admin/25.0/webhooks", {}, /^GET \/api\/admin\/25\.0\/webhooks 404 /],
      ["without a line break in an id", `${WEBHOOKS}/%0aGET`, {}, /^GET \/api\/admin\/26\.0\/webhooks\/\* 404 /],
      [
        "without a control in a note",
        `${WEBHOOKS}?a%0A%1b[31mforged`,
        {},
        /^[ -~]* the query parameter a\?\?\[31mforged /,
      ],
    ])("%s", async (_, path, init, line) => {
      await ask(sandbox, path, init);
      expect(log).toEqual([expect.stringMatching(line)]);
      expect(log.join("")).not.toMatch(/hunter2|\n/);
    });

    test("without the token, a signing secret or the address of a delivery", async () => {
      const webhook = { topic: "orders/hunter2", address: "http://127.0.0.1:9/hunter2?key=hunter2", secret: "hunter2" };
      await post(sandbox, webhook);
      await post(sandbox, webhook, DELIVER);
      await expect.poll(() => log).toHaveLength(3);
      expect(log.join("\n")).not.toMatch(/hunter2|ACCESS_TOKEN/);
      expect(log.join("\n")).toMatch(/^delivery: POST http:\/\/127\.0\.0\.1:9 (failed|not sent): /m);
    });
  });
});

test("a signal that many waits share has no listener once they have ended", async () => {
  const sandbox = inProcess();
  const { signal } = new AbortController();
  const { addEventListener, removeEventListener } = signal;
  let listeners = 0;
  signal.addEventListener = (...given: Parameters<typeof addEventListener>) => {
    listeners++;
    addEventListener.apply(signal, given);
  };
  signal.removeEventListener = (...given: Parameters<typeof removeEventListener>) => {
    listeners--;
    removeEventListener.apply(signal, given);
  };
  const next = sandbox.nextRequest({ signal });
  await ask(sandbox);
  await next;
  expect(listeners).toBe(0);
});
