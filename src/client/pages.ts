import type { Operation } from "../../generated/contract.js";
import { isObject } from "../json.js";
import { type Call, callOf, dataIn } from "./call.js";
import { ServiceResponseError } from "./errors.js";
import type { Outcome, Request } from "./exchange.js";
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

/** Makes the list of a method, which begins with the page of its query. The generated methods set its types. */
export type MakeList = <Page, Item>(
  operation: Operation,
  items: string,
  query: object | undefined,
  options: CallOptions | undefined,
) => List<Page, Item>;

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

export function createListMaker(request: Request) {
  const makeList = (
    operation: Operation,
    key: string,
    givenQuery = {},
    givenOptions?: CallOptions,
  ): List<Page, unknown> => {
    // Copies, so that what the caller changes later does not affect later pages.
    const query = { ...givenQuery };
    const options = { ...givenOptions };
    const fetchPage = (number?: number) => {
      const running = request(operation, { query: number === undefined ? query : { ...query, page: number } }, options);
      return callOf(running, (outcome) => pageIn(outcome, operation, key, number));
    };

    const first = fetchPage();
    // A walk may begin later, so a rejection must not count as unhandled before that. The handler is added only once the call
    // has failed: while two handlers wait for one promise, V8 cannot put the caller into the stack of an error.
    const list = first.catch((error: unknown) => {
      list.catch(() => undefined);
      throw error;
    });

    async function* pages(): AsyncGenerator<Page, void, undefined> {
      let page = await list;
      for (;;) {
        // Read before the caller gets the page and may change it.
        const next = nextPage(page);
        yield page;
        if (next === undefined) return;
        page = await fetchPage(next);
      }
    }

    async function* items(): AsyncGenerator<unknown, void, undefined> {
      const walked = new Set<unknown>();
      for await (const page of pages()) {
        for (const item of itemsOf(page, key)) {
          // A creation moves items to later pages, where they would come again. `JSON.parse` rounds large ids.
          const id = isObject(item) ? item["id"] : undefined;
          const isExact = typeof id === "string" || Number.isSafeInteger(id);
          if (!isExact || !walked.has(id)) yield item;
          walked.add(id);
        }
      }
    }

    const withResponse = () => list.then(() => first.withResponse());
    return Object.assign(list, { withResponse, pages, [Symbol.asyncIterator]: items });
  };
  return makeList as MakeList;
}

function itemsOf(page: Page, key: string): readonly unknown[] {
  return Reflect.get(page, key);
}

/**
 * Reads a page.
 *
 * @param least - The lowest page number to accept: if the service ignored the number in the query, a walk would never end.
 * @throws ServiceResponseError when the page lacks its items or its position: a walk would end as if it were complete.
 */
function pageIn(outcome: Outcome, operation: Operation, key: string, least = 0): Page {
  const page = dataIn<Partial<Page>>(outcome, operation);
  const { pagination } = page;
  if (!Array.isArray(Reflect.get(page, key))) throw new ServiceResponseError(`The response has no ${key}`, outcome);
  if (typeof pagination?.current_page !== "number" || typeof pagination.total_pages !== "number")
    throw new ServiceResponseError("The response has no pagination", outcome);
  if (pagination.current_page < least)
    throw new ServiceResponseError("The service keeps returning the same page", outcome);
  return { ...page, pagination };
}
