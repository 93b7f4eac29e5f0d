// Lists: one page, or a walk of all pages.
import { expect, test, vi } from "vitest";
import { nextPage } from "../../src/client/index.js";
import { answer, startFaultServer } from "../servers/fault.js";
import { clientOf, failureOf, type Item, item, nowhere, pageWith, serviceOf, WEBHOOKS } from "./examples.js";

/** A page of items with these ids. */
const pageOf = (ids: readonly number[], position: Item = {}) =>
  pageWith(
    ids.map((id) => ({ ...item, id })),
    position,
  );

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** A client of a service that lists these ids, in pages, and the numbers of the pages that were fetched. */
function clientOfList(ids: () => readonly number[], limit: number) {
  const fetched: number[] = [];
  const fetch = async (url: string) => {
    const page = Number(new URL(url).searchParams.get("page") ?? 1);
    fetched.push(page);
    const position = { current_page: page, total_pages: Math.ceil(ids().length / limit) };
    return Response.json(pageOf(ids().slice((page - 1) * limit, page * limit), position));
  };
  return { ...clientOf(nowhere, { fetch }), fetched };
}

async function idsOf(list: AsyncIterable<Item>): Promise<number[]> {
  const ids: number[] = [];
  for await (const one of list) ids.push(Number(one["id"]));
  return ids;
}

test("await returns one page as the service sent it", async () => {
  await using server = await startFaultServer(answer(200, pageOf([1, 2])));
  expect(await clientOf(server).list({ limit: 2, sort_by: "a b" })).toEqual(pageOf([1, 2]));
  expect(server.arrivals.map(({ path }) => path)).toEqual([`${WEBHOOKS}?limit=2&sort_by=a%20b`]);
});

test.each([0, 1, 2, 4, 5])(
  "for await walks all of %i items, and fetches each page when the one before is used up",
  async (count) => {
    const { fetched, ...service } = clientOfList(() => numbers(count), 2);
    const seen: [id: number, fetched: number][] = [];
    for await (const one of service.list()) seen.push([Number(one["id"]), fetched.length]);
    expect(seen).toEqual(numbers(count).map((id, index) => [id, Math.floor(index / 2) + 1]));
    expect(fetched).toHaveLength(Math.max(1, Math.ceil(count / 2)));
  },
);

test("a walk begins at the page of its query, and sends the rest of the query and the options with every page", async () => {
  await using server = await startFaultServer(
    answer(200, pageOf([3], { current_page: 2 })),
    answer(200, pageOf([5], { current_page: 3 })),
  );
  const [query, headers] = [{ limit: 2, page: 2 }, { "X-Trace": "walk" }];
  const walk = clientOf(server).list(query, { headers });
  query.limit = 7;
  expect(await idsOf(walk)).toEqual([3, 5]);
  expect(server.arrivals.map(({ path }) => path)).toEqual([`${WEBHOOKS}?limit=2&page=2`, `${WEBHOOKS}?limit=2&page=3`]);
  expect(server.arrivals.map((arrival) => arrival.headers["x-trace"])).toEqual(["walk", "walk"]);
});

test("a walk yields each item once, even if others are created in front of it meanwhile", async () => {
  let ids = numbers(6);
  const seen: number[] = [];
  for await (const one of clientOfList(() => ids, 2).list()) {
    seen.push(Number(one["id"]));
    if (seen.length === 2) ids = [-1, ...ids];
  }
  expect(seen).toEqual(numbers(6));
});

test("a walk keeps items whose ids are equal only because JSON.parse has rounded them", async () => {
  const fetch = async () => Response.json(pageWith([{ id: 2 ** 60 }, { id: 2 ** 60 }], { total_pages: 1 }));
  expect(await idsOf(clientOf(nowhere, { fetch }).list())).toHaveLength(2);
});

test("a list that was awaited is walked without another request for its first page", async () => {
  const { fetched, ...service } = clientOfList(() => numbers(5), 2);
  const list = service.list();
  await list;
  expect(await idsOf(list)).toEqual(numbers(5));
  expect(fetched).toEqual([1, 2, 3]);
});

test("a loop that is left fetches no more pages", async () => {
  const { fetched, ...service } = clientOfList(() => numbers(5), 2);
  for await (const one of service.list()) if (one["id"] === 2) break;
  expect(fetched).toEqual([1]);
});

test("pages() walks pages, whatever the loop does to a page", async () => {
  const lengths: unknown[] = [];
  for await (const page of clientOfList(() => numbers(5), 2)
    .list()
    .pages()) {
    lengths.push(Object(page).webhooks.length);
    for (const key of Object.keys(page)) delete page[key];
  }
  expect(lengths).toEqual([2, 2, 1]);
});

test("nextPage() returns the number of the next page, until the last or an empty one", async () => {
  const pages = [pageOf([1]), pageOf([3], { current_page: 3 }), pageOf([])].map((page) => Object(page));
  expect(pages.map((page) => nextPage(page))).toEqual([2, undefined, undefined]);
  // As TanStack Query passes it.
  expect(nextPage(pages[0], [], 2)).toBe(3);
});

test("a walk ends at an empty page, whatever the service says of the number of pages", async () => {
  const endless = { total_pages: 1e9 };
  await using server = await startFaultServer(
    answer(200, pageOf([1], endless)),
    answer(200, pageOf([], { ...endless, current_page: 2 })),
  );
  expect(await idsOf(clientOf(server).list())).toEqual([1]);
});

test("a walk ends with an error where the service keeps returning the same page", async () => {
  await using server = await startFaultServer(answer(200, pageOf([1, 2])));
  const failure = await failureOf(idsOf(clientOf(server).list()));
  expect(failure).toMatchObject({ name: "ServiceResponseError", message: expect.stringContaining("the same page") });
  expect(server.arrivals).toHaveLength(2);
});

test("a walk ends with the error of a later page", async () => {
  await using server = await startFaultServer(answer(200, pageOf([1, 2])), answer(403, {}));
  expect(await failureOf(idsOf(clientOf(server).list()))).toMatchObject({ status: 403 });
});

test("a list that fails before its walk begins is no unhandled rejection, and every way to use it rejects", async () => {
  const unhandled = vi.fn();
  process.on("unhandledRejection", unhandled);
  const service = serviceOf(nowhere, { fetch: async () => new Response(null, { status: 403 }) });
  const list = service.webhooks.list();
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("unhandledRejection", unhandled);
  expect(unhandled).not.toHaveBeenCalled();
  for (const use of [list, list.withResponse(), idsOf(list)])
    expect(await failureOf(use)).toMatchObject({ status: 403 });
});
