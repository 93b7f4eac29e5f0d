import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { responseExamples } from "../../generated/contract.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { clientOf, orders, products, type ReachedSandbox, transports } from "./transports.js";

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
    await using own = await reach({
      clock,
      seed: Object([orders, { ...products, id: 1001, format: "xml" }]),
    });
    expect(own.webhooks.find(({ id }) => id === 1001)).toMatchObject({
      ...products,
      format: "xml",
    });
    const made = own.webhooks.find(({ id }) => id === 1002);
    expect(made).toMatchObject({ ...orders, format: "json" });
    expect(Date.parse(String(made?.["created_at"]))).toBe(clock().getTime());
  });

  test("what a scenario leaves out gets the time of its clock", async () => {
    await using own = await reach({ seed: { webhooks: [orders], clock: "2020-03-02T10:20:00Z" } });
    expect(own.webhooks).toMatchObject([{ created_at: "2020-03-02T10:20:00+00:00" }]);
    own.reset({ webhooks: 2, clock: "2020-03-02T10:20:00Z" });
    expect(own.webhooks).toMatchObject([{}, { updated_at: "2020-03-02T09:20:00+00:00" }]);
  });

  test("examples are those of the contract, as they are, also for each new token and after a reset", async () => {
    await using own = await reach({ seed: "examples", statePer: "token" });
    const [first] = Object(responseExamples["listWebhooks"]).webhooks;
    expect(first).toMatchObject({ id: 1001, topic: "orders/create" });
    const service = clientOf(own, { accessToken: "one" });
    expect((await service.list()).webhooks).toEqual(Object(responseExamples["listWebhooks"]).webhooks);
    await service.delete(1001);
    own.reset();
    for (const token of ["one", "two"]) expect(own.forToken(token).webhooks[0]).toEqual(first);
  });

  test("the largest id of a seed leaves room for the ids of new subscriptions", async () => {
    sandbox.reset([{ ...orders, id: 9e15 }]);
    const service = clientOf(sandbox);
    const created = [await service.create(orders), await service.create(products)];
    expect(created.map(({ id }) => id)).toEqual([9e15 + 1, 9e15 + 2]);
    expect(sandbox.webhooks).toHaveLength(3);
  });

  test("reset takes another seed until the next reset: 0 for none, or items, by the name of their collection as well", () => {
    sandbox.reset(0);
    expect(sandbox.webhooks).toEqual([]);
    sandbox.reset(Object([orders]));
    expect(sandbox.webhooks).toMatchObject([{ id: 1001, ...orders }]);
    sandbox.reset({ webhooks: [{ ...orders, id: 7 }] });
    expect(sandbox.webhooks).toMatchObject([{ id: 7, ...orders }]);
    sandbox.reset();
    expect(sandbox.webhooks).toHaveLength(3);
  });

  test("what the sandbox lists is a copy: each of its items can be deleted", async () => {
    const service = clientOf(sandbox);
    for (const { id } of sandbox.webhooks) await service.delete(id);
    expect(sandbox.webhooks).toEqual([]);
  });

  test.each([
    ["a malformed event", [{ ...orders, topic: 1 }], "[0].topic must"],
    ["a malformed address of the second", [orders, { ...orders, address: "a" }], "[1].address must"],
    ["a missing address", [{ topic: orders.topic }], "[0].address is required"],
    ["an unknown field", [{ ...orders, adress: 1 }], "[0].adress does not exist: use id, address, topic"],
    ["a malformed time", [{ ...orders, created_at: "today" }], "[0].created_at must"],
    [
      "a repeated id",
      [
        { ...orders, id: 1 },
        { ...orders, id: 1 },
      ],
      "[1].id 1 occurs twice",
    ],
    ["an id above 2^53", [{ ...orders, id: 2 ** 53 + 2 }], "[0].id must be a whole number from -9000000000000000 to"],
    ["an id that leaves no room", [{ ...orders, id: Number.MAX_SAFE_INTEGER }], "[0].id must be a whole number from"],
    ["a string for a subscription", ["orders/create"], '[0] must be an object, got "orders/create"'],
    ["a string for the seed", "many", ' must be a whole number from 0 to 1000000, got "many"'],
    ["a malformed simulation", { simulations: [{ status: 9 }] }, ".simulations[0].status must be a whole number"],
    ["an unknown part of a scenario", { hooks: 3 }, ".hooks does not exist"],
  ])("%s is refused, the error names the place, and nothing changes", async (_, seed, message) => {
    await expect(reach(Object({ seed }))).rejects.toThrow(`seed${message}`);
    expect(() => sandbox.reset(Object({ seed }).seed)).toThrow(`seed${message}`);
    expect(sandbox.webhooks).toHaveLength(3);
  });
});

test("a seed of 40,000 of your own subscriptions is checked in its time, and not in that of its square", () => {
  const seed = Array.from({ length: 40_000 }, (_, index) => ({ ...orders, id: index + 1 }));
  const start = performance.now();
  expect(createSandbox({ seed }).webhooks).toHaveLength(seed.length);
  // To compare each id with all of them takes 5 s.
  expect(performance.now() - start).toBeLessThan(4000);
});
