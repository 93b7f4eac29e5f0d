import { describe, expect, test } from "vitest";
import type { Run } from "../../src/client/call.js";
import { nextPage, type Pagination, type Webhook } from "../../src/client/index.js";
import type { Operation } from "../../src/client/operation.js";
import { createList } from "../../src/client/pages.js";
import { answer, type Fault, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, found } from "./examples.js";

/** A page of subscriptions with these ids. */
function pageOf(ids: number[], pagination: Partial<Pagination> = {}): Fault {
  const webhooks: Webhook[] = ids.map((id) => ({ ...found.webhook, id }));
  return answer(200, {
    webhooks,
    pagination: { current_page: 1, per_page: 2, total: 5, total_pages: 3, ...pagination },
  });
}

const threePages: [Fault, Fault, Fault] = [pageOf([1, 2]), pageOf([3, 4]), pageOf([5])];

async function idsOf(webhooks: AsyncIterable<Webhook>): Promise<number[]> {
  const ids: number[] = [];
  for await (const { id } of webhooks) ids.push(id);
  return ids;
}

describe("await returns one page", () => {
  test("as the service sent it, and nothing else", async () => {
    await using server = await startFaultServer(pageOf([1, 2]));
    const page = await clientOf(server).webhooks.list();
    const pagination = { current_page: 1, per_page: 2, total: 5, total_pages: 3 };
    expect(page).toEqual({ webhooks: [1, 2].map((id) => ({ ...found.webhook, id })), pagination });
    expect(structuredClone(page)).toEqual(page);
    expect(Reflect.ownKeys(page)).toEqual(["webhooks", "pagination"]);
    expect(server.arrivals).toHaveLength(1);
  });

  test("nextPage() returns the number of the page after it, until the last", async () => {
    await using server = await startFaultServer(...threePages);
    const { webhooks } = clientOf(server);
    const numbers: (number | undefined)[] = [];
    for (let page: number | undefined = 1; page !== undefined; ) {
      const { pagination, ...items } = await webhooks.list({ page, sort_by: "created_at" });
      page = nextPage({ ...items, pagination: { ...pagination, current_page: page } });
      numbers.push(page);
    }
    expect(numbers).toEqual([2, 3, undefined]);
    const query = "/api/admin/26.0/webhooks";
    expect(server.arrivals.map(({ path }) => path)).toEqual(
      [1, 2, 3].map((page) => `${query}?page=${page}&sort_by=created_at`),
    );
  });

  test("nextPage() takes the number that the page was requested by, as TanStack Query passes it", () => {
    const page = { webhooks: [found.webhook], pagination: { current_page: 1, per_page: 2, total: 5, total_pages: 3 } };
    expect(nextPage(page, [page], 2)).toBe(3);
    expect(nextPage(page, [page, page], 3)).toBeUndefined();
    expect(nextPage({ ...page, webhooks: [] })).toBeUndefined();
  });
});

describe("for await walks all subscriptions", () => {
  test("from the first page to the last", async () => {
    await using server = await startFaultServer(...threePages);
    expect(await idsOf(clientOf(server).webhooks.list())).toEqual([1, 2, 3, 4, 5]);
    expect(server.arrivals).toHaveLength(3);
  });

  test("from a later page on", async () => {
    await using server = await startFaultServer(pageOf([3, 4]), pageOf([5]));
    expect(await idsOf(clientOf(server).webhooks.list({ page: 2 }))).toEqual([3, 4, 5]);
    expect(server.arrivals.map(({ path }) => path.split("?")[1])).toEqual(["page=2", "page=3"]);
  });

  test("with the options of the call on every page", async () => {
    await using server = await startFaultServer(...threePages);
    await idsOf(clientOf(server).webhooks.list({}, { headers: { "X-Trace": "walk" } }));
    expect(server.arrivals.map(({ headers }) => headers["x-trace"])).toEqual(["walk", "walk", "walk"]);
  });

  test("one page at a time, each fetched when the one before is used up", async () => {
    await using server = await startFaultServer(...threePages);
    const fetched: number[] = [];
    for await (const _ of clientOf(server).webhooks.list()) fetched.push(server.arrivals.length);
    expect(fetched).toEqual([1, 1, 2, 2, 3]);
  });

  test("but fetches no more when the loop is left", async () => {
    await using server = await startFaultServer(...threePages);
    for await (const { id } of clientOf(server).webhooks.list()) if (id === 2) break;
    expect(server.arrivals).toHaveLength(1);
  });

  test("until the first page fails, in every way to walk, without an unhandled rejection", async () => {
    await using server = await startFaultServer(answer(403, {}));
    const { webhooks } = clientOf(server);
    expect(await failureOf(idsOf(webhooks.list()))).toMatchObject({ status: 403 });
    const byPages = async () => {
      for await (const _ of webhooks.list().pages());
    };
    expect(await failureOf(byPages())).toMatchObject({ status: 403 });
    expect(await failureOf(webhooks.list().withResponse())).toMatchObject({ status: 403 });
  });

  test("until a page fails, and throws that page's error", async () => {
    await using server = await startFaultServer(pageOf([1, 2]), answer(403, {}));
    const failure = await failureOf(idsOf(clientOf(server).webhooks.list()));
    expect(failure).toMatchObject({ name: "ServiceStatusError", status: 403 });
  });
});

test("a page number that is text is counted on from", async () => {
  await using server = await startFaultServer(pageOf([3, 4]), pageOf([5]));
  // @ts-expect-error: JavaScript callers do this
  expect(await idsOf(clientOf(server).webhooks.list({ page: "2" }))).toEqual([3, 4, 5]);
  expect(server.arrivals.map(({ path }) => path.split("?")[1])).toEqual(["page=2", "page=3"]);
});

