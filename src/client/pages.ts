import type { Operation } from "./attempt.js";
import { type Call, createCall, type Run } from "./call.js";
import type { CallOptions } from "./call-options.js";
import { ServiceResponseError } from "./errors.js";

/**
 * What every page has besides the body of the answer. Iterated with `for await`, a page is every item on it and on all
 * that follow.
 */
export interface Paged<Page, Item> extends AsyncIterable<Item> {
  /** Whether a page follows this one, by what the service says. */
  readonly hasNextPage: boolean;
  /** Fetches the page that follows this one, in a call of its own; `undefined` where none does. */
  nextPage(): Promise<Page | undefined>;
}

/**
 * What a method that lists returns. Awaited, it is one page. Iterated with `for await`, it is every item on that page
 * and on all that follow, each page fetched when the one before it is used up, and none after the loop is left.
 *
 * A walk sees a list that may change meanwhile. A deletion moves what follows it to an earlier page, where the walk
 * does not look again. To delete many, collect them first, and delete them after the walk.
 */
export interface List<Page, Item> extends Call<Page>, AsyncIterable<Item> {
  /** Walks whole pages. */
  pages(): AsyncIterable<Page>;
}

/** The body of a page, as far as the walk goes by it. */
interface PageBody {
  readonly pagination: { readonly total_pages: number };
}

type PageOf<Body, Item> = Body & Paged<PageOf<Body, Item>, Item>;

interface PagedOperation<Body, Item> extends Operation {
  readonly query: { readonly page?: number };
  /** Returns the items on a page. */
  readonly itemsOf: (body: Body) => readonly Item[];
  /** Number of the page that the service returns when none is asked for. */
  readonly firstPage: number;
}

/** The page before one, to compare. */
interface Before<Item> {
  readonly items: readonly Item[];
  /** How many pages before it were the same. */
  readonly repeats: number;
}

// While a list changes, a page may happen to be the one before it. Three alike come of a service that ignores `page`.
const MOST_REPEATS = 1;

/** Makes the list that starts with the page of the query. */
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
    if (repeats > MOST_REPEATS) {
      throw new ServiceResponseError("The service returns one page again and again", outcome.request, outcome.answer());
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
    // A creation moves items to the page after theirs: they are not to come twice.
    for (const item of items) if (!before.has(idOf(item))) yield item;
    before = new Set(items.map(idOf));
  }
}

function idOf(item: unknown): unknown {
  return Object(item).id ?? item;
}
