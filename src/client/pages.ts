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

/** Makes the list of a method, from the page of its query. The methods, which are generated, say which types it has. */
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
    // Copies: what the caller changes later is not sent with later pages.
    const query = { ...givenQuery };
    const options = { ...givenOptions };
    const fetchPage = (number?: number) => {
      const running = request(operation, { query: number === undefined ? query : { ...query, page: number } }, options);
      return callOf(running, (outcome) => pageIn(outcome, operation, key, number));
    };

    const first = fetchPage();
    // A walk may begin later: until then, a rejection is not unhandled. The handler is added only once the call has failed:
    // while two wait for one promise, V8 does not find the caller for the stack of an error.
    const list = first.catch((error: unknown) => {
      list.catch(() => undefined);
      throw error;
    });

    async function* pages(): AsyncGenerator<Page, void, undefined> {
      let page = await list;
      for (;;) {
        // Before the page is the caller's, who may change it.
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
          // Creations move items to later pages: without this, they would come twice. `JSON.parse` rounds large ids.
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
 * Reads a page. Without its items or its position, a walk would end as if it were complete.
 *
 * @param least - The number that it must have at least: a service that ignores the number in the query would keep a walk
 * going for ever.
 */
function pageIn(outcome: Outcome, operation: Operation, key: string, least = 0): Page {
  const page = dataIn<Partial<Page>>(outcome, operation);
  const { pagination } = page;
  if (!Array.isArray(Reflect.get(page, key))) throw new ServiceResponseError(`The answer has no ${key}`, outcome);
  if (typeof pagination?.current_page !== "number" || typeof pagination.total_pages !== "number")
    throw new ServiceResponseError("The answer has no pagination", outcome);
  if (pagination.current_page < least)
    throw new ServiceResponseError("The service keeps returning the same page", outcome);
  return { ...page, pagination };
}
