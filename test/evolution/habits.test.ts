import { beforeAll, describe, expect, test } from "vitest";
import { type World, worldOf } from "../worlds/world.js";
import { changed } from "./shapes.js";

const WEBHOOKS = "http://sandbox.test/api/admin/26.0/webhooks";
const TOKEN = { "X-Service-Access-Token": "any", "Content-Type": "application/json" };
const ADDRESS = "https://lantern-books.example/hooks/orders";
const seed = 5;

let letters: World;
let habits: World;
let others: World;
let orders: World;
let parts: World;
let jobs: World;
let secrets: World;

beforeAll(async () => {
  letters = await worldOf(
    changed("an id has only letters", "an item is of one of two kinds", "a filter and a field have defaults"),
  );
  orders = await worldOf(changed("one parameter names the order"));
  jobs = await worldOf(changed("a creation is answered with a job", "a list has at least one page"));
  secrets = await worldOf(
    changed(
      "only a creation shows a secret",
      "an item has a log, and can be tried",
      "an update requires a field with a default",
    ),
  );
  parts = await worldOf(changed("an item is changed in part", "items are counted from 1"));
  others = await worldOf(
    changed("an item is changed by a POST, and a creation requires nothing", "an item is named by its number"),
  );
  habits = await worldOf(
    changed(
      "a replacement creates what does not exist",
      "errors are declared",
      "pages count from 0",
      "orders are in capitals",
      "a filter is a list in one parameter",
      "a field is only written",
      "a filter is a tuple",
      "an item may have parts, which get ids",
    ),
  );
});

/** Sends requests to a new sandbox. */
function caller({ modules: { sandbox } }: World) {
  const { fetch } = sandbox.createSandbox({ seed });
  return async (method: string, path = "", webhook?: object) => {
    const body = webhook && JSON.stringify({ webhook });
    const response = await fetch(WEBHOOKS + path, { method, headers: TOKEN, ...(body && { body }) });
    return { status: response.status, headers: response.headers, body: Object(await response.json()) };
  };
}

