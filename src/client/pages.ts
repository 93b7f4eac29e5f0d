import type { Call } from "./calls.js";
import type { CallOptions } from "./options.js";

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

/** What every page has, next to its items. */
interface Page {
  readonly pagination: { readonly current_page: number; readonly total_pages: number };
}

/**
 * Returns the number of the page after this one; `undefined` if the service says that there is none, or if this one is
 * empty. TanStack Query takes this function as `getNextPageParam`.
 *
 * @param page - A page, as a method that lists returns it.
 * @param number - The number that the page was requested by, if it is not the one that the page itself tells.
 */
export function nextPage(page: Page, _pages?: unknown, number: unknown = page.pagination.current_page) {
  const hasItems = Object.values(page).some((value) => Array.isArray(value) && value.length > 0);
  return hasItems && Number(number) < page.pagination.total_pages ? Number(number) + 1 : undefined;
}

/**
 * Makes the list that starts at the page of the query.
 *
 * @param key - Where a page has its items.
 * @param fetchPage - Makes a call. `faultOf` returns what is wrong with a page, if anything is.
 */
export function createList<
  Query extends { page?: number | undefined },
  Options extends CallOptions,
  Key extends string,
  Item,
  Listed extends Page & { readonly [Name in Key]: readonly Item[] },
>(
  key: Key,
  query: Query | undefined,
  options: Options | undefined,
  fetchPage: (query: Query, options: Options | undefined, faultOf: (page: Listed) => string | false) => Call<Listed>,
): List<Listed, Item> {
  // What the caller changes later is not sent, with later pages neither.
  const first = { ...query };
  const headers = options?.headers;
  const copy = Object({ ...options, headers: headers instanceof Headers ? new Headers(headers) : { ...headers } });
  const fetchFrom = (wanted: Query, least = -Infinity) => fetchPage(wanted, copy, (page) => faultIn(page, key, least));
  const call = fetchFrom(Object(first));
  // A walk may begin later: until then, a rejection is not unhandled.
  call.catch(() => undefined);

  async function* pages(): AsyncGenerator<Listed, void, undefined> {
    let page = await call;
    for (;;) {
      // Before the page is the caller's, who may change it.
      const next = nextPage(page);
      yield page;
      if (!next) return;
      page = await fetchFrom(Object({ ...first, page: next }), next);
    }
  }

  async function* items(): AsyncGenerator<Item, void, undefined> {
    const walked = new Set<unknown>();
    for await (const page of pages()) {
      const all: readonly Item[] = page[key];
      for (const item of all) {
        // Creations move items to later pages: without this, they would come twice. Items without an id may be alike.
        const id = Object(item).id ?? {};
        if (!walked.has(id)) yield item;
        walked.add(id);
      }
    }
  }
  return Object.assign(call, { pages, [Symbol.asyncIterator]: items });
}

/**
 * What is wrong with a page; `false` if nothing is.
 *
 * @param least - The number that it must have at least: a service that ignores the number in the query would keep a walk
 * going for ever.
 */
function faultIn(page: object, key: string, least: number): string | false {
  const { [key]: items, pagination } = Object(page);
  const { current_page, total_pages } = Object(pagination);
  if (!Array.isArray(items)) return `The answer has no ${key}`;
  // Without these, a walk would end as if it were complete.
  if (!(current_page >= 0 && total_pages >= 0)) return "The answer has no pagination";
  return current_page < least && "The service keeps returning the same page";
}
