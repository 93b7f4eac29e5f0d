import createClient, { type Client, mergeHeaders } from "openapi-fetch";
import type { operations, paths } from "../../generated/schema.js";
import { version } from "../../generated/version.js";
import { type CallOptions, createCall, type RequestHeaders } from "./call.js";
import { createOAuthMethods, type OAuthMethods } from "./oauth.js";
import { createSend, type Send } from "./send.js";
import { type AccessToken, createTokenSource } from "./token.js";
import { createWebhookMethods, type WebhookMethods } from "./webhooks.js";

/** The contract's paths as a typed fetch client, from openapi-fetch. */
export type Http = Client<paths, "application/json">;

/** What `createServiceClient` takes. */
export interface ServiceClientOptions {
  /** Scheme, host and port of the service: what stands before `/api/admin/26.0/`. */
  baseUrl: string;
  /** Value of the `X-Service-Access-Token` header, or a function that gives it, asked before every try. */
  accessToken: AccessToken;
  /** Default of every call's `timeout`, in ms. */
  timeout?: CallOptions["timeout"];
  /** Default of every call's `maxRetries`. */
  maxRetries?: CallOptions["maxRetries"];
  /** Headers that every call sends besides the access token and the content type. */
  headers?: RequestHeaders | undefined;
  /**
   * Sends the requests in place of `globalThis.fetch`. Its second argument carries the signal that ends the call, and
   * the refusal of redirects: hand it on.
   */
  fetch?: Send | undefined;
}

/** A client of the Service API. */
export interface ServiceClient {
  /** The token exchange. */
  readonly oauth: OAuthMethods;
  /** The webhook subscriptions. */
  readonly webhooks: WebhookMethods;
  /**
   * The raw client that the methods use: `GET`, `POST`, `PUT` and `DELETE` by path, and `use` for middleware, which
   * then sees every try of every method too. A request made with it directly carries the same headers and follows no
   * redirect, but is neither tried again nor timed, and gives an answer other than a success as `error`.
   */
  readonly http: Http;
}

/**
 * Makes a client of the Service API.
 *
 * @throws TypeError when `baseUrl` or `accessToken` cannot be used.
 * @example
 * const service = createServiceClient({ baseUrl: "https://service.example", accessToken });
 * const webhook = await service.webhooks.get(1001);
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { accessToken, fetch = (...request) => globalThis.fetch(...request) } = options;
  const baseUrl = usableBaseUrl(options.baseUrl);
  const send = createSend(createTokenSource(accessToken), fetch);
  // Not in browsers: there the service would have to allow this header in its CORS answer.
  const userAgent = "process" in globalThis ? `service-admin-api/${version}` : undefined;
  const headers = mergeHeaders({ "User-Agent": userAgent }, options.headers);
  const http = createClient<paths, "application/json">({ baseUrl, headers, fetch: send, redirect: "manual" });
  const call = createCall(send, options);
  return { http, oauth: createOAuthMethods(http, call), webhooks: createWebhookMethods(http, call) };
}

/** The method that calls each operation of the contract. */
export type MethodOf = EveryOperation<{
  exchangeAccessToken: OAuthMethods["exchangeAccessToken"];
  listWebhooks: WebhookMethods["list"];
  createWebhook: WebhookMethods["create"];
  updateWebhook: WebhookMethods["update"];
  getWebhook: WebhookMethods["get"];
  deleteWebhook: WebhookMethods["delete"];
  deliverWebhook: WebhookMethods["deliver"];
}>;

// An operation of the contract that has no method does not compile.
type EveryOperation<Methods extends Record<Exclude<keyof operations, "receiveDelivery">, unknown>> = Methods;

/** Returns the base URL as it is. The errors do not quote it, for it may hold a password. */
function usableBaseUrl(baseUrl: string): string {
  if (/^https?:\/\/[^@?#\\]+$/i.test(baseUrl) && URL.canParse(baseUrl)) return baseUrl;
  throw new TypeError("baseUrl must be an absolute HTTP URL without credentials, query or fragment");
}