describe("the sandbox of a contract with habits of its own", () => {
  test("a replacement creates an item with the id in the path, and says 201; the next one replaces it, and says 200", async () => {
    const call = caller(habits);
    const created = await call("PUT", "/77", { topic: "orders/create", address: ADDRESS });
    expect(created.status).toBe(201);
    expect(created.body.webhook).toMatchObject({ id: 77, topic: "orders/create", address: ADDRESS });
    const replaced = await call("PUT", "/77", { topic: "orders/update", address: ADDRESS });
    expect(replaced.status).toBe(200);
    expect((await call("GET", "/77")).body.webhook).toMatchObject({ id: 77, topic: "orders/update" });
    expect((await call("GET")).body.pagination.total).toBe(seed + 1);
  });

  test("a new item has an id after all those that replacements have created", async () => {
    const call = caller(habits);
    const webhook = { topic: "orders/create", address: ADDRESS, pin: "1234" };
    await call("PUT", "/1007", webhook);
    expect((await call("POST", "", webhook)).body.webhook.id).toBe(1008);
    await call("PUT", "/77", webhook);
    expect((await call("POST", "", webhook)).body.webhook.id).toBe(1009);
  });

  test("a failure has the form that the contract declares for its status, else for its first digit", async () => {
    const { createSandbox } = habits.modules.sandbox;
    const sandbox = createSandbox();
    const missing = await sandbox.fetch(`${WEBHOOKS}/404`, { headers: TOKEN });
    expect(await missing.json()).toEqual({ code: "gone" });
    expect(missing.headers.get("Content-Type")).toBe("application/json");
    expect(missing.headers.get("Sandbox-Note")).toContain("no item of webhooks with this id");
    const anonymous = await sandbox.fetch(`${WEBHOOKS}/404`);
    expect([anonymous.status, await anonymous.json()]).toEqual([401, { code: "refused" }]);
    sandbox.simulate(Object({ operation: "getWebhook", status: 503 }));
    const failed = await sandbox.fetch(`${WEBHOOKS}/404`, { headers: TOKEN });
    expect([failed.status, await failed.json()]).toEqual([503, { code: "failed" }]);
  });

  test("pages count from 0, as the contract says, and the client walks all of them", async () => {
    const call = caller(habits);
    const [first, last] = [await call("GET", "?limit=2&page=0"), await call("GET", "?limit=2&page=2")];
    expect(first.body.pagination).toMatchObject({ current_page: 0, total_pages: 3 });
    expect(first.body.webhooks.map(({ id }: { id: number }) => id)).toEqual([1001, 1002]);
    expect(last.body.webhooks.map(({ id }: { id: number }) => id)).toEqual([1005]);
    expect((await call("GET", "?page=-1")).status).toBe(422);
    const { client, sandbox } = habits.modules;
    const { fetch } = sandbox.createSandbox({ seed });
    const service = client.createServiceClient({ baseUrl: "http://sandbox.test", accessToken: "any", fetch });
    const seen: unknown[] = [];
    for await (const { id } of Object(service).webhooks.list({ limit: 2 })) seen.push(id);
    expect(seen).toEqual([1001, 1002, 1003, 1004, 1005]);
  });

  test("a list in one query parameter is read as one, and filters", async () => {
    const call = caller(habits);
    const formats = async (query: string) =>
      new Set((await call("GET", query)).body.webhooks.map(({ format }: { format: string }) => format));
    expect(await formats("?format=xml")).toEqual(new Set(["xml"]));
    expect(await formats("?format=json,xml")).toEqual(new Set(["json", "xml"]));
    expect((await call("GET", "?format=json,csv")).status).toBe(422);
  });

  test("a tuple in one query parameter is read by its places", async () => {
    const call = caller(habits);
    expect((await call("GET", "?span=5,days")).status).toBe(200);
    expect((await call("GET", "?span=days,5")).status).toBe(422);
  });

  test("parts that no example shows are kept, with what the contract requires of them", async () => {
    const parts = [{ name: "north" }, { name: "south" }];
    const { body } = await caller(habits)("POST", "", {
      topic: "products/update",
      address: ADDRESS,
      pin: "1234",
      parts,
    });
    expect(body.webhook.parts).toEqual([
      { id: 1, name: "north" },
      { id: 1, name: "south" },
    ]);
  });

  test("one parameter names a field and its direction, by a sign or a word", async () => {
    const call = caller(orders);
    const ids = async (order: string) =>
      (await call("GET", `?order_by=${order}`)).body.webhooks.map(({ id }: { id: number }) => id);
    const up = [1001, 1002, 1003, 1004, 1005];
    for (const order of ["created_at", "%2Bcreated_at", "created_at:asc", "created_at,topic"])
      expect([order, await ids(order)]).toEqual([order, up]);
    for (const order of ["-created_at", "created_at:desc", "created_at DESC", "created_at,desc", "-id"])
      expect([order, await ids(order)]).toEqual([order, up.toReversed()]);
  });

  test("a filter that is not sent has its default, and so has a field that may be null", async () => {
    const call = caller(letters);
    const webhook = { topic: "orders/create", address: ADDRESS };
    expect((await call("POST", "", { ...webhook, format: "xml" })).body.webhook).toHaveProperty("note", null);
    const formats = async (query: string) =>
      new Set((await call("GET", query)).body.webhooks.map(({ format }: { format: string }) => format));
    expect(await formats("")).toEqual(new Set(["json"]));
    expect(await formats("?format=all")).toEqual(new Set(["json", "xml"]));
  });

  test("an update without an id takes none from a body that has no place for one", async () => {
    const call = caller(orders);
    const { id, topic, address } = (await call("GET", "/1002")).body.webhook;
    const { body } = await call("PUT", "", { id: id + 1, topic, address });
    expect(body.webhook.id).toBe(id);
  });

  test("a patch changes what it names, and nothing else in the same object; null removes", async () => {
    const call = caller(parts);
    const patched = async (owner: object) => (await call("PATCH", "/1002", Object({ owner }))).body.webhook.owner;
    expect(await patched({ phone: "2" })).toEqual({ name: "Ada", phone: "2" });
    expect(await patched({ name: "Eve" })).toEqual({ name: "Eve", phone: "2" });
    expect(await patched({ phone: null })).toEqual({ name: "Eve" });
  });

  test("items are counted from 1, and a count next to a total is that of the page", async () => {
    const call = caller(parts);
    const { body } = await call("GET", "?startIndex=5&count=2");
    expect(body.webhooks.map(({ id }: { id: number }) => id)).toEqual([1005]);
    expect(body.pagination).toEqual({ startIndex: 5, itemsPerPage: 2, totalResults: 5, count: 1 });
    expect((await call("GET", "?startIndex=0")).status).toBe(422);
    const { headers } = await call("GET", "?count=2");
    expect(headers.get("Link")).toBe('<?>; rel="first"');
    expect(headers.get("Sandbox-Note")).toBe("links to other pages are left out");
  });

  test("a job is no item: what is created is in the list, and has an id of its own", async () => {
    const call = caller(jobs);
    const { status, body } = await call("POST", "", { topic: "products/update", address: ADDRESS });
    expect([status, body]).toEqual([202, { job: { id: "j-1", state: "queued" } }]);
    expect((await call("GET", "/1006")).body.webhook).toMatchObject({ id: 1006, topic: "products/update" });
  });

  test("an empty list has a page, where the contract says that each has one", async () => {
    const { fetch } = jobs.modules.sandbox.createSandbox();
    const { pagination } = Object(await (await fetch(WEBHOOKS, { headers: TOKEN })).json());
    expect(pagination).toMatchObject({ total: 0, total_pages: 1 });
  });

  test("a secret that only a creation shows is in no later answer", async () => {
    const call = caller(secrets);
    const { body } = await call("POST", "", { topic: "products/update", address: ADDRESS });
    const { key, ...others } = body.webhook;
    expect(key).toBe("whsec_1");
    expect((await call("GET", `/${others.id}`)).body.webhook).toEqual(others);
  });

  test("ids match their pattern, and an item keeps the fields of its kind", async () => {
    const call = caller(letters);
    const { status, body } = await call("POST", "", {
      topic: "products/update",
      address: ADDRESS,
      kind: "mail",
      sender: "Ada",
    });
    expect(status).toBe(200);
    expect(body.webhook).toMatchObject({ id: expect.stringMatching(/^[a-z]{4}$/), kind: "mail", sender: "Ada" });
    expect((await call("GET", `/${body.webhook.id}`)).body).toEqual(body);
  });
});

