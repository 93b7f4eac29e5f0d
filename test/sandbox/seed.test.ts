import { describe, expect, test } from "vitest";
import { responseExamples } from "../../generated/contract.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { ask, clientOf, inProcess, orders, products } from "./transports.js";

describe("seed", () => {
  test("a seed that is a number makes as many subscriptions, the same ones every time, with times in their order", () => {
    const { webhooks } = createSandbox({ seed: 25 });
    expect(webhooks.map(({ id }) => id)).toEqual(Array.from({ length: 25 }, (_, index) => 1001 + index));
    expect(webhooks.map(({ created_at }) => created_at).toSorted()).toEqual(webhooks.map((one) => one.created_at));
    expect(new Set(webhooks.map(({ address }) => address)).size).toBe(25);
    expect(createSandbox({ seed: 25 }).webhooks).toEqual(webhooks);
  });

  test('a seed that is "examples" makes those of the contract', () => {
    expect(createSandbox({ seed: "examples" }).webhooks).toEqual(responseExamples.listWebhooks.webhooks);
  });

  test("a seed that is a list makes your own subscriptions, by id, and fills in what they leave out", () => {
    const seed = [orders, { ...products, id: 1001, created_at: "2020-01-01T00:00:00+00:00" }];
    const now = "2030-01-01T00:00:00+00:00";
    const { webhooks } = createSandbox({ seed, clock: () => new Date(now) });
    expect(webhooks).toEqual([
      { ...products, id: 1001, format: "json", created_at: "2020-01-01T00:00:00+00:00", updated_at: now },
      { ...orders, id: 1002, format: "json", created_at: now, updated_at: now },
    ]);
  });

  test("a seed that is a scenario also has simulations and a stopped clock", async () => {
    const simulations = [{ operation: "listWebhooks", status: 418 }] as const;
    const sandbox = inProcess({ seed: { webhooks: [orders], simulations, clock: "2030-01-01" } });
    expect((await ask(sandbox)).status).toBe(418);
    expect(await clientOf(sandbox).create(products)).toMatchObject({ created_at: "2030-01-01T00:00:00+00:00" });
  });

  test.each([
    ["many", 'seed must be a number, "examples", a list or a scenario'],
    [-1, "seed must be a whole number from 0 to 100000, got -1"],
    [["orders/create"], 'seed[0] must be an object, got "orders/create"'],
    [[{ topic: orders.topic }], "seed[0].address is required"],
    [[orders, { ...orders, address: "a" }], "seed[1].address must "],
    [[{ ...orders, adress: 1 }], "seed[0].adress does not exist: use id, address, topic"],
    [[{ ...orders, created_at: "today" }], "seed[0].created_at must "],
    [[{ ...orders, id: 2 ** 53 }], "seed[0].id must be a whole number from 0 to "],
    [[1, 1].map((id) => ({ ...orders, id })), "seed[1].id 1 occurs twice"],
    [{ hooks: 3 }, "seed.hooks does not exist"],
    [{ simulations: [{ status: 9 }] }, "seed.simulations[0].status must be a whole number"],
    [{ clock: "noon" }, "seed.clock must be a time"],
  ])("the seed %j is refused, also at a reset, and nothing changes", (given, message) => {
    const { seed } = Object({ seed: given });
    const sandbox = createSandbox({ seed: 3 });
    expect(() => createSandbox({ seed })).toThrow(message);
    expect(() => sandbox.reset(seed)).toThrow(message);
    expect(sandbox.webhooks).toHaveLength(3);
  });
});

describe("reset", () => {
  test("reset restores the subscriptions, the next id and the clock, and forgets requests and deliveries", async () => {
    const sandbox = inProcess({ seed: [orders] });
    const initial = sandbox.webhooks;
    sandbox.setClock("2030-01-01");
    await clientOf(sandbox).create(products);
    await clientOf(sandbox).deliver(orders);
    sandbox.reset();
    expect([sandbox.webhooks, sandbox.requests, sandbox.deliveries]).toEqual([initial, [], []]);
    const created = await clientOf(sandbox).create(products);
    expect(created.id).toBe(1002);
    expect(created.created_at).not.toContain("2030");
  });

  test("reset with a seed starts with it, until the next reset", () => {
    const sandbox = createSandbox({ seed: 3 });
    sandbox.reset(0);
    expect(sandbox.webhooks).toEqual([]);
    sandbox.reset();
    expect(sandbox.webhooks).toHaveLength(3);
  });
});

describe("setClock", () => {
  const timeOfCreation = async (sandbox: ReturnType<typeof inProcess>) =>
    (await clientOf(sandbox).create(orders)).created_at;

  test.each([
    ["2030-03-02", "2030-03-02T00:00:00+00:00"],
    ["2030-03-02T10:20", "2030-03-02T10:20:00+00:00"],
    ["2030-03-02T10:20:00+02:00", "2030-03-02T08:20:00+00:00"],
    [new Date(0), "1970-01-01T00:00:00+00:00"],
  ])("setClock stops the clock at %s, in UTC unless it has a zone", async (time, expected) => {
    const sandbox = inProcess();
    sandbox.setClock(time);
    expect(await timeOfCreation(sandbox)).toBe(expected);
  });

  test("setClock without a time lets the clock of the options run again", async () => {
    const sandbox = inProcess({ clock: () => new Date("2031-01-01") });
    sandbox.setClock("2030-01-01");
    sandbox.setClock();
    expect(await timeOfCreation(sandbox)).toContain("2031-01-01");
  });

  const WORDS = "must be a time from the year 1 to 9999, such as 2026-03-02T10:20:00Z";

  test.each(["noon", "2030-02-30", "March 2, 2030", 8.64e15, 9e15, new Date(Number.NaN)])(
    "setClock refuses %o",
    (time) => {
      expect(() => createSandbox().setClock(time)).toThrow(`setClock: the time ${WORDS}`);
    },
  );

  test.each([8.64e15, Number.NaN])("an option clock that returns new Date(%d) is refused", (time) => {
    expect(() => createSandbox({ clock: () => new Date(time) })).toThrow(`clock ${WORDS}`);
  });
});

describe("lists", () => {
  test("what the sandbox lists does not change while it is read", async () => {
    const sandbox = inProcess({ seed: 3 });
    for (const { id } of sandbox.webhooks) await clientOf(sandbox).delete(id);
    expect(sandbox.webhooks).toEqual([]);
  });

  /** Sets every field of an object, and of those in it, as far as it can be set. */
  function spoil(value: unknown): void {
    if (typeof value !== "object" || value === null || value instanceof Promise) return;
    for (const [name, inner] of Object.entries(value)) {
      spoil(inner);
      Reflect.set(value, name, "spoilt");
    }
  }

  test.each([5, "examples", [orders]] as const)(
    "what the sandbox lists cannot change the state, which begins with the seed %j",
    async (seed) => {
      const sandbox = inProcess({ seed });
      await clientOf(sandbox).create(products);
      await sandbox.emit({ topic: products.topic });
      await ask(sandbox, "?unknown=1");
      const lists = () => [sandbox.webhooks, sandbox.requests, sandbox.deliveries];
      const before = structuredClone(JSON.parse(JSON.stringify(lists())));
      for (const list of lists()) spoil(list);
      expect(JSON.parse(JSON.stringify(lists()))).toEqual(before);
      sandbox.reset();
      expect(JSON.stringify(sandbox.webhooks)).not.toContain("spoilt");
    },
  );
});
