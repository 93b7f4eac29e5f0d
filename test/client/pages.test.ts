import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { nextPage } from "../../src/client/index.js";
import { answer, type Fault, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, type Item, item, nowhere, pageWith, serviceOf, WEBHOOKS } from "./examples.js";

/** A page of items with these ids. */
function pageOf(ids: readonly number[], position: Item = {}) {
  const items = ids.map((id) => ({ ...item, id }));
  return pageWith(items, position);
}

const answers = (...page: Parameters<typeof pageOf>): Fault => answer(200, pageOf(...page));
const threePages: [Fault, Fault, Fault] = [
  answers([1, 2]),
  answers([3, 4], { current_page: 2 }),
  answers([5], { current_page: 3 }),
];

/** A client of a service that lists these ids, in pages, and the pages that were fetched. */
function clientOfList(ids: () => readonly number[], limit: number) {
  const fetched: number[] = [];
  const fetch = async (url: string) => {
    const page = Number(new URL(url).searchParams.get("page") ?? 1);
    fetched.push(page);
    const total = ids().length;
    const position = { current_page: page, per_page: limit, total, total_pages: Math.ceil(total / limit) };
    return Response.json(pageOf(ids().slice((page - 1) * limit, page * limit), position));
  };
  return { ...clientOf(nowhere, { fetch }), fetched };
}

async function idsOf(list: AsyncIterable<Item>): Promise<number[]> {
  const ids: number[] = [];
  for await (const one of list) ids.push(Number(one["id"]));
  return ids;
}

/** The webhooks on a page. */
const webhooksOf = (page: Item): unknown[] => Object(page).webhooks;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe("await returns one page", () => {
  test("as the service sent it, and nothing else", async () => {
    await using server = await startFaultServer(answers([1, 2]));
    const page = await clientOf(server).list();
    expect(page).toEqual(pageOf([1, 2]));
    expect(structuredClone(page)).toEqual(page);
    expect(Reflect.ownKeys(page)).toEqual(["webhooks", "pagination"]);
    expect(server.arrivals).toHaveLength(1);
  });

  test("and nextPage() the number of the next, until the last or an empty one, also by the number of the request", async () => {
    await using server = await startFaultServer(...threePages, answers([]));
    const { webhooks } = serviceOf(server);
    const pages = [await webhooks.list(), await webhooks.list(), await webhooks.list(), await webhooks.list()];
    expect(pages.map((page) => nextPage(page))).toEqual([2, 3, undefined, undefined]);
    // Whatever else a page lists.
    expect(pages.map((page) => nextPage(Object({ warnings: [], ...page })))).toEqual([2, 3, undefined, undefined]);
    // As TanStack Query passes it.
    expect(pages.map((page) => nextPage(page, [], 2))).toEqual([3, 3, 3, undefined]);
  });
});

