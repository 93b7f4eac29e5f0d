import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../src/client/index.js";
import { at, keysAt, readContract } from "../contract/contract.js";
import { ask, clientOf, detailOf, orders, post, type ReachedSandbox, transports, WEBHOOKS } from "./transports.js";

const contract = readContract();

describe.each(Object.entries(transports))("%s", (_, reach) => {
  let sandbox: ReachedSandbox;
  let service: ServiceClient;

  beforeAll(async () => {
    sandbox = await reach({ seed: 25 });
    service = clientOf(sandbox);
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  // That a list, a read, an update and a deletion do what they should, for drawn calls: model.test.ts.
  describe("create", () => {
    test("returns times with a numeric offset, as the contract writes them", async () => {
      const before = Date.now();
      const { created_at, updated_at } = await service.webhooks.create(orders);
      expect(created_at).toMatch(/[+-]\d\d:\d\d$/);
      expect(updated_at).toBe(created_at);
      expect(Date.parse(created_at)).toBeGreaterThanOrEqual(before);
      expect(Date.parse(created_at)).toBeLessThanOrEqual(Date.now());
    });

    // A copy of another subscription, for example, brings along what the contract does not take.
    test.each([1001, 2 ** 53, -1, 1.5, "handle", null, {}])("ignores %j as its id", async (id) => {
      const webhook = await (await post(sandbox, { ...orders, id, created_at: "today" })).json();
      expect(webhook).toMatchObject({ webhook: { id: 1026, ...orders } });
      expect(await service.webhooks.create(orders)).toHaveProperty("id", 1027);
    });

    test("returns only the fields of a subscription, without the signing secret", async () => {
      const webhook = await service.webhooks.create({ ...orders, secret: "<SIGNING_SECRET>", app_id: 42, event: "e" });
      const fields = keysAt(contract, "/components/schemas/Webhook/properties");
      expect(Object.keys(webhook).filter((name) => !fields.includes(name))).toEqual([]);
      expect(webhook).not.toHaveProperty("secret");
    });
  });

  test("a list without subscriptions counts no page", async () => {
    sandbox.reset(0);
    expect(await service.webhooks.list()).toMatchObject({
      webhooks: [],
      pagination: { current_page: 1, per_page: 20, total: 0, total_pages: 0 },
    });
  });

  test("a deletion is confirmed", async () => {
    expect(await service.webhooks.delete("1007")).toEqual({ success: true, message: "The webhook was deleted." });
    expect(sandbox.webhooks.map(({ id }) => id)).not.toContain(1007);
  });

  test.each([0, 1026, -1001, "01001", "1001.0", "1e3", "a handle/1", "%"])("%o is no known id", async (id) => {
    const missing = { status: 404 };
    await expect(service.webhooks.get(id)).rejects.toMatchObject(missing);
    await expect(service.webhooks.delete(id)).rejects.toMatchObject(missing);
    expect(sandbox.webhooks).toHaveLength(25);
  });

  describe("a list whose meaning the document does not define has a deliberate answer", () => {
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
      const before = [...sandbox.webhooks];
      const answer = await ask(sandbox, WEBHOOKS, { method: "PUT", body: JSON.stringify({ webhook }) });
      expect(answer.status).toBe(status);
      const said = await detailOf(answer);
      expect(said).toMatch(/^The sandbox, by its own choice, updates the one with this/);
      expect(said).toContain(detail);
      expect(sandbox.webhooks).toEqual(before);
    });
  });

  test.each([
    ["GET", "/webhooks"],
    ["GET", "/webhooks/1001"],
    ["DELETE", "/webhooks/1001"],
    ["POST", "/oauth/access_token"],
  ])("a query parameter that the contract does not declare has no effect on %s %s", async (method, path) => {
    const without = await ask(sandbox, `/api/admin/26.0${path}`, { method });
    sandbox.reset();
    const withIt = await ask(sandbox, `/api/admin/26.0${path}?topic_like=x`, { method });
    expect(await withIt.json()).toEqual(await without.json());
    expect(withIt.headers.get("sandbox-note")).toContain("the query parameter topic_like has no effect");
  });
});