test("items that are nested deeply are walked", async () => {
  const nested = `${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`;
  const body = JSON.stringify({
    webhooks: [{ ...found.webhook, deep: "DEEP" }],
    pagination: { current_page: 1, per_page: 1, total: 2, total_pages: 2 },
  });
  const page = (id: number) => answer(200, body.replace("1001", String(id)).replace('"DEEP"', nested));
  await using server = await startFaultServer(page(1), page(2));
  expect(await idsOf(clientOf(server).webhooks.list())).toEqual([1, 2]);
});

describe("a list that changes during the walk", () => {
  test("does not end it, even when a page repeats the one before", async () => {
    // After the first page was read, two subscriptions are created in front of it.
    const longer = { total: 7, total_pages: 4 };
    await using server = await startFaultServer(
      pageOf([1, 2]),
      pageOf([1, 2], longer),
      pageOf([3, 4], longer),
      pageOf([5], longer),
    );
    expect(await idsOf(clientOf(server).webhooks.list({ limit: 2 }))).toEqual([1, 2, 3, 4, 5]);
  });

  test("does not miss items that have no id, although they are equal", async () => {
    const page = { webhooks: [{ name: "a" }], pagination: { current_page: 1, per_page: 1, total: 2, total_pages: 2 } };
    const run: Run = async <Body, Data>({ data }: Operation<Body, Data>) => ({
      data: data(JSON.parse(JSON.stringify(page))),
      response: new Response(),
    });
    const operation = { id: "list", method: "GET", path: "/", query: {}, answers: {}, firstPage: 1 };
    const names: string[] = [];
    for await (const { name } of createList(run, { ...operation, itemsOf: (one: typeof page) => one.webhooks })) {
      names.push(name);
    }
    expect(names).toEqual(["a", "a"]);
  });

  test("does not repeat a subscription that has moved to the next page", async () => {
    await using server = await startFaultServer(pageOf([1, 2]), pageOf([2, 3]), pageOf([4, 5]));
    expect(await idsOf(clientOf(server).webhooks.list({ limit: 2 }))).toEqual([1, 2, 3, 4, 5]);
  });
});

describe("a walk also works", () => {
  test("after the first page was awaited, without another request for it", async () => {
    await using server = await startFaultServer(...threePages);
    const list = clientOf(server).webhooks.list();
    expect((await list).webhooks).toHaveLength(2);
    expect(await idsOf(list)).toEqual([1, 2, 3, 4, 5]);
    expect(server.arrivals).toHaveLength(3);
  });

  test("page by page, whatever the loop does to a page", async () => {
    await using server = await startFaultServer(...threePages);
    let count = 0;
    for await (const page of clientOf(server).webhooks.list().pages()) {
      page.webhooks.length = 0;
      Object.assign(page, { pagination: undefined });
      count++;
    }
    expect(count).toBe(3);
  });

  test("page by page, with pages()", async () => {
    await using server = await startFaultServer(...threePages);
    const sizes: number[] = [];
    for await (const page of clientOf(server).webhooks.list().pages()) sizes.push(page.webhooks.length);
    expect(sizes).toEqual([2, 2, 1]);
  });
});

describe("a page without its pagination is an error, not the end", () => {
  test.each([{}, { total_pages: "many" }, { total_pages: undefined }, { current_page: null }])(
    "the pagination %o is an error",
    async (broken) => {
      const pagination = Object.keys(broken).length > 0 ? { current_page: 1, per_page: 2, total: 5, ...broken } : {};
      await using server = await startFaultServer(answer(200, { webhooks: [found.webhook], pagination }));
      const failure = await failureOf(idsOf(clientOf(server).webhooks.list()));
      expect(failure.name).toBe("ServiceResponseError");
      expect(failure.message).toMatch(/^The answer does not match the contract at body\.pagination\.\w+: GET /);
    },
  );
});

describe("a service that reports wrong page numbers does not keep the loop going", () => {
  const endless = { total: 1e9, total_pages: 1e9 };

  test("an empty page is the last", async () => {
    await using server = await startFaultServer(pageOf([1, 2], endless), pageOf([], endless));
    expect(await idsOf(clientOf(server).webhooks.list())).toEqual([1, 2]);
    expect(server.arrivals).toHaveLength(2);
  });

  test("a page that comes a third time is an error, and its subscriptions come once", async () => {
    await using server = await startFaultServer(pageOf([1, 2], endless));
    const ids: number[] = [];
    const walk = async () => {
      for await (const { id } of clientOf(server).webhooks.list()) ids.push(id);
    };
    expect(await failureOf(walk())).toMatchObject({
      name: "ServiceResponseError",
      message: expect.stringContaining("The service keeps returning the same page"),
      status: 200,
    });
    expect([ids, server.arrivals.length]).toEqual([[1, 2], 3]);
  });

  test.each([2, 3, 5])("%i pages that come again and again are an error", async (count) => {
    const pages = Array.from({ length: 200 }, (_, index) =>
      pageOf([2 * (index % count), 2 * (index % count) + 1], endless),
    );
    await using server = await startFaultServer(pageOf([0, 1], endless), ...pages.slice(1));
    expect((await failureOf(idsOf(clientOf(server).webhooks.list()))).message).toContain(
      "The service keeps returning the same page",
    );
    expect(server.arrivals.length).toBeLessThan(count * 8);
  });

  test("a page that says there are no pages is the only one", async () => {
    await using server = await startFaultServer(pageOf([1, 2], { total: 0, total_pages: 0 }));
    expect(await idsOf(clientOf(server).webhooks.list())).toEqual([1, 2]);
  });
});
