import { beforeAll, describe, expect, test } from "vitest";
import { type World, worldOf } from "../worlds/world.js";
import { forms } from "./public-forms.js";

let modules: World["modules"];
beforeAll(async () => {
  modules = (await worldOf(forms)).modules;
});

/** Sends requests to a new sandbox. What succeeds has to match the contract. */
function caller(seed = {}) {
  const sandbox = modules.sandbox.createSandbox({ seed });
  return async (method: string, path: string, sent?: object) => {
    const headers = { Authorization: "Bearer any", "Content-Type": "application/json" };
    const init = { method, headers, ...(sent && { body: JSON.stringify(sent) }) };
    const response = await sandbox.fetch(`http://sandbox.test${path}`, init);
    const text = await response.text();
    const body = text === "" ? undefined : JSON.parse(text);
    const check = modules.validators.responses[sandbox.requests.at(-1)?.operation ?? ""];
    if (response.ok && check) expect(check(body) || check.errors).toBe(true);
    return { status: response.status, body, note: response.headers.get("Sandbox-Note"), headers: response.headers };
  };
}

const FROM_EXAMPLE = "answered from the contract's examples";
const UNCHANGED = "the contract does not say what this changes: the item is as it was";

describe("where only PUT with an id creates", () => {
  test("what it creates is listed, read, replaced and deleted", async () => {
    const call = caller();
    const [here, there] = [
      { key: "mine", region: "here" },
      { key: "mine", region: "there" },
    ];
    expect(await call("PUT", "/buckets/mine", { region: "here" })).toMatchObject({ status: 201, body: here });
    expect((await call("GET", "/buckets")).body).toEqual({ buckets: [here] });
    expect(await call("PUT", "/buckets/mine", { region: "there" })).toMatchObject({ status: 200, body: there });
    expect((await call("GET", "/buckets/mine")).body).toEqual(there);
    expect((await call("DELETE", "/buckets/mine")).status).toBe(204);
    expect((await call("GET", "/buckets/mine")).status).toBe(404);
  });

  test("below an item, each item has a list of its own", async () => {
    const call = caller();
    expect((await call("PUT", "/buckets/mine/flags/dark", { on: true })).status).toBe(404);
    await call("PUT", "/buckets/mine", { region: "here" });
    await call("PUT", "/buckets/other", { region: "here" });
    const flag = { name: "dark", on: false };
    expect(await call("PUT", "/buckets/mine/flags/dark", { on: false })).toMatchObject({ status: 200, body: flag });
    expect((await call("GET", "/buckets/mine/flags")).body).toEqual([flag]);
    expect((await call("GET", "/buckets/other/flags")).body).toEqual([]);
  });

  test("a creation has status 201 where the contract has that, and a replacement has the other one", async () => {
    const call = caller();
    expect((await call("PUT", "/secrets/KEY", { sealed: "x" })).status).toBe(201);
    expect((await call("PUT", "/secrets/KEY", { sealed: "y" })).status).toBe(204);
    expect((await call("GET", "/secrets")).body).toEqual([{ name: "KEY" }]);
  });

  test("verify reads the lists, and replaces nothing, since others could have created it", async () => {
    const sandbox = modules.sandbox.createSandbox(Object({ seed: { buckets: 2 } }));
    const choices = {
      address: "https://domain.example",
      deliver: false,
      leave: false,
      stateless: false,
      strict: false,
    };
    const access = { server: "http://sandbox.test", accessToken: "any" };
    const { fetch } = sandbox;
    const options = { ...choices, ...access, fields: {}, settle: 0, timeout: 5000 };
    const { steps } = await modules.verify.verify(options, { fetch });
    expect(steps.flatMap(({ breaches }) => breaches)).toEqual([]);
    expect(sandbox.requests.filter(({ method }) => method === "PUT")).toEqual([]);
    expect(sandbox.requests.map(({ operation }) => operation)).toContain("listBuckets");
  });
});

