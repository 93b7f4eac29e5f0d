// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.
import { type Call, type Run } from "../src/client/call.js";
import { type CallOptions } from "../src/client/call-options.js";
import { createList, createNextPage, type List, type NextPage } from "../src/client/pages.js";
import { type Sent } from "../src/client/service-request.js";
import { type components, type operations } from "./schema.js";

export type { components, operations, paths } from "./schema.js";

type Input<Id extends keyof operations> =
  NonNullable<operations[Id]["requestBody"]> extends { content: Record<"application/json", infer Body> } ? Body : never;

type Answer<
  Id extends keyof operations,
  Status extends keyof operations[Id]["responses"],
> = operations[Id]["responses"][Status] extends { content: Record<"application/json", infer Body> } ? Body : never;

type SchemaOf<Name extends keyof components["schemas"]> = components["schemas"][Name];

type Delivered<Content> = {
  [MediaType in keyof Content]: {
    /** Value of the request header `Content-Type`, without parameters. */
    readonly mediaType: MediaType;
    readonly payload: Content[MediaType];
  };
}[keyof Content];

/**
 * The record that a token exchange returns.
 *
 * **Not specified:** bounds, lifetime and uniqueness of the oauth fields.
 */
export interface OAuth extends SchemaOf<"OAuth"> {}

/** A webhook subscription binds an event topic to a receiving address and a payload format. */
export interface Webhook extends SchemaOf<"Webhook"> {}

/** The position of one page among all pages of a list. */
export interface Pagination extends SchemaOf<"Pagination"> {}

/** Confirms a deletion. */
export interface DeletionResult extends SchemaOf<"DeletionResult"> {}

/** The query of `webhooks.list`. */
export interface WebhookListQuery extends Sent<NonNullable<operations["listWebhooks"]["parameters"]["query"]>> {}

/** One page of subscriptions, under the key `webhooks`, with its pagination object. */
export interface WebhookPage extends Answer<"listWebhooks", 200> {
  webhooks: Webhook[];
  pagination: Pagination;
}

/** What `webhooks.create` takes. */
export interface WebhookCreateInput extends Sent<Input<"createWebhook">["webhook"]> {}

/** What `webhooks.update` takes. */
export interface WebhookUpdateInput extends Sent<Input<"updateWebhook">["webhook"]> {}

/** Identifier of the subscription, or its handle. */
export type WebhookId = operations["getWebhook"]["parameters"]["path"]["id"];

/** What `webhooks.deliver` takes. */
export interface WebhookDeliverInput extends Sent<Input<"deliverWebhook">["webhook"]> {}

/**
 * The service sends this request to the address of a subscription when an event of its topic occurs, and to the
 * address that a trigger names. You run the server at that address.
 *
 * **Not specified:** request signing and retry behaviour of deliveries.
 *
 * By our reading, the media type follows the `format` of the subscription, or of the trigger: `json` is
 * `application/json`, and `xml` is `application/xml`.
 *
 * **Not specified:** the payload of a delivered event.
 */
export type Delivery = Delivered<NonNullable<operations["receiveDelivery"]["requestBody"]>["content"]>;

/** Exchange an access token for the OAuth record that belongs to it. */
export interface OAuthMethods {
  /**
   * Returns the `oauth` record: a client identifier, a client secret and a code. Like every operation, it
   * requires the access-token header. It issues no access token: you get one from the team of the service.
   * What the record is for is not said.
   *
   * Operation `exchangeAccessToken`, `POST /api/admin/26.0/oauth/access_token`
   *
   * @param options - `body` is sent as JSON. **Not specified:** the request payload of the token exchange.
   * @throws ServiceError when the call fails. A `POST` is retried only if it was never sent, or after status 429
   * with `Retry-After`.
   */
  exchangeAccessToken(options?: CallOptions & { body?: Input<"exchangeAccessToken"> | undefined }): Call<OAuth>;
}

/**
 * Subscribe an address to an event topic, and list, update or delete your subscriptions. Creating a
 * subscription registers it for its topic; deliveries then go to its address, in its format.
 *
 * **Not specified:** states and transitions of any resource.
 */
