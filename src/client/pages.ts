import { CURRENT_PAGE, PAGE, TOTAL_PAGES } from "../conventions.js";
import type { Call, Run } from "./call.js";
import type { CallOptions } from "./call-options.js";
import type { Operation } from "./service-request.js";

/**
 * What a method that lists returns. `await` returns one page. `for await` walks the items of that page and of all
 * following pages, until the last page or an empty one. It fetches each page when the previous one is used up, and none
 * after the loop ends.
 *
 * The list may change during a walk: what moves to another page may be missed, or come twice. A deletion moves later
 * items to an earlier page, where the walk does not look again. To delete many items, collect them first and delete them
 * after the walk. Name an order where the contract does not specify one.
 */
export interface List<Page, Item> extends Call<Page>, AsyncIterable<Item> {
  /** Walks pages instead of items. */
  pages(): AsyncIterable<Page>;
}

/** Where the pages of a list have what they tell. */
export interface Paging {
  /** Name of the field that holds the items. */
  readonly items: string;
  /** Name of the field that holds the pagination object. */
  readonly pagination: string;
}

/** Returns the number of the page after a page; `undefined` if there is none, or if this one is empty. */
function numberAfter(page: unknown, { items, pagination }: Paging, requested?: unknown): number | undefined {
  // A page of another list has neither.
  const { [items]: all, [pagination]: place } = Object(page);
  const number = Number(requested ?? place?.[CURRENT_PAGE]);
  return all?.length > 0 && number < place?.[TOTAL_PAGES] ? number + 1 : undefined;
}

interface PagedOperation<Page> extends Omit<Operation<Page, Page>, "data"> {
  readonly paging: Paging;
  /** The field that identifies an item, if it is not `id`. */
  readonly idField?: string;
}

/** Makes the list that starts at the page of the query. */
export function createList<Page extends object, Item>(
  run: Run,
  operation: PagedOperation<Page>,
  options?: CallOptions,
): List<Page, Item> {
  const { paging, idField = "id" } = operation;
  const idOf = (item: Item): unknown => Object(item)[idField];
  const runPage = (query: typeof operation.query, fault?: (page: Page) => string | false) =>
    run<Page, Page>({ ...operation, query, fault, data: (page) => page }, options);
  const call = runPage(operation.query);
  // A walk may begin later: until then, a rejection is not unhandled.
  call.catch(() => undefined);
  // A copy, which the caller does not change.
  const query = { ...operation.query };

  async function* pages(): AsyncGenerator<Page, void, undefined> {
    let page = await call;
    for (;;) {
      // Before the page is the caller's, who may change it.
      const next = numberAfter(page, paging);
      yield page;
      if (next === undefined) return;
      // A service that ignores the number in the query would keep the walk going for ever.
      const fault = (page: Page) =>
        !(Object(page)[paging.pagination]?.[CURRENT_PAGE] >= next) && "The service keeps returning the same page";
      page = await runPage({ ...query, [PAGE]: next }, fault);
    }
  }

  async function* items(): AsyncGenerator<Item, void, undefined> {
    let before = new Set<unknown>();
    for await (const page of pages()) {
      const all: readonly Item[] = Object(page)[paging.items] ?? [];
      // A creation moves items to the next page: without this, they would come twice.
      for (const item of all) if (!before.has(idOf(item))) yield item;
      before = new Set(all.map(idOf));
      // Items without an id may be alike.
      before.delete(undefined);
    }
  }
  return Object.assign(call, { pages, [Symbol.asyncIterator]: items });
}

/** Returns the number of the page after a page. */
export type NextPage<Page> = (page: Page, pages?: unknown, number?: unknown) => number | undefined;

/** Makes the function that returns the number of the page after a page of any of some lists. */
export function createNextPage<Page>(lists: readonly Paging[]): NextPage<Page> {
  return (page, _, requested) => lists.map((paging) => numberAfter(page, paging, requested)).find(Number);
}
