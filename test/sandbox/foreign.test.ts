import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Details, Operation } from "../../src/contract.js";
import type { SandboxOptions } from "../../src/sandbox/index.js";
import { type World, worldOf } from "../worlds/world.js";
import { hooks, parcels } from "./foreign-contracts.js";

const worlds = {
  parcels: { contract: parcels, headers: { Authorization: "Bearer any", "X-Depot": "north" } },
  hooks: { contract: hooks, headers: { "X-Key": "any" } },
};

const built = new Map<string, World["modules"]>();
beforeAll(async () => {
  for (const [name, { contract }] of Object.entries(worlds)) built.set(name, (await worldOf(contract)).modules);
});

/** The modules of the project, built with a foreign contract. */
function modulesOf(name: keyof typeof worlds): World["modules"] {
  const modules = built.get(name);
  if (!modules) throw new Error(`${name} is not built yet`);
  return modules;
}

/** Creates sandboxes of a foreign contract, and a function that sends requests to one. */
function starting(name: keyof typeof worlds) {
  const { headers } = worlds[name];
  return (options: object = {}) => {
    const sandbox = modulesOf(name).sandbox.createSandbox(Object(options) satisfies SandboxOptions);
    const call = async (method: string, path: string, body?: unknown, own: Record<string, string> = {}) => {
      const type = body === undefined ? {} : { "Content-Type": "application/json" };
      const init = {
        method,
        headers: { ...headers, ...type, ...own },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      };
      const answer = await sandbox.fetch(`http://sandbox.test${path}`, init);
      const text = await answer.text();
      return { status: answer.status, note: answer.headers.get("sandbox-note"), body: text && JSON.parse(text) };
    };
    return { sandbox, call };
  };
}

