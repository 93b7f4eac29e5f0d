export type {
  components,
  DeletionResult,
  OAuth,
  operations,
  Pagination,
  paths,
  Webhook,
} from "../../generated/schema.js";
export type { CallOptions, RequestHeaders } from "./call.js";
export { createServiceClient, type Http, type ServiceClient, type ServiceClientOptions } from "./client.js";
export {
  ServiceConnectionError,
  ServiceError,
  ServiceResponseError,
  ServiceStatusError,
  ServiceTimeoutError,
} from "./errors.js";
export type { OAuthMethods } from "./oauth.js";
export type { WebhookList, WebhookPage } from "./pages.js";
export type { Send } from "./send.js";
export type { AccessToken } from "./token.js";
export type {
  WebhookCreateInput,
  WebhookDeliverInput,
  WebhookId,
  WebhookListQuery,
  WebhookMethods,
  WebhookUpdateInput,
} from "./webhooks.js";
