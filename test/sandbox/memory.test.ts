import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { responseExamples } from "../../generated/contract.js";
import { responses } from "../../generated/validators.js";
import {
  ask,
  clientOf,
  EXCHANGE,
  LIMIT,
  orders,
  post,
  products,
  type ReachedSandbox,
  textsOf,
  transports,
  WEBHOOKS,
  type Webhooks,
} from "./transports.js";

/** How many subscriptions the sandbox begins with, five more than one page holds, and the id of the last. */
const SEEDED = LIMIT.usual + 5;
const LAST = 1000 + SEEDED;

describe.each(Object.entries(transports))("%s", (_, reach) => {
  let sandbox: ReachedSandbox;
  let service: Webhooks;

  beforeAll(async () => {
    sandbox = await reach({ seed: SEEDED });
    service = clientOf(sandbox);
  });
  beforeEach(() => sandbox.reset());
  afterAll(() => sandbox.close());

  // What else a memory promises of each operation: test/contract/client.test.ts.
  test("the id of a deleted subscription is not used again", async () => {
    await service.delete((await service.create(orders)).id);
    expect(await service.create(orders)).toHaveProperty("id", LAST + 2);
  });

  describe("a list", () => {
    test.each<[{ limit?: number; page?: number }, (number | undefined)[], number, number]>([
      [{}, [1001, LAST - 5], LIMIT.usual, 2],
      [{ page: 2 }, [LAST - 4, LAST], LIMIT.usual, 2],
      [{ limit: LIMIT.usual - 5, page: 2 }, [LAST - 9, LAST], LIMIT.usual - 5, 2],
      [{ limit: LIMIT.most }, [1001, LAST], LIMIT.most, 1],
      [{ page: 3 }, [undefined, undefined], LIMIT.usual, 2],
    ])("has the page of %o, and says where that is", async (query, [first, last], per_page, total_pages) => {
      const { webhooks, pagination } = await service.list(query);
      expect([webhooks[0]?.id, webhooks.at(-1)?.id]).toEqual([first, last]);
      expect(pagination).toEqual({ current_page: query.page ?? 1, per_page, total: SEEDED, total_pages });
    });

    test("without subscriptions counts no page", async () => {
      sandbox.reset(0);
      const pagination = { current_page: 1, per_page: LIMIT.usual, total: 0, total_pages: 0 };
      expect(await service.list()).toMatchObject({ webhooks: [], pagination });
    });

    test.each([
      ["id", "asc"],
      ["id", "desc"],
      ["address", "asc"],
      ["topic", "desc"],
      ["created_at", "desc"],
    ] as const)("is sorted by %s, %s, and ties by id in the same direction", async (sort_by, sort_order) => {
      const { webhooks } = await service.list({ sort_by, sort_order, limit: 100 });
      const keys = webhooks.map((webhook) => `${webhook[sort_by]} ${webhook.id}`);
      const sorted = keys.toSorted();
      expect(keys).toEqual(sort_order === "asc" ? sorted : sorted.reverse());
    });
  });

  describe("an update", () => {
    const at = (path: string, topic = orders.topic) => ({ topic, address: `https://front-end.example/${path}` });
    test.each([
      ["with this topic and address", [at("a"), at("b")], at("b"), 1002],
      ["with this address, if only one has it", [at("a"), at("b")], at("b", products.topic), 1002],
      [
        "with this address before the one with this topic",
        [at("a", products.topic), at("b")],
        at("b", products.topic),
        1002,
      ],
      ["with this topic, if only one has it", [at("a"), at("b", products.topic)], at("new", products.topic), 1002],
    ])("without an id changes the subscription %s", async (_, seed, sent, id) => {
      await using own = await reach({ seed });
      own.setClock("2030-01-01");
      const before = own.webhooks.find((webhook) => webhook.id === id);
      const after = { ...before, ...sent, updated_at: "2030-01-01T00:00:00+00:00" };
      expect(await clientOf(own).update(sent)).toEqual(after);
      expect(own.webhooks).toContainEqual(after);
    });

    test.each([
      ["no subscription", 404, at("new", products.topic), "There is none"],
      ["more than one subscription", 409, at("new"), "(1001, 1002)"],
    ])("that could mean %s is refused with status %d", async (_, status, fields, detail) => {
      await using own = await reach({ seed: [at("a"), at("b")] });
      const before = [...own.webhooks];
      const answer = await ask(own, WEBHOOKS, { method: "PUT", body: JSON.stringify({ webhook: fields }) });
      expect(answer.status).toBe(status);
      const rule = "By its own choice, the sandbox updates the webhook with this";
      const said = (await textsOf(answer)).find((text) => text.startsWith(rule));
      expect(said).toContain(detail);
      expect(own.webhooks).toEqual(before);
    });

    test("that leaves the format out sets it to the contract's default, and a header says so if that changes it", async () => {
      await service.create({ ...orders, format: "xml" });
      const note = "format was not sent: the update set the contract's default, json";
      for (const expected of [note, null]) {
        const { data, response } = await service.update(orders).withResponse();
        expect([data.format, response.headers.get("sandbox-note")]).toEqual(["json", expected]);
      }
      await service.update({ ...orders, format: "xml" });
      const { response } = await service.update({ ...orders, format: "json" }).withResponse();
      expect(response.headers.get("sandbox-note")).toBeNull();
    });
  });

  describe("create", () => {
    test("returns the time of the creation, as the contract writes times", async () => {
      // Times are written in seconds.
      const before = Date.now() - 1000;
      const item = await service.create(orders);
      expect(responses["createWebhook"]?.({ webhook: item })).toBe(true);
      expect(item["updated_at"]).toBe(item["created_at"]);
      const created = Date.parse(String(item["created_at"]));
      expect(created).toBeGreaterThanOrEqual(before);
      expect(created).toBeLessThanOrEqual(Date.now());
    });

    // A copy of another subscription, for example, brings along what the contract does not take.
    test.each([1001, 2 ** 53, -1, 1.5, "handle", null, {}])("ignores %j as its id", async (id) => {
      const answer = await (await post(sandbox, { ...orders, id, created_at: "today" })).json();
      expect(answer.webhook).toMatchObject({ id: LAST + 1, ...orders });
      expect(await service.create(orders)).toHaveProperty("id", LAST + 2);
    });

    test("returns only the fields of a subscription, without the signing secret", async () => {
      const item = await service.create({ ...orders, event: "order_created", app_id: 42, secret: "<SIGNING_SECRET>" });
      expect(Object.keys(item).sort()).toEqual(Object.keys(responseExamples.createWebhook.webhook).sort());
    });

    test("says which fields of the body it does not keep", async () => {
      const { data, response } = await service.create(Object({ ...orders, id: 7, colour: "red" })).withResponse();
      expect(data.id).not.toBe(7);
      const said = "the sandbox does not keep these fields of the body: id, colour";
      expect(response.headers.get("sandbox-note")).toBe(said);
    });
  });

  test.each([0, LAST + 1, "-1001", "01001", "1001.0", "1.5", "1e3", "a handle/1", "%"])(
    "%o is no known id",
    async (id) => {
      const missing = { status: 404 };
      await expect(service.get(id)).rejects.toMatchObject(missing);
      await expect(service.delete(id)).rejects.toMatchObject(missing);
      expect(sandbox.webhooks).toHaveLength(SEEDED);
    },
  );

  test("an id may be percent-encoded, as HTTP allows for each of its characters", async () => {
    for (const method of ["GET", "DELETE"]) {
      expect((await ask(sandbox, `${WEBHOOKS}/%31%30%301`, { method })).status).toBe(200);
    }
    expect(sandbox.webhooks.map(({ id }) => id)).not.toContain(1001);
  });

  test("an unknown field in sort_by sorts by id, and a header says so; an empty one counts as not sent", async () => {
    const query = { sort_by: "title", sort_order: "desc" } as const;
    const { data, response } = await service.list(query).withResponse();
    expect(data.webhooks[0]?.["id"]).toBe(LAST);
    expect(response.headers.get("sandbox-note")).toBe("sort_by names no field of a webhook: sorted by id");
    expect((await service.list({ sort_by: "" })).webhooks).toHaveLength(LIMIT.usual);
  });

  test("the token exchange is answered from the contract's example, and says so", async () => {
    const response = await ask(sandbox, EXCHANGE, { method: "POST" });
    expect(await response.json()).toEqual(responseExamples["exchangeAccessToken"]);
    expect(response.headers.get("sandbox-note")).toBe("the response is an example of the contract");
  });

  test("a query parameter that the contract does not declare has no effect, and a header says so", async () => {
    for (const [method, path] of [
      ["GET", WEBHOOKS],
      ["DELETE", `${WEBHOOKS}/1001`],
    ] as const) {
      const without = await ask(sandbox, path, { method });
      sandbox.reset();
      const withIt = await ask(sandbox, `${path}?topic_like=x`, { method });
      expect(await withIt.text()).toEqual(await without.text());
      expect(withIt.headers.get("sandbox-note")).toContain("the query parameter topic_like has no effect");
    }
  });
});
