import type { Call } from "./options.js";

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

/** A page of items, under a key. */
type PageOf<Key extends string, Item> = { readonly [Name in Key]: readonly Item[] } & {
  readonly pagination: { readonly current_page: number; readonly total_pages: number };
};

/** Returns the number of the page after a page; `undefined` if there is none, or if this one is empty. */
function numberAfter<Key extends string>(page: PageOf<Key, unknown>, key: Key, requested?: unknown) {
  const { [key]: items, pagination } = page;
  const number = Number(requested ?? pagination?.current_page);
  return items?.length > 0 && number < pagination?.total_pages ? number + 1 : undefined;
}

/**
 * Makes the list that starts at the page of the query.
 *
 * @param key - Where a page has its items.
 * @param fetchPage - Makes a call. `fault` returns what is wrong with a page, if anything is.
 */
export function createList<
  Query extends { page?: number | undefined },
  Key extends string,
  Item,
  Page extends PageOf<Key, Item>,
>(
  key: Key,
  query: Query | undefined,
  fetchPage: (query: Query | undefined, fault: (page: Page) => string | false) => Call<Page>,
): List<Page, Item> {
  const call = fetchPage(query, () => false);
  // A walk may begin later: until then, a rejection is not unhandled.
  call.catch(() => undefined);
  // A copy, which the caller does not change.
  const rest = { ...query };

  async function* pages(): AsyncGenerator<Page, void, undefined> {
    let page = await call;
    for (;;) {
      // Before the page is the caller's, who may change it.
      const next = numberAfter(page, key);
      yield page;
      if (next === undefined) return;
      // A service that ignores the number in the query would keep the walk going for ever.
      const isSame = (found: Page) =>
        !(found.pagination?.current_page >= next) && "The service keeps returning the same page";
      page = await fetchPage(Object({ ...rest, page: next }), isSame);
    }
  }

  async function* items(): AsyncGenerator<Item, void, undefined> {
    let before = new Set<unknown>();
    for await (const page of pages()) {
      const all: readonly Item[] = page[key] ?? [];
      // A creation moves items to the next page: without this, they would come twice.
      for (const item of all) if (!before.has(idOf(item))) yield item;
      before = new Set(all.map(idOf));
      // Items without an id may be alike.
      before.delete(undefined);
    }
  }
  return Object.assign(call, { pages, [Symbol.asyncIterator]: items });
}

function idOf(item: unknown): unknown {
  return Object(item).id;
}

/** Makes the function that returns the number of the page after a page of any list, by where those have their items. */
export function createNextPage<Page>(...keys: string[]) {
  return (page: Page, _pages?: unknown, number?: unknown): number | undefined =>
    keys.map((key) => numberAfter(Object(page), key, number)).find(Number);
}