test("an envelope that the contract does not require is one", async () => {
  const call = caller();
  const { status, body } = await call("POST", "/tickets", { ticket: { subject: "fire" } });
  expect([status, body]).toEqual([201, { ticket: { id: 7, subject: "fire" } }]);
  const changed = { ticket: { id: 7, status: "open" } };
  expect((await call("PUT", "/tickets/7", { ticket: { status: "open" } })).body).toEqual(changed);
  expect((await call("GET", "/tickets/7")).body).toEqual(changed);
});

test.each([
  ["SCIM", "/users/main-1", { schemas: ["patch"], Operations: [{ op: "replace", path: "userName", value: "eve" }] }],
  ["JSON Patch", "/tickets/7", [{ op: "replace", path: "/subject", value: "flood" }]],
])("a change by instructions, as in %s, leaves the item as it is, and says so", async (_, path, instructions) => {
  const call = caller({ users: 1, tickets: 1 });
  const { body } = await call("GET", path);
  expect((await call("PATCH", path, instructions)).note).toContain(UNCHANGED);
  expect((await call("GET", path)).body).toEqual(body);
  expect((await call("PATCH", `${path}0`, instructions)).status).toBe(404);
});

test("next to a list that holds no instructions, a patch changes the fields of the item", async () => {
  const call = caller({ posts: 1 });
  const { body, note } = await call("PATCH", "/posts/7", { state: "closed", label_names: ["red"] });
  expect(body).toMatchObject({ id: 7, state: "closed" });
  expect(note).toContain("label_names");
});

test("where a creation takes a list of items, all operations are answered from the example", async () => {
  const call = caller();
  expect(await call("POST", "/tags", [{ name: "a" }, { name: "b" }])).toMatchObject({
    status: 201,
    note: FROM_EXAMPLE,
  });
  expect(await call("GET", "/tags")).toMatchObject({ status: 200, note: FROM_EXAMPLE });
});

describe("a list", () => {
  const seed = { posts: [{ title: "a", state: "open" }, { title: "c", state: "closed" }, { title: "b" }] };
  const titles = ({ body }: { body: { data: { title: string }[] } }) => body.data.map(({ title }) => title).join("");

  test("has headers that count what is in it, and no others", async () => {
    const { headers } = await caller(seed)("GET", "/posts?per_page=2");
    const names = ["X-Total-Count", "X-Pagination-Total-Pages", "X-Request"];
    expect(names.map((name) => headers.get(name))).toEqual(["3", "2", null]);
  });

  test("has no links to other pages, and says so where there are some", async () => {
    const call = caller(seed);
    const left = "links to other pages are left out";
    expect(await call("GET", "/posts?per_page=2")).toMatchObject({ note: left, body: { links: { next: null } } });
    expect(await call("GET", "/posts?per_page=2&page=2")).toMatchObject({
      note: null,
      body: { links: { next: null } },
    });
  });

  test("is not filtered by a value that the contract has for the parameter, and for no item", async () => {
    const call = caller(seed);
    expect(titles(await call("GET", "/posts?state=closed"))).toBe("c");
    expect(titles(await call("GET", "/posts?state=all"))).toBe("acb");
  });

  test("is sorted in the direction of the parameter whose values are directions, whatever its name", async () => {
    const call = caller(seed);
    expect(titles(await call("GET", "/posts?order_by=title&sort=desc"))).toBe("cba");
    expect(titles(await call("GET", "/posts?sort=desc"))).toBe("bca");
  });
});

test("what has no effect on an item is told: a query parameter, and a field that no item has", async () => {
  const call = caller({ posts: 1 });
  const { note } = await call("PATCH", "/posts/7?updateMask=title", { label_names: [], colour: "red" });
  expect(note).toBe(
    "the query parameter updateMask has no effect; label_names, colour names no field of an item: it is not kept",
  );
});
