import { describe, expect, test } from "vitest";
import { responseExamples } from "../../generated/contract.js";
import { ask, clientOf, EXCHANGE, inProcess, LIMIT, orders, products, unusedTopic, WEBHOOKS } from "./transports.js";

/** A note of the sandbox, in a header of the response. */
const noteOf = ({ response }: { response: Response }) => response.headers.get("sandbox-note");

describe("list", () => {
  const SEEDED = LIMIT.usual + 5;
  const sandbox = inProcess({ seed: SEEDED });
  const service = clientOf(sandbox);

  test.each([
    [{}, 1, LIMIT.usual, 2],
    [{ page: 2 }, LIMIT.usual + 1, SEEDED, 2],
    [{ limit: 10, page: 2 }, 11, 20, Math.ceil(SEEDED / 10)],
    [{ limit: LIMIT.most }, 1, SEEDED, 1],
  ])("list returns the page that %o asks for, and its position", async (query, first, last, total_pages) => {
    const { webhooks, pagination } = await service.list(query);
    expect([webhooks[0]?.id, webhooks.at(-1)?.id]).toEqual([1000 + first, 1000 + last]);
    const { limit: per_page = LIMIT.usual, page: current_page = 1 }: { limit?: number; page?: number } = query;
    expect(pagination).toEqual({ current_page, per_page, total: SEEDED, total_pages });
  });

  test("list returns an empty page after the last one", async () => {
    expect((await service.list({ page: 99 })).webhooks).toEqual([]);
  });

  test.each([
    ["id", "desc"],
    ["address", "asc"],
    ["topic", "desc"],
    ["created_at", "desc"],
  ] as const)(
    "list sorts by %s in the order %s, and equal values by id in the same order",
    async (sort_by, sort_order) => {
      const { webhooks } = await service.list({ sort_by, sort_order, limit: 100 });
      const keys = webhooks.map((webhook) => `${webhook[sort_by]} ${webhook.id}`);
      const sorted = keys.toSorted();
      expect(keys).toEqual(sort_order === "asc" ? sorted : sorted.reverse());
    },
  );

  test("list sorts by id if sort_by names no field, and notes it", async () => {
    const listed = await service.list({ sort_by: "title" }).withResponse();
    expect(listed.data.webhooks[0]?.id).toBe(1001);
    expect(noteOf(listed)).toBe("sort_by names no field of a webhook: sorted by id");
  });

  test("list notes query parameters that have no effect", async () => {
    const { headers } = await ask(sandbox, `${WEBHOOKS}?limt=5`);
    expect(headers.get("sandbox-note")).toBe("the query parameter limt has no effect");
  });
});

describe("create", () => {
  test("create assigns the next id and the time of the clock, and lists the subscription afterwards", async () => {
    const sandbox = inProcess({ seed: 1, clock: () => new Date("2030-01-01") });
    const created = await clientOf(sandbox).create(orders);
    const time = "2030-01-01T00:00:00+00:00";
    expect(created).toEqual({ ...orders, id: 1002, format: "json", created_at: time, updated_at: time });
    expect((await clientOf(sandbox).list()).webhooks).toContainEqual(created);
  });

  test("create never assigns the id of a deleted subscription again", async () => {
    const service = clientOf(inProcess());
    await service.delete((await service.create(orders)).id);
    expect(await service.create(orders)).toHaveProperty("id", 1002);
  });

  test("create returns only the fields of a subscription, and notes the others", async () => {
    const sent = { ...orders, id: 7, secret: "<SIGNING_SECRET>", colour: "red" };
    const created = await clientOf(inProcess()).create(Object(sent)).withResponse();
    expect(Object.keys(created.data).sort()).toEqual(Object.keys(responseExamples.createWebhook.webhook).sort());
    expect(created.data.id).toBe(1001);
    expect(noteOf(created)).toBe("the sandbox does not keep these fields of the body: id, secret, colour");
  });
});

describe("update", () => {
  const at = (path: string, topic = orders.topic) => ({ topic, address: `https://front-end.example/${path}` });

  test.each([
    ["with this topic and address", [at("a"), at("b")], at("b")],
    ["with this address, if only one has it", [at("a"), at("b")], at("b", products.topic)],
    ["with this address rather than with this topic", [at("a", products.topic), at("b")], at("b", products.topic)],
    ["with this topic, if only one has it", [at("a"), at("b", products.topic)], at("new", products.topic)],
  ])("update changes the subscription %s", async (_, seed, sent) => {
    const sandbox = inProcess({ seed });
    sandbox.setClock("2030-01-01");
    const [, before] = sandbox.webhooks;
    const after = { ...before, ...sent, updated_at: "2030-01-01T00:00:00+00:00" };
    expect(await clientOf(sandbox).update(sent)).toEqual(after);
    expect(sandbox.webhooks).toContainEqual(after);
  });

  test.each([
    ["404 if no subscription", 404, at("new", unusedTopic), "There is none"],
    ["409 if several subscriptions", 409, at("new"), "(1001, 1002)"],
  ])("update answers %s could be meant, and changes nothing", async (_, status, sent, detail) => {
    const sandbox = inProcess({ seed: [at("a"), at("b")] });
    const before = sandbox.webhooks;
    const body = { detail: expect.stringContaining(detail) };
    await expect(clientOf(sandbox).update(sent)).rejects.toMatchObject({ status, body });
    expect(sandbox.webhooks).toEqual(before);
  });

  test("update without a format sets the default, and notes it if that changes the format", async () => {
    const service = clientOf(inProcess({ seed: [{ ...orders, format: "xml" }] }));
    const first = await service.update(orders).withResponse();
    expect([first.data.format, noteOf(first)]).toEqual([
      "json",
      "format was not sent: the update set the contract's default, json",
    ]);
    expect(noteOf(await service.update(orders).withResponse())).toBeNull();
  });
});

describe("get and delete", () => {
  test("get returns a subscription by its id, which may be percent-encoded", async () => {
    const sandbox = inProcess({ seed: 2 });
    expect(await clientOf(sandbox).get(1002)).toEqual(sandbox.webhooks[1]);
    expect((await ask(sandbox, `${WEBHOOKS}/%31001`)).status).toBe(200);
  });

  test("delete removes the subscription", async () => {
    const sandbox = inProcess({ seed: 2 });
    expect(await clientOf(sandbox).delete(1001)).toEqual(responseExamples.deleteWebhook);
    expect(sandbox.webhooks).toMatchObject([{ id: 1002 }]);
  });

  test.each([1008, "01001", "1001.0", "1e3", "%"])("get and delete answer 404 to the unknown id %s", async (id) => {
    const service = clientOf(inProcess({ seed: 2 }));
    await expect(service.get(id)).rejects.toMatchObject({ status: 404 });
    await expect(service.delete(id)).rejects.toMatchObject({ status: 404 });
  });
});

test("the token exchange answers with the contract's example, and notes it", async () => {
  const response = await ask(inProcess(), EXCHANGE, { method: "POST" });
  expect(await response.json()).toEqual(responseExamples.exchangeAccessToken);
  expect(response.headers.get("sandbox-note")).toBe("the response is an example of the contract");
});

test("a sandbox with 100,000 subscriptions answers another create with 413", async () => {
  const sandbox = inProcess({ seed: 100_000 });
  await expect(clientOf(sandbox).create(orders)).rejects.toMatchObject({ status: 413 });
  await clientOf(sandbox).delete(1001);
  await clientOf(sandbox).create(orders);
});
