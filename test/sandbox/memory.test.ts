import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../src/client/index.js";
import { at, keysAt, readContract } from "../contract/contract.js";
import { clientOf, type ReachedSandbox, transports } from "./transports.js";

const contract = readContract();
const orders = { topic: "orders/create", address: "https://lantern-books.example/hooks/orders" };

describe.each(Object.entries(transports))("%s", (_, reach) => {
  let sandbox: ReachedSandbox;
  let service: ServiceClient;

  beforeAll(async () => {
    sandbox = await reach({ seed: 25 });
    service = clientOf(sandbox);
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  const idsOf = async (query: Parameters<typeof service.webhooks.list>[0]) => {
    const { webhooks } = await service.webhooks.list(query);
    return webhooks.map(({ id }) => id);
  };

  describe("create", () => {
    test("returns times with a numeric offset, as the contract writes them", async () => {
      const before = Date.now();
      const { created_at, updated_at } = await service.webhooks.create(orders);
      expect(created_at).toMatch(/[+-]\d\d:\d\d$/);
      expect(updated_at).toBe(created_at);
      expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now());
    });

    test("returns only the fields of a subscription, without the signing secret", async () => {
      const webhook = await service.webhooks.create({ ...orders, secret: "<SIGNING_SECRET>", app_id: 42, event: "e" });
      const fields = keysAt(contract, "/components/schemas/Webhook/properties");
      expect(Object.keys(webhook).filter((name) => !fields.includes(name))).toEqual([]);
      expect(webhook).not.toHaveProperty("secret");
    });
  });

  describe("list", () => {
    test("returns the first 20 in the order of their creation by default", async () => {
      const { webhooks, pagination } = await service.webhooks.list();
      expect(webhooks.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => 1001 + index));
      expect(pagination).toEqual({ current_page: 1, per_page: 20, total: 25, total_pages: 2 });
    });

    test("counts no page if there is no subscription", async () => {
      await using empty = await reach();
      const { webhooks } = clientOf(empty);
      expect(await webhooks.list()).toMatchObject({
        webhooks: [],
        pagination: { current_page: 1, per_page: 20, total: 0, total_pages: 0 },
      });
    });
  });

  describe("get and delete", () => {
    test.each([1007, "1007"])("find a subscription by its id, sent as %o", async (id) => {
      expect(await service.webhooks.get(id)).toHaveProperty("id", 1007);
      expect(await service.webhooks.delete(id)).toEqual({ success: true, message: "The webhook was deleted." });
      expect(await idsOf({ limit: 100 })).not.toContain(1007);
    });

    test.each([0, 1026, -1001, "01001", "1001.0", "1e3", "a handle/1", "%"])(
      "return status 404 for %o, which is no known id",
      async (id) => {
        const missing = { status: 404, body: { status: 404, detail: expect.stringContaining("no item") } };
        await expect(service.webhooks.get(id)).rejects.toMatchObject(missing);
        await expect(service.webhooks.delete(id)).rejects.toMatchObject(missing);
        expect(await idsOf({ limit: 100 })).toHaveLength(25);
      },
    );

    test("return a problem document with a 404, which says where to look", async () => {
      const answer = await sandbox.fetch(`${sandbox.url}/api/admin/26.0/webhooks/7`, {
        headers: { "X-Service-Access-Token": "<ACCESS_TOKEN>" },
      });
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect((await answer.json()).detail).toContain("GET /api/admin/26.0/webhooks lists all that it has");
    });
  });

  describe("a list whose meaning the document does not define has a deliberate answer", () => {
    test.each([
      [{ limit: 0 }, "limit"],
      [{ limit: -1 }, "limit"],
      [{ page: 0 }, "page"],
      [{ page: -3 }, "page"],
    ])("%o is refused: the answer names the parameter and says that the sandbox chooses so", async (query, name) => {
      await expect(service.webhooks.list(query)).rejects.toMatchObject({
        status: 422,
        body: {
          validation: [{ location: ["query", name], message: expect.stringContaining("by the sandbox's own choice") }],
        },
      });
    });

    test("an unknown field in sort_by sorts by id, and a header says so", async () => {
      const { data, response } = await service.webhooks.list({ sort_by: "title", sort_order: "desc" }).withResponse();
      expect(data.webhooks[0]?.id).toBe(1025);
      expect(response.headers.get("sandbox-note")).toBe("sort_by names no field of an item: sorted by id");
    });

    test("an empty parameter counts as not sent", async () => {
      expect((await service.webhooks.list({ sort_by: "" })).webhooks).toHaveLength(20);
    });
  });

  describe("an answer comes from the contract's examples, and says so", () => {
    test("for the token exchange", async () => {
      const { data, response } = await service.oauth.exchangeAccessToken().withResponse();
      expect({ oauth: data }).toEqual(at(contract, "/components/examples/OAuth/value"));
      expect(response.headers.get("sandbox-note")).toBe("answered from the contract's examples");
    });

    test("for an update, with updates: example", async () => {
      await using sandbox = await reach({ seed: 1, updates: "example" });
      const { webhooks } = clientOf(sandbox);
      const before = sandbox.webhooks;
      expect({ webhook: await webhooks.update(orders) }).toEqual(at(contract, "/components/examples/Webhook/value"));
      expect(sandbox.webhooks).toEqual(before);
      expect(sandbox.requests.at(-1)?.notes).toEqual(["answered from the contract's examples"]);
    });
  });

  describe("an update", () => {
    const address = (path: string) => `https://front-end.example/${path}`;
    const seed = [
      { topic: "orders/create", address: address("a") },
      { topic: "orders/create", address: address("b"), format: "xml" as const },
      { topic: "products/update", address: address("b") },
      { topic: "customers/delete", address: address("c") },
    ];
    test.each([
      ["no subscription", 404, { topic: "customers/create", address: address("new") }, "there is none"],
      ["more than one subscription", 409, { topic: "orders/create", address: address("new") }, "(1001, 1002)"],
    ])("that could mean %s is refused with status %d", async (_, status, webhook, detail) => {
      await using sandbox = await reach({ seed });
      const { webhooks } = clientOf(sandbox);
      const before = [...sandbox.webhooks];
      await expect(webhooks.update(webhook)).rejects.toMatchObject({
        status,
        body: { detail: expect.stringMatching(/^The sandbox, by its own choice, updates the one with this/) },
      });
      await expect(webhooks.update(webhook)).rejects.toMatchObject({
        body: { detail: expect.stringContaining(detail) },
      });
      expect(sandbox.webhooks).toEqual(before);
    });
  });

  describe("reset", () => {
    test("restores the same subscriptions that another sandbox with that seed has", async () => {
      await using other = await reach({ seed: 25 });
      const { webhooks } = clientOf(other);
      const [ours, theirs] = await Promise.all([service.webhooks.list({ limit: 100 }), webhooks.list({ limit: 100 })]);
      expect(theirs.webhooks).toEqual(ours.webhooks);
    });
  });
});
