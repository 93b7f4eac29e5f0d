// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.
import type { Call, MakeCall } from "../src/client/call.js";
import type { CallOptions } from "../src/client/options.js";
import type { List, MakeList } from "../src/client/pages.js";
import { operations as facts } from "./contract.js";
import type { components, operations } from "./openapi-types.js";

export type { components, operations, paths } from "./openapi-types.js";

/**
 * The record that a token exchange returns.
 *
 * **Not specified:** which bounds, lifetime and uniqueness rules the fields of the OAuth record have.
 */
export type OAuth = { [Field in keyof components["schemas"]["OAuth"]]: components["schemas"]["OAuth"][Field] };

/** A webhook subscription binds an event topic to a receiving address and a payload format. */
export type Webhook = { [Field in keyof components["schemas"]["Webhook"]]: components["schemas"]["Webhook"][Field] };

/**
 * The position of one page among all pages of a list. This project assumes what the fields mean: only their
 * names and types are documented.
 */
export type Pagination = {
  [Field in keyof components["schemas"]["Pagination"]]: components["schemas"]["Pagination"][Field];
};

/** Confirms a deletion. */
export type DeletionResult = {
  [Field in keyof components["schemas"]["DeletionResult"]]: components["schemas"]["DeletionResult"][Field];
};

/** The options of `oauth.exchangeAccessToken`. */
export interface ExchangeAccessTokenOptions extends CallOptions {
  body?: NonNullable<operations["exchangeAccessToken"]["requestBody"]>["content"]["application/json"] | undefined;
}

/** The query of `webhooks.list`. */
export type WebhookListQuery = {
  [Field in keyof NonNullable<operations["listWebhooks"]["parameters"]["query"]>]: NonNullable<
    operations["listWebhooks"]["parameters"]["query"]
  >[Field];
};

/** One page of subscriptions, under the key `webhooks`, with its pagination object. */
export type WebhookPage = { webhooks: Webhook[]; pagination: Pagination };

/** The input of `webhooks.create`. */
export type WebhookCreateInput = {
  [Field in keyof NonNullable<
    operations["createWebhook"]["requestBody"]
  >["content"]["application/json"]["webhook"]]: NonNullable<
    operations["createWebhook"]["requestBody"]
  >["content"]["application/json"]["webhook"][Field];
};

/** The input of `webhooks.update`. */
export type WebhookUpdateInput = {
  [Field in keyof NonNullable<
    operations["updateWebhook"]["requestBody"]
  >["content"]["application/json"]["webhook"]]: NonNullable<
    operations["updateWebhook"]["requestBody"]
  >["content"]["application/json"]["webhook"][Field];
};

/**
 * Identifier of the subscription, or a handle. Use the identifier: nothing explains what a handle is, and no
 * field of a subscription holds one.
 */
export type WebhookId = components["parameters"]["WebhookId"];

/** The input of `webhooks.deliver`. */
export type WebhookDeliverInput = {
  [Field in keyof NonNullable<
    operations["deliverWebhook"]["requestBody"]
  >["content"]["application/json"]["webhook"]]: NonNullable<
    operations["deliverWebhook"]["requestBody"]
  >["content"]["application/json"]["webhook"][Field];
};

/**
 * The service sends this request to the address of a subscription when an event of its topic occurs. You run the
 * server at that address. This project assumes that the request is a `POST`, and that a trigger sends the same
 * one.
 *
 * **Not specified:** whether deliveries are signed or retried, and how; what a receiver answers, and how soon.
 *
 * This project assumes that the media type follows the `format` of the subscription, or of the trigger: `json`
 * is `application/json`, and `xml` is `application/xml`.
 *
 * **Not specified:** what the payload of a delivered event holds; in which media type a delivery arrives.
 */
export type Delivery = {
  [MediaType in keyof NonNullable<operations["receiveDelivery"]["requestBody"]>["content"]]: {
    /** Value of the request header `Content-Type`, without parameters. */
    readonly mediaType: MediaType;
    readonly payload: NonNullable<operations["receiveDelivery"]["requestBody"]>["content"][MediaType];
  };
}[keyof NonNullable<operations["receiveDelivery"]["requestBody"]>["content"]];

/** Send an access token, and receive an OAuth record. The exchange does not return an access token. */
export interface OAuthMethods {
  /**
   * Does not return an access token: it returns the `oauth` record, which has a client identifier, a client secret
   * and a code. Like every operation, it requires the access-token header.
   *
   * Operation `exchangeAccessToken`, `POST /api/admin/26.0/oauth/access_token`
   *
   * @param options - `body` is sent as JSON. **Not specified:** what the request body of the token exchange holds.
   * @throws ServiceError when the call fails.
   */
  exchangeAccessToken: (options?: ExchangeAccessTokenOptions) => Call<OAuth>;
}

/**
 * Subscribe an address to an event topic, and list, update or delete subscriptions. Creating a subscription
 * registers it for its topic; deliveries then go to its address, in its format. No operation that pauses a
 * subscription is documented.
 *
 * **Not specified:** which states a resource has, and how it moves between them.
 */
