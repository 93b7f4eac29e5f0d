import type { DeletionResult, operations, Webhook } from "../../generated/schema.js";
import type { Call, CallOptions, Operation, RequestOptions } from "./call.js";
import type { Http } from "./client.js";
import { createWebhookList, type WebhookList, type WebhookPage } from "./pages.js";
import { stringsOf } from "./redaction.js";

type Input<Id extends "createWebhook" | "updateWebhook" | "deliverWebhook"> =
  operations[Id]["requestBody"]["content"]["application/json"]["webhook"];

/** What `create` takes. */
export type WebhookCreateInput = Input<"createWebhook">;
/** What `update` takes. */
export type WebhookUpdateInput = Input<"updateWebhook">;
/** What `deliver` takes. */
export type WebhookDeliverInput = Input<"deliverWebhook">;
/** What `list` takes: which page, how long, and in which order. */
export type WebhookListQuery = NonNullable<operations["listWebhooks"]["parameters"]["query"]>;
/** Identifier of a subscription, or its handle. */
export type WebhookId = operations["getWebhook"]["parameters"]["path"]["id"];

/** Subscribe an address to an event topic, look through the subscriptions, and change or end them. */
export interface WebhookMethods {
  /**
   * Lists subscriptions: `await` gives one page, `for await` walks the subscriptions of that page and all that follow.
   *
   * Operation `listWebhooks`, `GET /api/admin/26.0/webhooks`
   *
   * @param query - `limit` is 20 unless given and at most 10000, `page` is 1 unless given.
   * @throws ServiceError when the call fails.
   */
  list(query?: WebhookListQuery, options?: CallOptions): WebhookList;

  /**
   * Creates a subscription, which registers it for its topic. `format` is `json` unless given.
   *
   * Operation `createWebhook`, `POST /api/admin/26.0/webhooks`
   *
   * @throws ServiceError when the call fails. It is never tried again.
   */
  create(webhook: WebhookCreateInput, options?: CallOptions): Promise<Webhook>;

  /**
   * Updates a subscription. How the service knows which one is not specified.
   *
   * Operation `updateWebhook`, `PUT /api/admin/26.0/webhooks`
   *
   * @throws ServiceError when the call fails.
   */
  update(webhook: WebhookUpdateInput, options?: CallOptions): Promise<Webhook>;

  /**
   * Gets one subscription.
   *
   * Operation `getWebhook`, `GET /api/admin/26.0/webhooks/{id}`
   *
   * @throws TypeError when the id could not be sent as it is; no request is made then.
   * @throws ServiceError when the call fails.
   */
  get(id: WebhookId, options?: CallOptions): Promise<Webhook>;

  /**
   * Deletes one subscription.
   *
   * Operation `deleteWebhook`, `DELETE /api/admin/26.0/webhooks/{id}`
   *
   * @throws TypeError when the id could not be sent as it is; no request is made then.
   * @throws ServiceError when the call fails. A retry may meet a subscription that the first try deleted already.
   */
  delete(id: WebhookId, options?: CallOptions): Promise<DeletionResult>;

  /**
   * Internal: initiates one delivery to the given address. What it sends is not specified.
   *
   * Operation `deliverWebhook`, `POST /api/admin/26.0/internal/webhooks/deliver`
   *
   * @throws ServiceError when the call fails. It is never tried again.
   */
  deliver(webhook: WebhookDeliverInput, options?: CallOptions): Promise<Webhook>;
}

const WEBHOOKS = "/api/admin/26.0/webhooks";
const WEBHOOK = "/api/admin/26.0/webhooks/{id}";
const DELIVER = "/api/admin/26.0/internal/webhooks/deliver";

export function createWebhookMethods(http: Http, call: Call): WebhookMethods {
  async function getPage(query: WebhookListQuery, options: CallOptions): Promise<WebhookPage> {
    const { webhooks, pagination } = await call(
      { keys: ["webhooks", "pagination"], request: (init) => http.GET(WEBHOOKS, { ...init, params: { query } }) },
      options,
    );
    const page = query.page ?? 1;
    const hasNextPage = webhooks.length > 0 && page < pagination.total_pages;
    return {
      webhooks,
      pagination,
      hasNextPage,
      nextPage: async () => (hasNextPage ? getPage({ ...query, page: page + 1 }, options) : undefined),
    };
  }
  async function getOne(
    request: Operation<{ webhook: Webhook }>["request"],
    options?: CallOptions,
    secrets?: string[],
  ): Promise<Webhook> {
    const { webhook } = await call({ keys: ["webhook"], request, secrets }, options);
    return webhook;
  }
  return {
    list: (query = {}, options = {}) => createWebhookList(getPage(query, options)),
    create: async (webhook, options) =>
      getOne((init) => http.POST(WEBHOOKS, { ...init, body: { webhook } }), options, stringsOf(webhook.secret)),
    update: (webhook, options) => getOne((init) => http.PUT(WEBHOOKS, { ...init, body: { webhook } }), options),
    async get(id, options) {
      const params = pathTo(id);
      return getOne((init) => http.GET(WEBHOOK, { ...init, params }), options);
    },
    async delete(id, options) {
      const params = pathTo(id);
      const request = (init: RequestOptions) => http.DELETE(WEBHOOK, { ...init, params });
      return call({ keys: ["success", "message"], request }, options);
    },
    deliver: (webhook, options) => getOne((init) => http.POST(DELIVER, { ...init, body: { webhook } }), options),
  };
}

/** The path to one subscription: refuses an id that would lead elsewhere. */
function pathTo(id: WebhookId) {
  // URL parsers drop "." and "..", percent-encoded or not, and a path with nothing for an id is that of the list. A
  // number that is no safe integer, and half a surrogate pair, would arrive as something else.
  const sendable = Number.isSafeInteger(id) || (typeof id === "string" && !/^\.{0,2}$|\p{Surrogate}/u.test(id));
  if (!sendable) throw new TypeError(`No path leads to a subscription with the id ${JSON.stringify(id)}`);
  return { path: { id } };
}