describe("a contract with text ids, nested lists and a bearer token", () => {
  const start = starting("parcels");
  const lamp = { sender: "bob", lines: [{ sku: "lamp", count: 2 }] };

  test("an id follows the form of the example, and a list its envelope", async () => {
    const { call } = start({ seed: 2, clock: () => new Date("2026-05-05T10:00:00Z") });
    const created = { id: "PCL-1011", ...lamp, lines: [{ id: 5, sku: "lamp", count: 2 }], status: "sent" };
    expect(await call("POST", "/v2/parcels", lamp)).toMatchObject({
      status: 201,
      body: { ...created, createdAt: "2026-05-05T10:00:00.000Z", updatedAt: "2026-05-05" },
    });
    expect(await call("GET", "/v2/parcels/PCL-1011")).toMatchObject({ status: 200, body: created });
    const { body } = await call("GET", "/v2/parcels?page=2");
    expect(body.items).toMatchObject([created]);
    expect(body.meta).toEqual({ total: 3, page: 2, has_more: false, next_cursor: null });
    expect((await call("GET", "/v2/parcels?page_size=1")).body.meta).toMatchObject({ total: 3, has_more: true });
  });

  test("parameters named like fields filter, and a minus sorts in descending order", async () => {
    const { call } = start({
      seed: {
        parcels: [
          { ...lamp, status: "new" },
          { ...lamp, sender: "zoe", status: "sent" },
        ],
      },
    });
    expect((await call("GET", "/v2/parcels?status=new")).body.items).toMatchObject([{ sender: "bob" }]);
    expect((await call("GET", "/v2/parcels?sort=-sender")).body.items).toMatchObject([
      { sender: "zoe" },
      { sender: "bob" },
    ]);
    const { body, note } = await call("GET", "/v2/parcels?expand=events");
    expect(body.items).toHaveLength(2);
    expect(note).toBe("the query parameter expand has no effect");
  });

  test("a required header and the token are checked", async () => {
    const { call } = start();
    const place = { status: 422, body: { validation: [{ location: ["header"], code: "required" }] } };
    expect(await call("GET", "/v2/parcels", undefined, { "X-Depot": "" })).toMatchObject(place);
    expect((await call("GET", "/v2/parcels", undefined, { Authorization: "Basic x" })).status).toBe(401);
    expect(await call("GET", "/v2/ping", undefined, { Authorization: "" })).toMatchObject({
      status: 200,
      body: { ok: true },
    });
  });

  test("what a seed takes stays its owner's to change", () => {
    const lines = [{ id: 1, sku: "lamp", count: 2 }];
    const { sandbox } = start({ seed: { parcels: [{ ...lamp, lines }] } });
    lines.push({ id: 2, sku: "book", count: 1 });
    expect(Object(sandbox).parcels[0].lines).toHaveLength(1);
  });

  test("a patch merges, and a replacement forgets what is not sent and not required", async () => {
    const { call } = start({ seed: 1 });
    const path = "/v2/parcels/PCL-1009";
    expect((await call("PATCH", path, { note: "fragile", weight: 2.5 })).body).toMatchObject({
      note: "fragile",
      weight: 2.5,
    });
    expect((await call("PATCH", path, { sender: "zoe" })).body).toMatchObject({ sender: "zoe", note: "fragile" });
    expect((await call("PATCH", path, { note: null })).body).not.toHaveProperty("note");
    await call("PATCH", path, { status: "new", note: "fragile" });
    const { body } = await call("PUT", path, { id: "PCL-1009", sender: "eve" });
    expect(body).toMatchObject({ sender: "eve", weight: 2.5, status: "new" });
    expect(body).not.toHaveProperty("note");
    expect((await call("GET", path)).body).toEqual(body);
  });

  test("what does not match the item is not kept, and a header says so", async () => {
    const { call } = start({ seed: 1 });
    const { body, note } = await call("PATCH", "/v2/parcels/PCL-1009", { status: "lost", note: "kept" });
    expect(body).toMatchObject({ status: "sent", note: "kept" });
    expect(note).toContain("status does not match the contract's item");
  });

  test("an action returns the remembered item, and a header says that it changes nothing", async () => {
    const { call } = start({ seed: 1 });
    const { body } = await call("PATCH", "/v2/parcels/PCL-1009", { sender: "zoe" });
    expect(await call("POST", "/v2/parcels/PCL-1009/pause")).toEqual({
      ...{ status: 200, body },
      note: "the contract does not say what this changes: the item is as it was",
    });
    expect((await call("POST", "/v2/parcels/PCL-1/pause")).status).toBe(404);
  });

  test("a nested list has a state for each parent, and none without the parent", async () => {
    const { call, sandbox } = start({ seed: 2 });
    const [one, other] = ["/v2/parcels/PCL-1009", "/v2/parcels/PCL-1010"];
    const scan = { id: 1, kind: "scan", parcelId: "PCL-1009" };
    expect(await call("POST", `${one}/events`, { kind: "scan" })).toMatchObject({ status: 201, body: scan });
    expect((await call("GET", `${one}/events`)).body).toMatchObject([scan]);
    expect((await call("GET", `${other}/events`)).body).toEqual([]);
    expect((await call("GET", "/v2/parcels/PCL-7/events")).status).toBe(404);
    expect(Object(sandbox).events).toMatchObject([scan]);
    expect((await call("DELETE", `${one}/events/1`)).body).toMatchObject(scan);
    expect((await call("GET", `${one}/events/1`)).status).toBe(404);
    await call("POST", `${one}/events`, { kind: "scan" });
    expect(await call("DELETE", one)).toEqual({ status: 204, note: null, body: "" });
    expect((await call("GET", `${one}/events`)).status).toBe(404);
    expect(Object(sandbox).events).toEqual([]);
  });

  test("a seed names the parents of nested items, or how many each parent has", async () => {
    const { call, sandbox } = start({ seed: { parcels: 2, events: [{ parcelId: "PCL-1010", kind: "lost" }] } });
    expect(Object(sandbox).events).toMatchObject([{ id: 1, parcelId: "PCL-1010" }]);
    expect((await call("GET", "/v2/parcels/PCL-1009/events")).body).toEqual([]);
    expect((await call("GET", "/v2/parcels/PCL-1010/events")).body).toMatchObject([{ id: 1, kind: "lost" }]);
    const many = start({ seed: { parcels: 2, events: 3 } });
    const { body } = await many.call("GET", "/v2/parcels/PCL-1010/events");
    expect(body.map(({ id, parcelId }: Record<string, unknown>) => [id, parcelId])).toEqual(
      [1, 2, 3].map((id) => [id, "PCL-1010"]),
    );
  });

  test("each kind of item has its own fields", async () => {
    const { call } = start();
    const bank = { type: "bank", iban: "DE00" };
    expect((await call("POST", "/v2/payments", { payment: bank })).body).toEqual({
      payment: { id: expect.any(String), ...bank },
    });
    const card = { type: "card", card: "0000" };
    expect((await call("POST", "/v2/payments", { payment: card })).body).toEqual({
      payment: { id: expect.any(String), ...card },
    });
    expect((await call("GET", "/v2/payments")).body.payments).toMatchObject([bank, card]);
  });
});