export interface WebhookMethods {
  /**
   * Returns one page of the webhook subscriptions, with its position among all pages.
   *
   * `await` returns one page. `for await` walks the items of that page and of all later pages. Collect items
   * before you delete them, since a deletion moves later items to an earlier page.
   *
   * Operation `listWebhooks`, `GET /api/admin/26.0/webhooks`
   *
   * @param query -
   * - `limit` (default `20`, at most 10000): Number of results to return on a page.
   * - `page` (default `1`): Number of the page to fetch.
   * - `sort_by`: Field to sort by. **Not specified:** the default sort field and order.
   * - `sort_order` (one of `asc`, `desc`): Direction to sort in: `asc` or `desc`.
   * @throws ServiceError when the call fails.
   */
  list(query?: WebhookListQuery, options?: CallOptions): List<WebhookPage, Webhook>;

  /**
   * Creates a subscription, which registers it for its topic, and returns it.
   *
   * Operation `createWebhook`, `POST /api/admin/26.0/webhooks`
   *
   * @param webhook - The subscription to create. **Not specified:** how event, app_id and secret relate to the
   * other fields.
   * @throws ServiceError when the call fails. A `POST` is retried only if it was never sent, or after status 429
   * with `Retry-After`.
   */
  create(webhook: WebhookCreateInput, options?: CallOptions): Call<Webhook>;

  /**
   * Updates a subscription and returns it. The path holds no identifier, and neither do the parameters.
   *
   * **Not specified:** how the subscription to update is identified.
   *
   * Operation `updateWebhook`, `PUT /api/admin/26.0/webhooks`
   *
   * @param webhook - The parameters of the subscription.
   * @throws ServiceError when the call fails.
   */
  update(webhook: WebhookUpdateInput, options?: CallOptions): Call<Webhook>;

  /**
   * Returns one subscription.
   *
   * Operation `getWebhook`, `GET /api/admin/26.0/webhooks/{id}`
   *
   * @param id - Identifier of the subscription, or its handle.
   * @throws TypeError when the id cannot be part of a path; no request is made then.
   * @throws ServiceError when the call fails.
   */
  get(id: WebhookId, options?: CallOptions): Call<Webhook>;

  /**
   * Deletes one subscription and returns a confirmation. What a get of it answers afterwards is not said.
   *
   * Operation `deleteWebhook`, `DELETE /api/admin/26.0/webhooks/{id}`
   *
   * @param id - Identifier of the subscription, or its handle.
   * @throws TypeError when the id cannot be part of a path; no request is made then.
   * @throws ServiceError when the call fails. A retry may fail because an earlier try has deleted the resource.
   */
  delete(id: WebhookId, options?: CallOptions): Call<DeletionResult>;

  /**
   * Internal. Initiates one delivery to the given address and returns a subscription. By our reading, the delivery
   * is sent as `application/json` or `application/xml`, whichever the `format` of this request names. Which
   * subscription is returned when none has this topic and address is not said.
   *
   * **Not specified:** what the triggered delivery sends and how its outcome is reported.
   *
   * Operation `deliverWebhook`, `POST /api/admin/26.0/internal/webhooks/deliver`
   *
   * @param webhook - The delivery to initiate.
   * @throws ServiceError when the call fails. A `POST` is retried only if it was never sent, or after status 429
   * with `Retry-After`.
   */
  deliver(webhook: WebhookDeliverInput, options?: CallOptions): Call<Webhook>;
}

/** The methods of the client, by the tags of the contract. */
export interface Methods {
  /** Exchange an access token for the OAuth record that belongs to it. */
  readonly oauth: OAuthMethods;
  /**
   * Subscribe an address to an event topic, and list, update or delete your subscriptions. Creating a
   * subscription registers it for its topic; deliveries then go to its address, in its format.
   *
   * **Not specified:** states and transitions of any resource.
   */
  readonly webhooks: WebhookMethods;
}