export interface WebhookMethods {
  /**
   * Returns one page of the webhook subscriptions, with its position among all pages. For the newest one, send
   * `sort_by=created_at`, `sort_order=desc` and `limit=1`. No filter is documented. Read all pages and compare.
   *
   * **Not specified:** whose subscriptions an access token sees.
   *
   * `await` returns one page. `for await` loops over the list itself, without another `await`: it walks the items
   * of that page and of all later pages. Collect items before you delete them, since a deletion moves later items
   * to an earlier page.
   *
   * Operation `listWebhooks`, `GET /api/admin/26.0/webhooks`
   *
   * @throws ServiceError when the call fails.
   */
  list: (query?: WebhookListQuery, options?: CallOptions) => List<WebhookPage, Webhook>;

  /**
   * Creates a subscription, which registers it for its topic, and returns it.
   *
   * **Not specified:** whether two subscriptions may share a topic and an address.
   *
   * Operation `createWebhook`, `POST /api/admin/26.0/webhooks`
   *
   * @param webhook - The subscription to create. **Not specified:** how `event`, `app_id` and `secret` relate to
   * the other fields.
   * @throws ServiceError when the call fails.
   */
  create: (webhook: WebhookCreateInput, options?: CallOptions) => Call<Webhook>;

  /**
   * Updates a subscription and returns it. The path holds no identifier, and neither do the parameters. Do not
   * change an address or a topic by an update: create a new subscription, then delete the old one by its `id`.
   * Send `event`, `app_id` and `secret` again with the new one, since no documented response contains them.
   *
   * **Not specified:** how the subscription to update is identified.
   *
   * Operation `updateWebhook`, `PUT /api/admin/26.0/webhooks`
   *
   * @param webhook - The parameters of the subscription.
   * @throws ServiceError when the call fails.
   */
  update: (webhook: WebhookUpdateInput, options?: CallOptions) => Call<Webhook>;

  /**
   * Returns one subscription.
   *
   * **Not specified:** which status the service returns for a subscription that does not exist.
   *
   * Operation `getWebhook`, `GET /api/admin/26.0/webhooks/{id}`
   *
   * @param id - Identifier of the subscription, or a handle. Use the identifier: nothing explains what a handle
   * is, and no field of a subscription holds one.
   * @throws ServiceError when the call fails.
   */
  get: (id: WebhookId, options?: CallOptions) => Call<Webhook>;

  /**
   * Deletes one subscription and returns a confirmation.
   *
   * **Not specified:** which status the service returns for a subscription that does not exist.
   *
   * Operation `deleteWebhook`, `DELETE /api/admin/26.0/webhooks/{id}`
   *
   * @param id - Identifier of the subscription, or a handle. Use the identifier: nothing explains what a handle
   * is, and no field of a subscription holds one.
   * @throws ServiceError when the call fails.
   */
  delete: (id: WebhookId, options?: CallOptions) => Call<DeletionResult>;

  /**
   * Initiates a delivery and returns a subscription. This project assumes that the delivery goes to the `address`
   * of the request, and that its `format` decides how: as `application/json` or `application/xml`. The operation
   * is internal: ask the service team before you call it in production.
   *
   * **Not specified:** what a triggered delivery sends, and how its outcome is reported; where the parameters of
   * create, update and trigger are sent.
   *
   * Operation `deliverWebhook`, `POST /api/admin/26.0/internal/webhooks/deliver`
   *
   * @param webhook - The delivery to initiate.
   * @throws ServiceError when the call fails.
   */
  deliver: (webhook: WebhookDeliverInput, options?: CallOptions) => Call<Webhook>;
}

/** The methods of the client, grouped by the tags of the contract. */
export interface Methods {
  /** Send an access token, and receive an OAuth record. The exchange does not return an access token. */
  readonly oauth: OAuthMethods;
  /**
   * Subscribe an address to an event topic, and list, update or delete subscriptions. Creating a subscription
   * registers it for its topic; deliveries then go to its address, in its format. No operation that pauses a
   * subscription is documented.
   *
   * **Not specified:** which states a resource has, and how it moves between them.
   */
  readonly webhooks: WebhookMethods;
}

/** Makes the methods from the functions that start a call and make a list. */
export const createMethods = (call: MakeCall, list: MakeList): Methods => ({
  oauth: {
    exchangeAccessToken: (options) => call(facts.exchangeAccessToken, { body: options?.body }, options),
  },
  webhooks: {
    list: (query, options) => list(facts.listWebhooks, "webhooks", query, options),
    create: (webhook, options) => call(facts.createWebhook, { body: { webhook } }, options),
    update: (webhook, options) => call(facts.updateWebhook, { body: { webhook } }, options),
    get: (id, options) => call(facts.getWebhook, { path: { id } }, options),
    delete: (id, options) => call(facts.deleteWebhook, { path: { id } }, options),
    deliver: (webhook, options) => call(facts.deliverWebhook, { body: { webhook } }, options),
  },
});