describe("a contract with bare lists, ids of the caller's choice, and deliveries", () => {
  const start = starting("hooks");

  test("a create delivers the contract's example", async () => {
    const { call, sandbox } = start();
    const url = "https://domain.example/new";
    expect(await call("POST", "/hooks", { url, event: "made" })).toMatchObject({ status: 201, body: { id: 41, url } });
    expect(sandbox.deliveries).toMatchObject([{ address: url, method: "POST", body: '{"hello":"world"}' }]);
  });

  test("an offset and a limit select a part of a bare list", async () => {
    const { call } = start({ seed: 5 });
    const ids = async (query: string) => (await call("GET", `/hooks${query}`)).body.map(({ id }: { id: number }) => id);
    expect(await ids("?offset=3&limit=2")).toEqual([44, 45]);
    expect(await ids("?limit=2")).toEqual([41, 42]);
    expect(await ids("")).toHaveLength(5);
  });

  test("a path parameter that is an integer finds its item, and a text gets 422", async () => {
    const { call } = start({ seed: 1 });
    expect(await call("GET", "/hooks/41")).toMatchObject({ status: 200, body: { id: 41 } });
    expect((await call("GET", "/hooks/first")).status).toBe(422);
    expect((await call("GET", "/hooks/42")).status).toBe(404);
    expect(await call("DELETE", "/hooks/41")).toMatchObject({ status: 200, body: { id: 41, gone: true } });
    expect((await call("DELETE", "/hooks/41")).status).toBe(404);
  });

  test("an update without an id changes the one that has all required fields", async () => {
    const { call } = start({ seed: 3 });
    const { url } = (await call("GET", "/hooks/42")).body;
    expect((await call("PUT", "/hooks", { url, event: "changed" })).body).toMatchObject({ id: 42, event: "changed" });
    expect((await call("PUT", "/hooks", { url: "https://domain.example/none" })).status).toBe(404);
  });

  test("an id of the caller's choice is kept, and taken only once", async () => {
    const { call, sandbox } = start();
    expect(await call("POST", "/deliveries", { slug: "own", pin: "7" })).toMatchObject({
      status: 201,
      body: { slug: "own" },
    });
    expect((await call("POST", "/deliveries", { slug: "own", pin: "7" })).status).toBe(409);
    const kept = await call("GET", "/deliveries/own");
    expect([kept.status, kept.body.slug, "pin" in kept.body]).toEqual([200, "own", false]);
    expect(Object(sandbox).allDeliveries).toMatchObject([{ slug: "own" }]);
    expect(sandbox.deliveries).toEqual([]);
  });
});

