import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clientOf, type ReachedSandbox, transports } from "./transports.js";

const address = "https://front-end.example/hooks";
const WEBHOOKS = "/api/admin/26.0/webhooks";
const headers = { "X-Service-Access-Token": "any", "Content-Type": "application/json" };

describe.each(Object.entries(transports))("%s", (_, reach) => {
  let sandbox: ReachedSandbox;
  const list = async (query = "") => {
    const answer = await sandbox.fetch(`${sandbox.url}${WEBHOOKS}${query}`, { headers });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  beforeAll(async () => {
    sandbox = await reach({ seed: 3 });
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  describe("the state can be replaced", () => {
    test("reset(0) leaves nothing, and reset() restores the seed of the options", () => {
      sandbox.reset(0);
      expect(sandbox.webhooks).toEqual([]);
      sandbox.reset();
      expect(sandbox.webhooks).toHaveLength(3);
    });

    test("reset takes items of your own, for a collection by its name as well", () => {
      sandbox.reset([{ topic: "a/b", address }]);
      expect(sandbox.webhooks).toMatchObject([{ id: 1001, topic: "a/b" }]);
      sandbox.reset({ webhooks: [{ topic: "c/d", address, id: 7 }] });
      expect(sandbox.webhooks).toMatchObject([{ id: 7, topic: "c/d" }]);
    });

    test("a seed that breaks the contract changes nothing, and the error names the place", () => {
      expect(() => sandbox.reset([{ topic: "a", address }])).toThrow("seed[0].topic must match pattern");
      expect(() => sandbox.reset(Object({ hooks: 3 }))).toThrow("seed.hooks is no collection: use webhooks");
      expect(sandbox.webhooks).toHaveLength(3);
    });

    test("what the sandbox lists is a copy: each of its items can be deleted", async () => {
      const { webhooks } = clientOf(sandbox);
      for (const { id } of sandbox.webhooks) await webhooks.delete(id);
      expect(sandbox.webhooks).toEqual([]);
    });
  });

  describe("an answer of your own", () => {
    test("is sent as JSON, with headers, and changes nothing", async () => {
      sandbox.simulate({ operation: "listWebhooks", body: { webhooks: "none" }, headers: { "X-Own": "yes" } });
      const answer = await list();
      expect([answer.status, answer.text, answer.headers.get("x-own")]).toEqual([200, '{"webhooks":"none"}', "yes"]);
      expect(JSON.parse((await list()).text)).toHaveProperty("pagination.total", 3);
    });

    test("can be malformed, with any status", async () => {
      sandbox.simulate({ status: 502, body: "<html>" });
      expect(await list()).toMatchObject({ status: 502, text: "<html>" });
    });

    test("can add headers to a real answer", async () => {
      sandbox.simulate({ headers: { "X-Own": "yes" } });
      const answer = await list();
      expect(JSON.parse(answer.text)).toHaveProperty("pagination.total", 3);
      expect(answer.headers.get("x-own")).toBe("yes");
    });

    test("is for requests with these values in their path, their query or their body", async () => {
      const { webhooks } = clientOf(sandbox);
      sandbox.simulate({ when: { path: { id: 1002 } }, status: 500 });
      sandbox.simulate({ when: { query: { page: 2 } }, status: 501 });
      sandbox.simulate({ when: { body: { webhook: { topic: "a/b" } } }, status: 502 });
      expect(await webhooks.get(1001)).toHaveProperty("id", 1001);
      await expect(webhooks.get(1002)).rejects.toMatchObject({ status: 500 });
      expect((await list("?page=1")).status).toBe(200);
      expect((await list("?page=2")).status).toBe(501);
      await webhooks.create({ topic: "c/d", address });
      await expect(webhooks.create({ topic: "a/b", address })).rejects.toMatchObject({ status: 502 });
    });

    test.each([
      [{ body: {}, status: 199 }, "simulate: status must be a whole number from 200"],
      [{ body: {}, abort: true }, "simulate: status and abort cannot be combined"],
      [{ headers: { "a b": "c" } }, "simulate: headers.a b cannot be sent"],
      [{ headers: { a: "b\n" } }, "simulate: headers.a cannot be sent"],
      [{ status: 500, when: { id: 1 } }, "simulate: when.id does not exist"],
    ])("%o is refused", (simulation, message) => {
      expect(() => sandbox.simulate(Object(simulation))).toThrow(message);
    });
  });

  describe("a test waits for a request", () => {
    test("and gets it with its headers, but not with its token", async () => {
      const next = sandbox.nextRequest({ operation: "createWebhook" });
      await list();
      await sandbox.fetch(`${sandbox.url}${WEBHOOKS}`, {
        method: "POST",
        headers: { ...headers, "X-Page": "settings", Authorization: "hunter2" },
        body: JSON.stringify({ webhook: { topic: "a/b", address, secret: "hunter2" } }),
      });
      const request = await next;
      expect(request).toMatchObject({
        ...{ operation: "createWebhook", status: 200, headers: { "x-page": "settings" } },
        body: { webhook: { topic: "a/b", secret: "[redacted]" } },
      });
      expect(JSON.stringify(request)).not.toMatch(/hunter2|access-token/);
    });

    test("until its signal aborts", async () => {
      await expect(sandbox.nextRequest({ signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough");
      await expect(sandbox.nextRequest({ operation: "list" })).rejects.toThrow("operation must be one of");
      await expect(sandbox.nextRequest(Object({ opertion: 1 }))).rejects.toThrow(
        "nextRequest: opertion does not exist",
      );
    });
  });

  describe("a test moves the clock", () => {
    test("which is stopped, until a reset", async () => {
      const { webhooks } = clientOf(sandbox);
      sandbox.setClock("2030-01-01T00:00:00Z");
      expect(await webhooks.create({ topic: "a/b", address })).toHaveProperty(
        "created_at",
        "2030-01-01T00:00:00.000+00:00",
      );
      expect(() => sandbox.setClock("noon")).toThrow("setClock: the time must be a time");
      sandbox.reset();
      expect((await webhooks.create({ topic: "a/b", address })).created_at).not.toContain("2030");
    });
  });
});