test("what is only read need not be sent", async () => {
  const { generated } = await worldOf(await changed("a request takes the item itself, without what is only read"));
  const [, bodies = ""] = /\n {4}requestBodies: \{(.*?)\n {4}\}/s.exec(generated["generated/schema.ts"] ?? "") ?? [];
  expect(bodies).toMatch(/ readonly id\?: number;.* topic: string;/s);
});

describe("verify finds nothing wrong in the sandbox of such a contract, and leaves nothing behind", () => {
  test.each([
    ["with other habits", () => habits],
    ["with ids of letters and two kinds of items", () => letters],
    ["with a secret that only a creation shows, and with more to do with an item", () => secrets],
    ["with numbers as ids, changes by POST, and creations that require nothing", () => others],
  ])("%s", async (_, world) => {
    const { verify, sandbox } = world().modules;
    const { fetch } = sandbox.createSandbox();
    const choices = { address: ADDRESS, deliver: false, leave: false, stateless: false, strict: false };
    const options = {
      ...choices,
      server: "http://sandbox.test",
      accessToken: "any",
      fields: {},
      settle: 0,
      timeout: 5000,
    };
    const { steps, cleanUp } = await verify.verify(options, { fetch });
    expect(steps.flatMap(({ breaches }) => breaches)).toEqual([]);
    // The sandbox accepts any token.
    const others = steps.filter(({ step }) => step !== "authentication");
    expect(others.flatMap(({ departures }) => departures)).toEqual([]);
    expect(cleanUp.failed).toEqual([]);
    expect(cleanUp.deleted.length).toBeGreaterThan(0);
  });
});