// A sample of each resource. The client compares the form of answers with it.
const oauthSample = { id: 0, client_id: "", client_secret: "", code: "", created_at: "", updated_at: "" };
const webhookSample = { id: 0, address: "", topic: "", format: "", created_at: "", updated_at: "" };
const paginationSample = { current_page: 0, per_page: 0, total: 0, total_pages: 0 };
const deletionResultSample = { success: false, message: "" };

const webhookPaging = { items: "webhooks", pagination: "pagination" };

/**
 * Returns the number of the page after this one; `undefined` if the service says that there is none, or if this one is
 * empty. TanStack Query takes this function as `getNextPageParam`.
 *
 * @param page - A page, as a method that lists returns it.
 * @param number - The number that the page was requested by, if it is not the one that the page itself tells.
 */
export const nextPage: NextPage<WebhookPage> = /* @__PURE__ */ createNextPage([webhookPaging]);

/** Creates the methods from a function that runs calls. */
export function createMethods(run: Run): Methods {
  return {
    oauth: {
      exchangeAccessToken: (options) =>
        run(
          {
            id: "exchangeAccessToken",
            signature: "oauth.exchangeAccessToken(options)",
            method: "POST",
            path: "/api/admin/26.0/oauth/access_token",
            body: options?.body,
            hasOpenBody: true,
            returnedSecrets: ["client_secret", "code"],
            answers: { 200: { oauth: oauthSample } },
            data: (answer: Answer<"exchangeAccessToken", 200>) => answer["oauth"],
          },
          options,
        ),
    },
    webhooks: {
      list: (query, options) =>
        createList(
          run,
          {
            id: "listWebhooks",
            signature: "webhooks.list(query, options)",
            method: "GET",
            path: "/api/admin/26.0/webhooks",
            query: query,
            parameters: ["limit", "page", "sort_by", "sort_order"],
            answers: { 200: { webhooks: [webhookSample], pagination: paginationSample } },
            paging: webhookPaging,
          },
          options,
        ),
      create: (webhook, options) =>
        run(
          {
            id: "createWebhook",
            signature: "webhooks.create(webhook, options)",
            method: "POST",
            path: "/api/admin/26.0/webhooks",
            input: "webhook",
            fields: webhook,
            body: { webhook: webhook },
            answers: { 200: { webhook: webhookSample } },
            data: (answer: Answer<"createWebhook", 200>) => answer["webhook"],
          },
          options,
        ),
      update: (webhook, options) =>
        run(
          {
            id: "updateWebhook",
            signature: "webhooks.update(webhook, options)",
            method: "PUT",
            path: "/api/admin/26.0/webhooks",
            input: "webhook",
            fields: webhook,
            body: { webhook: webhook },
            answers: { 200: { webhook: webhookSample } },
            data: (answer: Answer<"updateWebhook", 200>) => answer["webhook"],
          },
          options,
        ),
      get: (id, options) =>
        run(
          {
            id: "getWebhook",
            signature: "webhooks.get(id, options)",
            method: "GET",
            path: "/api/admin/26.0/webhooks/{id}",
            pathParameters: { id: id },
            answers: { 200: { webhook: webhookSample } },
            data: (answer: Answer<"getWebhook", 200>) => answer["webhook"],
          },
          options,
        ),
      delete: (id, options) =>
        run(
          {
            id: "deleteWebhook",
            signature: "webhooks.delete(id, options)",
            method: "DELETE",
            path: "/api/admin/26.0/webhooks/{id}",
            pathParameters: { id: id },
            answers: { 200: deletionResultSample },
            data: (answer: Answer<"deleteWebhook", 200>) => answer,
          },
          options,
        ),
      deliver: (webhook, options) =>
        run(
          {
            id: "deliverWebhook",
            signature: "webhooks.deliver(webhook, options)",
            method: "POST",
            path: "/api/admin/26.0/internal/webhooks/deliver",
            input: "webhook",
            fields: webhook,
            body: { webhook: webhook },
            answers: { 200: { webhook: webhookSample } },
            data: (answer: Answer<"deliverWebhook", 200>) => answer["webhook"],
          },
          options,
        ),
    },
  };
}
