import { isCount, isObject } from "../json.js";
import { type Call, call, under, whole } from "./calls.js";
import { ServiceResponseError } from "./errors.js";
import type { Outcome } from "./exchange.js";
import { entriesOf } from "./headers.js";
import type { CallOptions } from "./options.js";

/**
 * What a method that lists returns. `await` returns one page. `for await` walks the items of that page and of all
 * following pages, until the last page or an empty one. It fetches each page when the previous one is used up, and none
 * after the loop ends.
 *
 * The list may change during a walk. An item that moves to another page may then be missed, and `pages()` may return it
 * twice. A deletion moves later items to an earlier page, where the walk does not look again. To delete many items, collect
 * them first and delete them after the walk. Set an order if the contract does not specify one.
 */
export interface List<Page, Item> extends Call<Page>, AsyncIterable<Item> {
  /** Walks pages instead of items. */
  pages(): AsyncIterable<Page>;
}

/** What every page has, next to its items. */
interface Page {
  readonly pagination: { readonly current_page: number; readonly total_pages: number };
}

/**
 * Returns the number of the page after this one; `undefined` if the service says that there is none, or if this one is
 * empty. TanStack Query takes this function as `getNextPageParam`.
 *
 * @param page - A page, as a method that lists returns it.
 * @param number - The number by which the page was requested, if the page itself has a different one.
 */
export function nextPage(page: Page, _pages?: unknown, number: unknown = page.pagination.current_page) {
  const hasItems = Object.values(page).some((value) => Array.isArray(value) && value.length > 0);
  return hasItems && Number(number) < page.pagination.total_pages ? Number(number) + 1 : undefined;
}

/**
 * Makes the list that starts at the page of the query.
 *
 * @param key - Where a page has its items.
 * @param query - A copy: what the caller changes later is not sent, not even with later pages.
 * @param options - They are copied here, for the same reason.
 * @param send - Sends the call of one page.
 */
export function createList<
  Query extends { page?: number | undefined },
  Options extends CallOptions,
  Key extends string,
  Item,
  Listed extends Page & { readonly [Name in Key]: readonly Item[] },
>(
  key: Key,
  query: Query,
  options: Options,
  send: (query: Query, options: Options) => Promise<Outcome<Listed>>,
): List<Listed, Item> {
  // By their names: they may be inherited, or getters of a class.
  const { signal, timeout, tryTimeout, maxRetries, headers } = options;
  const own = { signal, timeout, tryTimeout, maxRetries, headers: Object.fromEntries(entriesOf(headers)) };
  const kept = { ...options, ...own };
  const fetchPage = (more?: { page: number }) => call(send({ ...query, ...more }, kept), pageUnder(key, more?.page));

  const first = fetchPage();
  // A walk may begin later: until then, a rejection is not unhandled. This handler is added only once the call has failed:
  // while two wait for one promise, V8 does not find the caller for the stack of an error.
  const list = first.catch((error: unknown) => {
    list.catch(() => undefined);
    throw error;
  });

  async function* pages(): AsyncGenerator<Listed, void, undefined> {
    let page = await list;
    for (;;) {
      // Before the page is the caller's, who may change it.
      const next = nextPage(page);
      yield page;
      if (next === undefined) return;
      page = await fetchPage({ page: next });
    }
  }

  async function* items(): AsyncGenerator<Item, void, undefined> {
    const walked = new Set<unknown>();
    for await (const page of pages()) {
      const all: readonly Item[] = page[key];
      for (const item of all) {
        // Creations move items to later pages: without this, they would come twice. Items without an id may be alike, and so
        // may ids that `JSON.parse` has rounded.
        const id = isObject(item) ? item["id"] : undefined;
        const isExact = typeof id === "string" || Number.isSafeInteger(id);
        if (!isExact || !walked.has(id)) yield item;
        walked.add(id);
      }
    }
  }

  const withResponse = () => list.then(() => first.withResponse());
  return Object.assign(list, { withResponse, pages, [Symbol.asyncIterator]: items });
}

/**
 * Reads a page.
 *
 * @param key - Where it has its items.
 * @param least - The number that it must have at least: a service that ignores the number in the query would keep a walk
 * going for ever.
 */
function pageUnder<Key extends string>(key: Key, least = 0) {
  return <Listed extends Page & { readonly [Name in Key]: readonly unknown[] }>(outcome: Outcome<Listed>): Listed => {
    // Without one of these, a walk would end as if it were complete.
    under(key, Array.isArray)<readonly unknown[]>(outcome);
    const { current_page: current } = under("pagination", isPagination)(outcome);
    if (current < least) throw new ServiceResponseError("The service keeps returning the same page", outcome);
    return whole(outcome);
  };
}

/** Whether a walk can go by it. */
function isPagination(value: unknown): boolean {
  return isObject(value) && isCount(value["current_page"]) && isCount(value["total_pages"]);
}
