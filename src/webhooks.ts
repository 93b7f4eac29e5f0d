import type { DeletionResult, operations, Webhook } from "../generated/schema.js";
import type { Call, CallOptions } from "./call.js";
import type { Http } from "./client.js";
import { createWebhookList, type WebhookList, type WebhookPage } from "./page.js";

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
    const { page = 1 } = query;
    const hasNextPage = webhooks.length > 0 && page < pagination.total_pages;
    const nextPage = async () => (hasNextPage ? getPage({ ...query, page: page + 1 }, options) : undefined);
    return { webhooks, pagination, hasNextPage, nextPage };
  }
  return {
    list: (query = {}, options = {}) => createWebhookList(getPage(query, options)),

    async create(webhook, options) {
      const answer = await call(
        {
          keys: ["webhook"],
          secrets: [webhook.secret ?? ""],
          request: (init) => http.POST(WEBHOOKS, { ...init, body: { webhook } }),
        },
        options,
      );
      return answer.webhook;
    },

    async update(webhook, options) {
      const answer = await call(
        { keys: ["webhook"], request: (init) => http.PUT(WEBHOOKS, { ...init, body: { webhook } }) },
        options,
      );
      return answer.webhook;
    },

    async get(id, options) {
      const path = { id: sendableId(id) };
      const answer = await call(
        { keys: ["webhook"], request: (init) => http.GET(WEBHOOK, { ...init, params: { path } }) },
        options,
      );
      return answer.webhook;
    },

    async delete(id, options) {
      const path = { id: sendableId(id) };
      return call(
        { keys: ["success", "message"], request: (init) => http.DELETE(WEBHOOK, { ...init, params: { path } }) },
        options,
      );
    },

    async deliver(webhook, options) {
      const answer = await call(
        { keys: ["webhook"], request: (init) => http.POST(DELIVER, { ...init, body: { webhook } }) },
        options,
      );
      return answer.webhook;
    },
  };
}

/** Returns the id as it is, unless it would lead to another path than that of one subscription. */
function sendableId(id: WebhookId): WebhookId {
  const text = String(id);
  // URL parsers drop "." and "..", percent-encoded or not, and a path with nothing for an id is that of the list.
  if (text === "" || text === "." || text === "..") {
    throw new TypeError(`A subscription's id or handle cannot be ${JSON.stringify(text)}: it would change the path`);
  }
  if (typeof id === "number" ? !Number.isSafeInteger(id) : typeof id !== "string" || /\p{Surrogate}/u.test(text)) {
    throw new TypeError(`A subscription's id is a safe integer or a well-formed string, got ${text}`);
  }
  return id;
}
