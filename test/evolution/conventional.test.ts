import { beforeAll, describe, expect, test } from "vitest";
import { conventionalContract } from "../worlds/conventional.js";
import { wrongIn } from "../worlds/laws.js";
import { type World, worldOf } from "../worlds/world.js";

const ORDERS = "http://sandbox.test/shop/v2/orders";
const HEADERS = { Authorization: "Bearer any", "Content-Type": "application/json", "Idempotency-Key": "k-1" };
const ORDER = { reference: "summer-1", customer: { name: "Ada" } };

let world: World;

beforeAll(async () => {
  world = await worldOf(conventionalContract());
});

/** Sends requests to a new sandbox with some orders, at a fixed time. */
function caller() {
  const clock = () => new Date("2026-11-23T08:20:00.123Z");
  const { fetch } = world.modules.sandbox.createSandbox({ seed: Object({ orders: 3 }), clock });
  return async (method: string, path = "", sent?: object) => {
    const body = sent && JSON.stringify(sent);
    const response = await fetch(ORDERS + path, { method, headers: HEADERS, ...(body && { body }) });
    const text = await response.text();
    const { status, headers } = response;
    return { status, note: headers.get("Sandbox-Note"), body: Object(text === "" ? {} : JSON.parse(text)) };
  };
}

test("docs, client and sandbox follow a contract of the conventions that the code has never seen", async () => {
  expect(world.modules.contract.collections.map(({ name }) => name)).toEqual(["orders", "lines"]);
  expect(await wrongIn(world)).toEqual([]);
});

describe("its sandbox", () => {
  test("counts on in the number of an id, and writes times in the form of the example", async () => {
    const { status, body } = await caller()("POST", "", ORDER);
    expect(status).toBe(201);
    expect(body).toMatchObject({ ...ORDER, id: "ord_0004", status: "open" });
    const times = { created_at: "2026-11-23T08:20:00+00:00", updated_at: "2026-11-23T08:20:00.123Z" };
    expect(body).toMatchObject(times);
  });

  test("takes the id that a create may send, once", async () => {
    const contract = Object(conventionalContract());
    const { schema } = contract.paths["/shop/v2/orders"].post.requestBody.content["application/json"];
    schema.properties.id = contract.components.schemas.Order.properties.id;
    const { fetch } = (await worldOf(contract)).modules.sandbox.createSandbox();
    const body = JSON.stringify({ ...ORDER, id: "ord_0900" });
    const create = () => fetch(ORDERS, { method: "POST", headers: HEADERS, body });
    expect(await (await create()).json()).toMatchObject({ id: "ord_0900" });
    expect((await create()).status).toBe(409);
  });

  test("pages, sorts and filters a list", async () => {
    const call = caller();
    await call("POST", "", { ...ORDER, total: 99 });
    const { body } = await call("GET", "?limit=2&page=2&sort_by=total&sort_order=desc");
    expect(body.pagination).toEqual({ current_page: 2, per_page: 2, total: 4, total_pages: 2 });
    const sorted = await call("GET", "?sort_by=total&sort_order=desc");
    expect(sorted.body.orders[0]).toMatchObject({ id: "ord_0004", total: 99 });
    const cancelled = await call("GET", "?status=cancelled");
    expect(cancelled.body.orders.map((order: { status: string }) => order.status)).toEqual(["cancelled"]);
    expect((await call("GET", "?status=cancelled&status=open")).body.orders).toHaveLength(4);
  });

  test("changes what a patch names, also within an object", async () => {
    const call = caller();
    const { body } = await call("PATCH", "/ord_0002", { customer: { name: "Eve" } });
    expect(body.customer).toEqual({ name: "Eve", phone: "555 0100" });
    expect((await call("GET", "/ord_0002")).body).toEqual(body);
  });

  test("answers an action with the item, and says that it is as it was", async () => {
    const { status, note, body } = await caller()("POST", "/ord_0001/cancel");
    expect([status, body.id]).toEqual([200, "ord_0001"]);
    expect(note).toContain("the contract does not say what this changes");
    expect((await caller()("POST", "/ord_0099/cancel")).status).toBe(404);
  });

  test("keeps a collection below each item, deletes it with the item, and has none without one", async () => {
    const call = caller();
    const added = await call("POST", "/ord_0001/lines", { line: { article: "oil" } });
    expect(added.body).toEqual({ line: { number: 1, article: "oil", quantity: 1 } });
    expect((await call("GET", "/ord_0001/lines")).body).toEqual([added.body.line]);
    expect((await call("GET", "/ord_0002/lines")).body).toEqual([]);
    await call("DELETE", "/ord_0001");
    expect((await call("GET", "/ord_0001/lines")).status).toBe(404);
  });

  test("delivers what a trigger sends, and answers with the item that it means", async () => {
    const { createSandbox } = world.modules.sandbox;
    const sandbox = createSandbox({ seed: Object({ orders: 3 }) });
    const url = "https://shop.example/hook";
    const response = await sandbox.fetch("http://sandbox.test/shop/v2/internal/announce", {
      method: "POST",
      headers: HEADERS,
      body: JSON.stringify({ reference: "spring-1", url }),
    });
    expect(await response.json()).toMatchObject({ reference: "spring-1" });
    expect(sandbox.deliveries).toMatchObject([{ address: url, body: '{"event":"order"}' }]);
  });

  test("says which field next to the items of a list comes from the contract's example", async () => {
    const { note, body } = await caller()("GET");
    expect([note, body.next_cursor]).toEqual(["next_cursor: from the contract's example", "c-2"]);
  });

  test("answers what follows no convention from its example, and says so; refuses in the declared form", async () => {
    const { fetch } = world.modules.sandbox.createSandbox();
    const response = await fetch("http://sandbox.test/shop/v2/health");
    expect(await response.json()).toEqual({ state: "well" });
    expect(response.headers.get("Sandbox-Note")).toBe("answered from the contract's examples");
    expect((await caller()("GET", "/ord_0099")).body).toEqual({ title: "No such order" });
  });
});