describe("for await walks all subscriptions", () => {
  const sizes = { count: fc.nat({ max: 12 }), limit: fc.integer({ min: 1, max: 5 }) };

  test("from the page of the query to the last, each page fetched when the one before is used up", async () => {
    const starts = fc.constantFrom(undefined, 1, 2);
    const law = fc.asyncProperty(fc.record({ ...sizes, start: starts }), async ({ count, limit, start }) => {
      const { fetched, ...service } = clientOfList(() => numbers(count), limit);
      const skipped = (Number(start ?? 1) - 1) * limit;
      const seen: [id: number, fetched: number][] = [];
      for await (const one of service.list({ page: start })) seen.push([Number(one["id"]), fetched.length]);
      const expected = numbers(count).slice(skipped);
      expect(seen).toEqual(expected.map((id, index) => [id, Math.floor(index / limit) + 1]));
      expect(fetched).toHaveLength(Math.max(1, Math.ceil(expected.length / limit)));
    });
    await fc.assert(law);
  });

  test("each once, and none of them missing, although others are created in front of them meanwhile", async () => {
    const positive = fc.integer({ min: 1, max: 5 });
    const law = fc.asyncProperty(fc.record({ ...sizes, after: positive, created: positive }), async (drawn) => {
      const { count, limit, after, created } = drawn;
      let ids = numbers(count);
      const { fetched, ...service } = clientOfList(() => ids, limit);
      const seen: number[] = [];
      for await (const one of service.list()) {
        seen.push(Number(one["id"]));
        if (fetched.length < after || ids.length > count) continue;
        ids = [...numbers(created).map((other) => -other), ...ids];
      }
      // One that was created may be among them, if more were than a page holds.
      expect(seen.filter((id) => id > 0)).toEqual(numbers(count));
      expect(new Set(seen).size).toBe(seen.length);
    });
    await fc.assert(law);
  });

  test.each([
    ["ids that JSON.parse has rounded to one", [{ id: 2 ** 60 }, { id: 2 ** 60 }]],
    ["no id", [{}, {}]],
  ])("each, if two have %s", async (_, items) => {
    const fetch = async () => Response.json(pageWith(items, { total_pages: 1 }));
    const walked: Item[] = [];
    for await (const one of clientOf(nowhere, { fetch }).list()) walked.push(one);
    expect(walked).toEqual(items);
  });

  test("with the query and the options as they were at the call on every page, but of no page after the loop is left", async () => {
    await using server = await startFaultServer(...threePages);
    const [query, headers] = [{ limit: 2 }, { "X-Trace": "walk" }];
    const options = { headers, timeout: 10_000 };
    const walk = clientOf(server).list(query, options);
    // After the call.
    headers["X-Trace"] = "changed";
    Object.assign(query, { limit: 3, page: 7, sort_order: "desc" });
    Object.assign(options, { headers: {}, timeout: -1 });
    for await (const one of walk) if (Number(one["id"]) === 4) break;
    expect(server.arrivals.map(({ headers }) => headers["x-trace"])).toEqual(["walk", "walk"]);
    expect(server.arrivals.map(({ path }) => path)).toEqual([`${WEBHOOKS}?limit=2`, `${WEBHOOKS}?limit=2&page=2`]);
  });

  test("after the first page was awaited, without another request for it", async () => {
    const { fetched, ...service } = clientOfList(() => numbers(5), 2);
    const list = service.list();
    expect((await list)["webhooks"]).toHaveLength(2);
    expect(await idsOf(list)).toEqual(numbers(5));
    expect(fetched).toEqual([1, 2, 3]);
  });

  test("page by page, whatever the loop does to a page", async () => {
    const service = clientOfList(() => numbers(5), 2);
    const lengths: number[] = [];
    for await (const page of service.list().pages()) {
      lengths.push(webhooksOf(page).length);
      webhooksOf(page).length = 0;
      for (const key of Object.keys(page)) delete page[key];
    }
    expect(lengths).toEqual([2, 2, 1]);
  });
});

describe("a walk ends with an error", () => {
  test("of the first page, in every way to walk, without an unhandled rejection", async () => {
    await using server = await startFaultServer(answer(403, {}));
    const service = clientOf(server);
    const byPages = async () => {
      for await (const _ of service.list().pages());
    };
    for (const walk of [() => idsOf(service.list()), byPages, () => service.list().withResponse()]) {
      expect(await failureOf(walk())).toMatchObject({ name: "ServiceStatusError", status: 403 });
    }
  });

  test("of a later page", async () => {
    await using server = await startFaultServer(answers([1, 2]), answer(403, {}));
    expect(await failureOf(idsOf(clientOf(server).list()))).toMatchObject({ status: 403 });
  });

  test("when a page has no higher number than the last, as where a service ignores the number in the query", async () => {
    await using server = await startFaultServer(answers([1, 2]));
    expect(await failureOf(idsOf(clientOf(server).list()))).toMatchObject({
      name: "ServiceResponseError",
      message: expect.stringContaining("The service keeps returning the same page"),
      status: 200,
    });
    expect(server.arrivals).toHaveLength(2);
  });
});

test("an empty page is the last of a walk, whatever the service says of the number of pages", async () => {
  const endless = { total: 1e9, total_pages: 1e9 };
  await using server = await startFaultServer(answers([1, 2], endless), answers([], { ...endless, current_page: 2 }));
  expect(await idsOf(clientOf(server).list())).toEqual([1, 2]);
  expect(server.arrivals).toHaveLength(2);
});
