import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { responseExamples } from "../../generated/contract.js";
import { orders, products, webhooksOf } from "../worlds/webhooks.js";
import { clientOf, inProcess, kept, type ReachedSandbox, transports } from "./transports.js";

describe.each(Object.entries(transports))("%s", (_, reach) => {
  let sandbox: ReachedSandbox;
  beforeAll(async () => {
    sandbox = await reach({ seed: 3 });
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  test("a number of subscriptions are the same every time", async () => {
    await using other = await reach({ seed: 3 });
    expect(kept(sandbox)).toHaveLength(3);
    expect(kept(other)).toEqual(kept(sandbox));
  });

  test("one of your own gets the next free id, the default format and the current time", async () => {
    const clock = () => new Date("2026-03-02T10:20:00Z");
    await using own = await reach({
      clock,
      seed: Object([orders, { ...products, id: 1001, format: "xml" }]),
    });
    expect(kept(own).find(({ id }) => id === 1001)).toMatchObject({
      ...products,
      format: "xml",
    });
    const made = kept(own).find(({ id }) => id === 1002);
    expect(made).toMatchObject({ ...orders, format: "json" });
    expect(Date.parse(String(made?.["created_at"]))).toBe(clock().getTime());
  });

  test("examples are those of the contract, as they are, also for each new token and after a reset", async () => {
    await using own = await reach({ seed: "examples", statePer: "token" });
    const [first] = webhooksOf(Object(responseExamples["listWebhooks"]));
    expect(first).toMatchObject({ id: 1001, topic: "orders/create" });
    const service = clientOf(own, { accessToken: "one" });
    expect(webhooksOf(await service.list())).toEqual(webhooksOf(Object(responseExamples["listWebhooks"])));
    await service.delete(1001);
    own.reset();
    for (const token of ["one", "two"]) expect(kept(own.forToken(token))[0]).toEqual(first);
  });

  test("reset takes another seed until the next reset: 0 for none, or items, by the name of their collection as well", () => {
    sandbox.reset(0);
    expect(kept(sandbox)).toEqual([]);
    sandbox.reset(Object([orders]));
    expect(kept(sandbox)).toMatchObject([{ id: 1001, ...orders }]);
    sandbox.reset({ webhooks: [{ ...orders, id: 7 }] });
    expect(kept(sandbox)).toMatchObject([{ id: 7, ...orders }]);
    sandbox.reset();
    expect(kept(sandbox)).toHaveLength(3);
  });

  test("what the sandbox lists is a copy: each of its items can be deleted", async () => {
    const service = clientOf(sandbox);
    for (const { id } of kept(sandbox)) await service.delete(id);
    expect(kept(sandbox)).toEqual([]);
  });

  test.each([
    ["a malformed event", [{ ...orders, topic: 1 }], "[0].topic must"],
    ["a malformed address of the second", [orders, { ...orders, address: "a" }], "[1].address must"],
    ["a missing address", [{ topic: orders.topic }], "[0].address is missing"],
    ["an unknown field", [{ ...orders, adress: 1 }], "[0].adress is not a field of an item of webhooks"],
    ["a malformed time", [{ ...orders, created_at: "today" }], "[0].created_at must"],
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
    expect(kept(sandbox)).toHaveLength(3);
  });
});

test("ids end before they repeat", async () => {
  const id = Number.MAX_SAFE_INTEGER;
  const service = clientOf(inProcess({ seed: Object([{ ...orders, id }]) }));
  expect(webhooksOf(await service.list())).toMatchObject([{ id }]);
  await expect(service.create(orders)).rejects.toMatchObject({ status: 507 });
});