describe("a contract whose lists have cursors, below what is no list", () => {
  const path = "/shops/north/orders";
  const start = starting("hooks");

  test("a required object is a field of the item, and no envelope, if the item has it", async () => {
    const { call } = start();
    const sent = { customer: { name: "ann" }, lines: [{ sku: "lamp" }] };
    expect(await call("POST", path, sent)).toEqual({ status: 202, note: null, body: "" });
    const order = { ...sent, paid: false, number: 1000, shop: "north", state: "open" };
    expect((await call("GET", `${path}/1000`)).body).toEqual({ order });
    expect((await call("PATCH", `${path}/1000`, { paid: true })).status).toBe(204);
    expect((await call("GET", `${path}?paid=true`)).body.data).toEqual([{ ...order, paid: true }]);
    expect((await call("GET", "/shops/south/orders")).body.data).toEqual([]);
  });

  test("a cursor leads to the next page, and from the last one nowhere; one that nobody was given, to nothing", async () => {
    const { call } = start({ seed: { orders: 3 } });
    const first = await call("GET", `${path}?limit=2`);
    expect(first).toMatchObject({ note: null, body: { count: 3, data: [{ number: 1000 }, { number: 1001 }] } });
    const second = await call("GET", `${path}?limit=2&cursor=${first.body.next_cursor}`);
    expect(second.body).toMatchObject({ next_cursor: "", count: 3, data: [{ number: 1002 }] });
    expect((await call("GET", `${path}?cursor=abc`)).body).toMatchObject({ next_cursor: "", data: [] });
  });
});

/** Requests of an operation, most of them near to what the contract allows. */
function requestsOf({ path, method, body, parameters }: Operation, examples: Details["fields"] = {}) {
  const known = fc.constantFrom("PCL-1009", "PCL-1010", "1", "2", "41", "42", "first-1", "own", "1000");
  const some = fc.oneof({ weight: 4, arbitrary: known }, { weight: 1, arbitrary: fc.string() });
  const steps = path
    .split("/")
    .map((step) => (step.startsWith("{") ? some.map(encodeURIComponent) : fc.constant(step)));
  const names = parameters.filter((parameter) => parameter.in === "query").map(({ name }) => name);
  const query = fc.array(fc.tuple(fc.constantFrom(...names, "other"), fc.oneof(fc.nat(9).map(String), some)), {
    maxLength: 3,
  });
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom("https://domain.example/hook", "card", "bank", null, 2, "new"),
  );
  const fields = Object.entries(body?.fields ?? {}).map(([name]) => {
    return [
      name,
      fc.oneof({ weight: 4, arbitrary: fc.constant(examples[name]) }, { weight: 1, arbitrary: value }),
    ] as const;
  });
  const enclosed = (item: object) => (body?.key === undefined ? item : { [body.key]: item });
  return fc.record({
    method: fc.constant(method),
    path: fc.tuple(...steps).map((all) => all.join("/")),
    query: query.map((pairs) => new URLSearchParams(pairs).toString()),
    body: body ? fc.record(Object.fromEntries(fields), { requiredKeys: [] }).map(enclosed) : fc.constant(undefined),
  });
}

describe.each(["parcels", "hooks"] as const)("every answer matches the contract of %s", (name) => {
  test("for random sequences of requests", async () => {
    const modules = modulesOf(name);
    const operations = Object.values(modules.contract.operations);
    const { sandbox, call } = starting(name)({
      seed: Object.fromEntries(modules.contract.collections.map((collection) => [collection.name, 2])),
    });
    const succeeded = new Set<string>();
    const request = fc
      .constantFrom(...operations)
      .chain((each) => requestsOf(each, modules.contract.details[each.id]?.fields).map((sent) => ({ each, ...sent })));
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 30 }), async (requests) => {
        sandbox.reset();
        for (const { each, method, path, query, body } of requests) {
          const answer = await call(method, query ? `${path}?${query}` : path, body);
          expect(answer.status).toBeLessThan(500);
          if (answer.status >= 300) continue;
          // The path may lead elsewhere: `..` is no id.
          const { operation: id = "" } = sandbox.requests.at(-1) ?? {};
          expect(answer.status).toBe(modules.contract.operations[id]?.answer.status);
          const check = modules.validators.responses[id];
          expect([id, check === undefined || check(answer.body) || check.errors]).toEqual([id, true]);
          succeeded.add(each.id);
        }
      }),
      { numRuns: 150 },
    );
    expect([...succeeded].sort()).toEqual(operations.map(({ id }) => id).sort());
  });
});
