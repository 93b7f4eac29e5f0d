import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operation } from "../../generated/contract.js";
import { choices, collection, hasNumbers, idAt, ids, itemsOf, kept, names, numbered } from "../worlds/roles.js";
import { clientOf, inProcess, orders, products, type ReachedSandbox, transports } from "./transports.js";

/** What the contract says about a field of a creation. */
const event = operation(ids.create).body?.fields[names.event]?.schema;
const [usual, other] = choices;

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
      seed: Object([orders, { ...products, [names.id]: idAt(0), [names.choice]: other }]),
    });
    expect(kept(own).find(({ [names.id]: id }) => id === idAt(0))).toMatchObject({
      ...products,
      [names.choice]: other,
    });
    const made = kept(own).find(({ [names.id]: id }) => id === idAt(1));
    expect(made).toMatchObject({ ...orders, [names.choice]: usual });
    expect(Date.parse(String(made?.[names.created]))).toBe(clock().getTime());
  });

  // Text has a form of its own.
  test.runIf(hasNumbers)("firstId sets the id of the first subscription", async () => {
    await using own = await reach({ firstId: 7 });
    expect(await clientOf(own).create(orders)).toHaveProperty(names.id, numbered(7));
  });

  test("reset takes another seed until the next reset: 0 for none, or items, by the name of their collection as well", () => {
    sandbox.reset(0);
    expect(kept(sandbox)).toEqual([]);
    sandbox.reset(Object([orders]));
    expect(kept(sandbox)).toMatchObject([{ [names.id]: idAt(0), ...orders }]);
    sandbox.reset({ [collection.name]: [{ ...orders, [names.id]: numbered(7) }] });
    expect(kept(sandbox)).toMatchObject([{ [names.id]: numbered(7), ...orders }]);
    sandbox.reset();
    expect(kept(sandbox)).toHaveLength(3);
  });

  test("what the sandbox lists is a copy: each of its items can be deleted", async () => {
    const service = clientOf(sandbox);
    for (const { [names.id]: id } of kept(sandbox)) await service.delete(id);
    expect(kept(sandbox)).toEqual([]);
  });

  test.each([
    ["a malformed event", [{ ...orders, [names.event]: event }], `[0].${names.event} must be text`],
    [
      "a malformed address of the second",
      [orders, { ...orders, [names.address]: "a" }],
      `[1].${names.address} must be a URL`,
    ],
    ["a missing address", [{ [names.event]: orders[names.event] }], `[0].${names.address} is missing`],
    ["an unknown field", [{ ...orders, adress: 1 }], `[0].adress is not a field of an item of ${collection.name}`],
    ["a malformed time", [{ ...orders, [names.created]: "today" }], `[0].${names.created} must look like`],
    [
      "a repeated id",
      [
        { ...orders, [names.id]: numbered(1) },
        { ...orders, [names.id]: numbered(1) },
      ],
      `[1].${names.id} ${numbered(1)} is there twice`,
    ],
    [
      "too large an id",
      [{ ...orders, [names.id]: 2 ** 53 }],
      `[0].${names.id} ${hasNumbers ? "is too large" : "must be text"}`,
    ],
    ["a string for a subscription", ["orders/create"], "[0] must be an object"],
    ["a string for the seed", "many", " must be a whole number from 0 to 1000000, got many"],
    ["an unknown collection", { hooks: 3 }, `.hooks is no collection: use ${collection.name}`],
  ])("%s is refused, the error names the place, and nothing changes", async (_, seed, message) => {
    await expect(reach(Object({ seed }))).rejects.toThrow(`seed${message}`);
    expect(() => sandbox.reset(Object({ seed }).seed)).toThrow(`seed${message}`);
    expect(kept(sandbox)).toHaveLength(3);
  });
});

test.runIf(hasNumbers)("ids end before they repeat", async () => {
  const id = Number.MAX_SAFE_INTEGER;
  const service = clientOf(inProcess({ seed: Object([{ ...orders, [names.id]: id }]) }));
  expect(itemsOf(await service.list())).toMatchObject([{ [names.id]: id }]);
  await expect(service.create(orders)).rejects.toMatchObject({ status: 507 });
});
