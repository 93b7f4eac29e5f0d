import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { details, secretFields } from "../../generated/contract.js";
import { responses } from "../../generated/validators.js";
import {
  answered,
  answerOf,
  collection,
  idAt,
  ids,
  itemsOf,
  kept,
  names,
  pathOf,
  positionOf,
  type RoleMethods,
  within,
  wrapped,
} from "../worlds/roles.js";
import {
  ask,
  clientOf,
  detailOf,
  orders,
  post,
  products,
  type ReachedSandbox,
  transports,
  WEBHOOKS,
} from "./transports.js";

describe.each(Object.entries(transports))("%s", (_, reach) => {
  let sandbox: ReachedSandbox;
  let service: RoleMethods;

  beforeAll(async () => {
    sandbox = await reach({ seed: 25 });
    service = clientOf(sandbox);
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  // That a list, a read, an update and a deletion do what they should, for drawn calls: model.test.ts.
  describe("create", () => {
    test("returns the time of the creation, as the contract writes times", async () => {
      const before = Date.now();
      const item = await service.create(orders);
      expect(responses[ids.create]?.(answered("create", item))).toBe(true);
      expect(item[names.updated]).toBe(item[names.created]);
      const created = Date.parse(String(item[names.created]));
      // The contract's example has no milliseconds.
      expect(created).toBeGreaterThanOrEqual(before - 999);
      expect(created).toBeLessThanOrEqual(Date.now());
    });

    // A copy of another subscription, for example, brings along what the contract does not take.
    test.each([1001, 2 ** 53, -1, 1.5, "handle", null, {}])("ignores %j as its id", async (id) => {
      const answer = await (await post(sandbox, { ...orders, [names.id]: id, [names.created]: "today" })).json();
      expect(within("create", answer)).toMatchObject({ [names.id]: idAt(25), ...orders });
      expect(await service.create(orders)).toHaveProperty(names.id, idAt(26));
    });

    test("returns only the fields of a subscription, without the signing secret", async () => {
      const item = await service.create(details[ids.create]?.fields ?? {});
      expect(Object.keys(item).filter((name) => !(name in collection.fields))).toEqual([]);
      for (const name of secretFields) expect(item).not.toHaveProperty(name);
    });
  });

  test.runIf(names.page)("a list without subscriptions counts no page", async () => {
    sandbox.reset(0);
    const page = await service.list();
    expect(itemsOf(page)).toEqual([]);
    expect(positionOf(page)).toEqual({ page: 1, size: collection.pageSize, total: 0, pages: 0 });
  });

  test.each([0, idAt(25), `-${idAt(0)}`, `0${idAt(0)}`, `${idAt(0)}.0`, "1e3", "a handle/1", "%"])(
    "%o is no known id",
    async (id) => {
      // It is refused where ids have another form.
      const missing = { status: expect.toBeOneOf([404, 422]) };
      await expect(service.get(id)).rejects.toMatchObject(missing);
      await expect(service.delete(id)).rejects.toMatchObject(missing);
      expect(kept(sandbox)).toHaveLength(25);
    },
  );

  describe("a list whose meaning the document does not define has a deliberate answer", () => {
    test.runIf(names.sortBy)("an unknown field in sort_by sorts by id, and a header says so", async () => {
      const query = { [names.sortBy]: "title", [names.sortOrder]: "desc" };
      const { data, response } = await service.list(query).withResponse();
      expect(itemsOf(data)[0]?.[names.id]).toBe(idAt(24));
      expect(response.headers.get("sandbox-note")).toBe(
        `${names.sortBy} names no field of an item: sorted by ${names.id}`,
      );
    });

    test.runIf(names.sortBy)("an empty parameter counts as not sent", async () => {
      expect(itemsOf(await service.list({ [names.sortBy]: "" }))).toHaveLength(Math.min(25, collection.pageSize ?? 25));
    });
  });

  describe("an answer comes from the contract's examples, and says so", () => {
    test.runIf(ids.exchange)("for the token exchange", async () => {
      const { data, response } = await service.exchange().withResponse();
      expect(data).toEqual(within("exchange", answerOf("exchange")));
      expect(response.headers.get("sandbox-note")).toBe("answered from the contract's examples");
    });

    test.runIf(collection.update)("for an update without an id, with updates: example", async () => {
      await using sandbox = await reach({ seed: 1, updates: "example" });
      const service = clientOf(sandbox);
      const before = kept(sandbox);
      expect(await service.update(orders)).toEqual(within("update", answerOf("update")));
      expect(kept(sandbox)).toEqual(before);
      expect(sandbox.requests.at(-1)?.notes).toEqual(["answered from the contract's examples"]);
    });
  });

  describe.runIf(collection.update)("an update without an id", () => {
    const address = (path: string) => `https://front-end.example/${path}`;
    const { [names.event]: sold } = orders;
    const { [names.event]: made } = products;
    const itemOf = (event: unknown, path: string) => ({
      ...orders,
      [names.event]: event,
      [names.address]: address(path),
    });
    const seed = Object([itemOf(sold, "a"), itemOf(sold, "b")]);
    test.each([
      ["no subscription", 404, itemOf(made, "new"), "there is none"],
      ["more than one subscription", 409, itemOf(sold, "new"), `(${idAt(0)}, ${idAt(1)})`],
    ])("that could mean %s is refused with status %d", async (_, status, fields, detail) => {
      await using sandbox = await reach({ seed });
      const before = [...kept(sandbox)];
      const answer = await ask(sandbox, WEBHOOKS, { method: "PUT", body: JSON.stringify(wrapped(fields)) });
      expect(answer.status).toBe(status);
      const said = await detailOf(answer);
      expect(said).toMatch(/^The sandbox, by its own choice, updates the one with this/);
      expect(said).toContain(detail);
      expect(kept(sandbox)).toEqual(before);
    });
  });

  test.each<[string, string]>([
    ["GET", pathOf("list")],
    ["GET", pathOf("get", idAt(0))],
    ["DELETE", pathOf("delete", idAt(0))],
    ...(ids.exchange ? [["POST", pathOf("exchange")] satisfies [string, string]] : []),
  ])("a query parameter that the contract does not declare has no effect on %s %s", async (method, path) => {
    const without = await ask(sandbox, path, { method });
    sandbox.reset();
    const withIt = await ask(sandbox, `${path}?topic_like=x`, { method });
    expect(await withIt.text()).toEqual(await without.text());
    expect(withIt.headers.get("sandbox-note")).toContain("the query parameter topic_like has no effect");
  });
});
