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
  /** Returns the number of a page, if the page tells it. */
  numberOf?(page: Page): unknown;
  /** Returns whether there is a page after the one with this number. */
  hasNext(page: Page, number: number): boolean;
}

interface PagedOperation<Page, Item> extends Omit<Operation<Page, Page>, "data"> {
  readonly query: object | null | undefined;
  readonly paging: Paging<Page, Item>;
  /** The field that identifies an item, if it is not `id`. */
  readonly idField?: string;
}

// While a list changes, a page may equal an earlier one by chance. Three equal pages mean that the service ignores `page`.
const MAX_REPEATS = 1;

/** Makes the list that starts at the page of the query. */
export function createList<Page extends object, Item>(
  run: Run,
  operation: PagedOperation<Page, Item>,
  options?: CallOptions,
): List<Page, Item> {
  const { paging, idField = "id" } = operation;
  const { itemsOf } = paging;
  const idOf = (item: Item): unknown => Object(item)[idField];
  const query: Readonly<Record<string, unknown>> = { ...operation.query };
  const runPage = (asked: object, fault?: (page: Page) => string | false) =>
    run<Page, Page>({ ...operation, query: asked, ...(fault && { fault }), data: (page) => page }, options);
  const first = runPage(query);
  const call = createCall(first);

  async function* pages(): AsyncGenerator<Page, void, undefined> {
    const isRepeated = createComparison((page: Page) =>
      itemsOf(page).map((item) => idOf(item) ?? JSON.stringify(item)),
    );
    const fault = (page: Page) => isRepeated(page) && "The service keeps returning the same page";
    // Before the outcome, so that a rejection does not go unhandled.
    await call;
    let { data: page } = await first;
    isRepeated(page);
    // A caller of JavaScript may pass null, or the text of a number.
    for (let number = Number(query[QUERY.page] ?? 1); ; number++) {
      // Before the page is the caller's, who may change it.
      const isLast = itemsOf(page).length === 0 || !paging.hasNext(page, number);
      yield page;
      if (isLast) return;
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

/** Returns the number of the page after a page. */
export type NextPage = (page: object, pages?: unknown, number?: unknown) => number | undefined;

/** Makes the function that returns the number of the page after a page of any of some lists. */
export function createNextPage(lists: readonly Paging<object, unknown>[]): NextPage {
  return (page, _, requested) => {
    for (const { itemsOf, numberOf, hasNext } of lists) {
      const number = typeof requested === "number" ? requested : Number(numberOf?.(page));
      // Without a number, there is none to add one to.
      if (number >= 0 && itemsOf(page).length > 0 && hasNext(page, number)) return number + 1;
    }
    return undefined;
  };
}

/** Makes a function that returns whether a page has come too often. It remembers the ids of one page at a time. */
function createComparison<Page>(idsOf: (page: Page) => readonly unknown[]): (page: Page) => boolean {
  let remembered: readonly unknown[] | undefined;
  let repeats = 0;
  let count = 0;
  return (page) => {
    const ids = idsOf(page);
    const isEqual = ids.length === remembered?.length && ids.every((id, index) => id === remembered?.[index]);
    if (isEqual) repeats++;
    // Remembering pages 1, 2, 4, 8 and so on finds every circle, however many pages it has.
    else if (Number.isInteger(Math.log2(++count))) {
      remembered = ids;
      repeats = 0;
    }
    return repeats > MAX_REPEATS;
  };
}
