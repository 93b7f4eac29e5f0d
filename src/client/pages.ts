import type { Operation } from "./attempt.js";
import { type Call, createCall, type Run } from "./call.js";
import type { CallOptions } from "./call-options.js";
import { ServiceResponseError } from "./errors.js";

/**
 * What every page has in addition to the body of the answer. `for await` over a page walks its items and those of all
 * following pages.
 */
export interface Paged<Page, Item> extends AsyncIterable<Item> {
  /** Whether a page follows, according to the service. */
  readonly hasNextPage: boolean;
  /** Fetches the next page in a new call; returns `undefined` if there is none. */
  nextPage(): Promise<Page | undefined>;
}

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

/** The part of a page's body that the walk uses. */
interface PageBody {
  readonly pagination: { readonly total_pages: number };
}

type PageOf<Body, Item> = Body & Paged<PageOf<Body, Item>, Item>;

interface PagedOperation<Body, Item> extends Operation {
  readonly query: { readonly page?: number };
  /** Returns the items on a page. */
  readonly itemsOf: (body: Body) => readonly Item[];
  /** Number of the page that the service returns when the query names none. */
  readonly firstPage: number;
}

/** The previous page, for comparison. */
interface Before<Item> {
  readonly items: readonly Item[];
  /** How many pages before it had the same items. */
  readonly repeats: number;
}

// While a list changes, a page may equal the previous one by chance. Three equal pages mean that the service ignores
// `page`.
const MAX_REPEATS = 1;

/** Makes the list that starts at the page of the query. */
export function createList<Body extends PageBody, Item>(
  run: Run,
  operation: PagedOperation<Body, Item>,
  options?: CallOptions,
): List<PageOf<Body, Item>, Item> {
  const { itemsOf, firstPage } = operation;
  const { page: first = firstPage, ...query } = operation.query;

  async function fetchPage(
    number: number,
    asked: object,
    before?: Before<Item>,
  ): Promise<{ body: PageOf<Body, Item>; response: Response }> {
    const outcome = await run<Body>({ ...operation, query: asked }, options);
    const { response } = outcome;
    const items = itemsOf(outcome.body);
    const isRepeated = before && JSON.stringify(items) === JSON.stringify(before.items);
    const repeats = isRepeated ? before.repeats + 1 : 0;
    if (repeats > MAX_REPEATS) {
      throw new ServiceResponseError("The service keeps returning the same page", outcome.request, outcome.answer());
    }
    const hasNextPage = items.length > 0 && number < outcome.body.pagination.total_pages;
    const next = number + 1;
    const body: PageOf<Body, Item> = {
      ...outcome.body,
      hasNextPage,
      nextPage: async () =>
        hasNextPage ? (await fetchPage(next, { ...query, page: next }, { items, repeats })).body : undefined,
      [Symbol.asyncIterator]: () => walkItems(body, itemsOf),
    };
    return { body, response };
  }
  const call = createCall(fetchPage(first, operation.query), (page) => page);
  return Object.assign(call, {
    pages: () => walkPages(call),
    [Symbol.asyncIterator]: () => walkItems(call, itemsOf),
  });
}

async function* walkPages<Body, Item>(start: PageOf<Body, Item> | Promise<PageOf<Body, Item>>) {
  for (let page: PageOf<Body, Item> | undefined = await start; page; page = await page.nextPage()) yield page;
}

async function* walkItems<Body, Item>(
  start: PageOf<Body, Item> | Promise<PageOf<Body, Item>>,
  itemsOf: (body: Body) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let before = new Set<unknown>();
  for await (const page of walkPages(start)) {
    const items = itemsOf(page);
    // A creation moves items to the next page: without this, they would come twice.
    for (const item of items) if (!before.has(idOf(item))) yield item;
    before = new Set(items.map(idOf));
  }
}

function idOf(item: unknown): unknown {
  return Object(item).id ?? item;
}
