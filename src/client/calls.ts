import type { Call, CallOptions } from "./options.js";

/**
 * What a method expects in the body of success: a key, whose value it returns, or `null` for no body, or a function that
 * returns what is wrong with the body, if anything is.
 */
export type Expected = string | null | ((body: ReturnType<typeof Object>) => string | false);

/** Sends a request by openapi-fetch. */
type SendRequest<Body> = (init: object) => Promise<{ data?: Body | undefined; response: Response }>;

/** Makes a call of a method, which returns what the body holds under a key. */
export function run<Key extends string, Data>(
  options: CallOptions | undefined,
  send: SendRequest<{ [Name in Key]: Data }>,
  key: Key,
): Call<Data>;
/** Makes a call of a method, which returns the body. */
export function run<Body>(
  options: CallOptions | undefined,
  send: SendRequest<Body>,
  faultOf?: (body: Body) => string | false,
): Call<Body>;
/** Makes a call of a method, which returns nothing. */
export function run(options: CallOptions | undefined, send: SendRequest<unknown>, nothing: null): Call<void>;
export function run(options: CallOptions | undefined, send: SendRequest<unknown>, expected: Expected = () => false) {
  const outcome = send({ ...options, expected });
  const call = outcome.then(({ data }) => data);
  // After the call, so that a rejection does not go unhandled.
  return Object.assign(call, { withResponse: () => call.then(() => outcome) });
}

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
  // A service that ignores the number in the query would keep a walk going for ever.
  const fetchFrom = (wanted: Query | undefined, least = -Infinity) =>
    fetchPage(wanted, (page) =>
      page[key] && page.pagination
        ? page.pagination.current_page < least && "The service keeps returning the same page"
        : `The answer has no ${page[key] ? "pagination" : key}`,
    );
  const call = fetchFrom(query);
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
      page = await fetchFrom(Object({ ...rest, page: next }), next);
    }
  }

  async function* items(): AsyncGenerator<Item, void, undefined> {
    let before = new Set<unknown>();
    for await (const page of pages()) {
      const all: readonly Item[] = page[key];
      // A creation moves items to the next page: without this, they would come twice. Items without an id may be alike.
      for (const item of all) if (!before.has(idOf(item) ?? item)) yield item;
      before = new Set(all.map(idOf));
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
