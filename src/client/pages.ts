import { QUERY } from "../conventions.js";
import { type Call, createCall, type Run } from "./call.js";
import type { Operation } from "./call-input.js";
import type { CallOptions } from "./call-options.js";

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

/** How a list tells its pages apart. */
export interface Paging<Page, Item> {
  /** Returns the items on a page. */
  itemsOf(page: Page): readonly Item[];
  /** Returns the number of a page, as the page tells it. */
  numberOf(page: Page): unknown;
  /** Returns whether there is a page after the one with this number. */
  hasNext(page: Page, number: number): boolean;
}

interface PagedOperation<Page, Item> extends Omit<Operation<Page, Page>, "data"> {
  readonly paging: Paging<Page, Item>;
  /** The field that identifies an item, if it is not `id`. */
  readonly idField?: string;
}

/** Makes the list that starts at the page of the query. */
export function createList<Page extends object, Item>(
  run: Run,
  operation: PagedOperation<Page, Item>,
  options?: CallOptions,
): List<Page, Item> {
  const { paging, idField = "id" } = operation;
  const { itemsOf } = paging;
  const idOf = (item: Item): unknown => Object(item)[idField];
  const { query: given } = operation;
  const query = typeof given === "object" ? { ...given } : given;
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
      const number = Number(paging.numberOf(page));
      const isLast = itemsOf(page).length === 0 || !paging.hasNext(page, number);
      yield page;
      if (isLast) return;
      // A service that ignores the number in the query would keep the walk going for ever.
      const fault = (next: Page) => !(Number(paging.numberOf(next)) > number) && REPEATED;
      ({ data: page } = await runPage({ ...query, [QUERY.page]: number + 1 }, fault));
    }
  }

  async function* items(): AsyncGenerator<Item, void, undefined> {
    let before = new Set<unknown>();
    for await (const page of pages()) {
      const all = itemsOf(page);
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
export function createNextPage(lists: readonly Paging<object, unknown>[]): NextPage {
  return (page, _, requested) => {
    for (const { itemsOf, numberOf, hasNext } of lists) {
      const number = typeof requested === "number" ? requested : Number(numberOf(page));
      // Without a number, there is none to add one to.
      if (number >= 0 && itemsOf(page).length > 0 && hasNext(page, number)) return number + 1;
    }
    return undefined;
  };
}
