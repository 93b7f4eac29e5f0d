import type { Pagination, Webhook } from "../../generated/schema.js";

/** One page of webhook subscriptions. */
export interface WebhookPage {
  /** The subscriptions on this page. */
  readonly webhooks: Webhook[];
  /** Where this page stands among all pages, as the service tells it. */
  readonly pagination: Pagination;
  /** Whether a page follows this one, by what the service tells. */
  readonly hasNextPage: boolean;
  /** Gets the page that follows this one, in a call of its own; `undefined` where none does. */
  nextPage(): Promise<WebhookPage | undefined>;
}

/**
 * What `list` gives. Awaited, it is one page. Iterated with `for await`, it is every subscription on that page and on
 * all that follow, each page fetched when the one before it is used up, and none after the loop is left.
 */
export type WebhookList = Promise<WebhookPage> & AsyncIterable<Webhook>;

/** Makes the list that starts with this page. */
export function createWebhookList(first: Promise<WebhookPage>): WebhookList {
  return Object.assign(first, { [Symbol.asyncIterator]: () => walk(first) });
}

async function* walk(first: Promise<WebhookPage>): AsyncGenerator<Webhook, void, undefined> {
  let page: WebhookPage | undefined = await first;
  while (page) {
    yield* page.webhooks;
    const next: WebhookPage | undefined = await page.nextPage();
    // A service that answers the same page whatever the number would keep the loop going forever.
    page = next && idsOn(next) !== idsOn(page) ? next : undefined;
  }
}

function idsOn(page: WebhookPage): string {
  return page.webhooks.map(({ id }) => id).join();
}
