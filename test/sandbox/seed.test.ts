import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { clientOf, inProcess, orders, type ReachedSandbox, transports } from "./transports.js";

const { address } = orders;

describe.each(Object.entries(transports))("%s", (_, reach) => {
  let sandbox: ReachedSandbox;
  beforeAll(async () => {
    sandbox = await reach({ seed: 3 });
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  test("a number of subscriptions are the same every time", async () => {
    await using other = await reach({ seed: 3 });
    expect(sandbox.webhooks).toHaveLength(3);
    expect(other.webhooks).toEqual(sandbox.webhooks);
  });

  test("one of your own gets the next free id, the default format and the current time", async () => {
    const clock = () => new Date("2026-03-02T10:20:00Z");
    const time = "2026-03-02T10:20:00.000+00:00";
    const times = { created_at: time, updated_at: time };
    await using own = await reach({
      clock,
      seed: [orders, { topic: "products/update", address, id: 1001, format: "xml" }],
    });
    expect(own.webhooks).toMatchObject([
      { id: 1001, address, topic: "products/update", format: "xml", ...times },
      { id: 1002, ...orders, format: "json", ...times },
    ]);
  });

  test("firstId sets the id of the first subscription", async () => {
    await using own = await reach({ firstId: 7 });
    expect(await clientOf(own).webhooks.create(orders)).toHaveProperty("id", 7);
  });

  test("reset takes another seed until the next reset: 0 for none, or items, by the name of their collection as well", () => {
    sandbox.reset(0);
    expect(sandbox.webhooks).toEqual([]);
    sandbox.reset([orders]);
    expect(sandbox.webhooks).toMatchObject([{ id: 1001, ...orders }]);
    sandbox.reset({ webhooks: [{ ...orders, id: 7 }] });
    expect(sandbox.webhooks).toMatchObject([{ id: 7, ...orders }]);
    sandbox.reset();
    expect(sandbox.webhooks).toHaveLength(3);
  });

  test("what the sandbox lists is a copy: each of its items can be deleted", async () => {
    const { webhooks } = clientOf(sandbox);
    for (const { id } of sandbox.webhooks) await webhooks.delete(id);
    expect(sandbox.webhooks).toEqual([]);
  });

  test.each([
    ["a malformed topic", [{ topic: "orders", address }], '[0].topic must match pattern "^[^/]+/[^/]+$"'],
    ["a malformed address of the second", [orders, { ...orders, address: "a" }], '[1].address must match format "uri"'],
    ["a missing address", [{ topic: "products/update" }], "[0].address is missing"],
    ["an unknown field", [{ ...orders, adress: 1 }], "[0].adress is not a field of an item of webhooks"],
    [
      "a malformed time",
      [{ ...orders, created_at: "today" }],
      "[0].created_at must match the pattern of the contract's examples",
    ],
    [
      "a repeated id",
      [
        { ...orders, id: 1 },
        { ...orders, id: 1 },
      ],
      "[1].id 1 is there twice",
    ],
    ["too large an id", [{ ...orders, id: 2 ** 53 }], "[0].id is too large"],
    ["a string for a subscription", ["orders/create"], "[0] must be an object"],
    ["a string for the seed", "many", " must be a whole number from 0 to 1000000, got many"],
    ["an unknown collection", { hooks: 3 }, ".hooks is no collection: use webhooks"],
  ])("%s is refused, the error names the place, and nothing changes", async (_, seed, message) => {
    await expect(reach(Object({ seed }))).rejects.toThrow(`seed${message}`);
    expect(() => sandbox.reset(Object({ seed }).seed)).toThrow(`seed${message}`);
    expect(sandbox.webhooks).toHaveLength(3);
  });
});

test("ids end before they repeat", async () => {
  const id = Number.MAX_SAFE_INTEGER;
  const { webhooks } = clientOf(inProcess({ seed: [{ ...orders, id }] }));
  expect((await webhooks.list()).webhooks).toMatchObject([{ id }]);
  await expect(webhooks.create(orders)).rejects.toMatchObject({ status: 507 });
});

test("100,000 own items are checked in less than four seconds of CPU time", () => {
  const seed = Array.from({ length: 100_000 }, (_, index) => ({ ...orders, id: index + 1 }));
  const start = process.cpuUsage();
  inProcess({ seed });
  expect(process.cpuUsage(start).user / 1e6).toBeLessThan(4);
});
