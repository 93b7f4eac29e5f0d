import { CURRENT_PAGE, PAGE, TOTAL_PAGES } from "../conventions.js";
import { type Call, createCall, type Run } from "./call.js";
import type { CallOptions } from "./call-options.js";
import { kindOf } from "./misuse.js";
import type { Operation } from "./service-request.js";

/**
 * What a method that lists returns. `await` returns one page. `for await` walks the items of that page and of all
 * following pages. It fetches each page when the previous one is used up, and none after the loop ends.
 *
 * The list may change during a walk. A deletion moves later items to an earlier page, where the walk does not look
 * again. To delete many items, collect them first and delete them after the walk.
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

/** What a page tells. A page of another list has no items. */
function readPage<Item>(page: object, paging: Paging) {
  const { [paging.items]: found = [], [paging.pagination]: position } = Object(page);
  const items: readonly Item[] = found;
  return { items, number: Number(position?.[CURRENT_PAGE]), pages: Number(position?.[TOTAL_PAGES]) };
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
  const { query: given } = operation;
  const query = kindOf(given) === "Object" ? { ...given } : given;
  const runPage = (asked: typeof query, fault?: (page: Page) => string | false) =>
    run<Page, Page>({ ...operation, query: asked, ...(fault && { fault }), data: (page) => page }, options);
  const first = runPage(query);
  const call = createCall(first);

  async function* pages(): AsyncGenerator<Page, void, undefined> {
    // Before the outcome, so that a rejection does not go unhandled.
    await call;
    let { data: page } = await first;
    for (;;) {
      // Before the page is the caller's, who may change it.
      const { items, number, pages } = readPage(page, paging);
      const hasNext = items.length > 0 && number < pages;
      yield page;
      if (!hasNext) return;
      // A service that ignores the number in the query would keep the walk going for ever.
      const fault = (next: Page) => !(readPage(next, paging).number > number) && REPEATED;
      ({ data: page } = await runPage({ ...query, [PAGE]: number + 1 }, fault));
    }
  }

  async function* items(): AsyncGenerator<Item, void, undefined> {
    let before = new Set<unknown>();
    for await (const page of pages()) {
      const { items: all } = readPage<Item>(page, paging);
      // A creation moves items to the next page: without this, they would come twice.
      for (const item of all) if (idOf(item) === undefined || !before.has(idOf(item))) yield item;
      before = new Set(all.map(idOf));
    }
  }
  return Object.assign(call, { pages, [Symbol.asyncIterator]: items });
}

const REPEATED = "The service keeps returning the same page";

/** Returns the number of the page after a page. */
export type NextPage = (page: object, pages?: unknown, number?: unknown) => number | undefined;

/** Makes the function that returns the number of the page after a page of any of some lists. */
export function createNextPage(lists: readonly Paging[]): NextPage {
  return (page, _, requested) => {
    for (const paging of lists) {
      const { items, number: told, pages } = readPage(page, paging);
      const number = typeof requested === "number" ? requested : told;
      if (items.length > 0 && number < pages) return number + 1;
    }
    return undefined;
  };
}
