export type { components, DeletionResult, OAuth, operations, Pagination, paths, Webhook } from "../generated/schema.js";
export type { CallOptions } from "./call.js";
export { createServiceClient, type ServiceClient, type ServiceClientOptions } from "./client.js";
export {
  ServiceConnectionError,
  ServiceError,
  ServiceResponseError,
  ServiceStatusError,
  ServiceTimeoutError,
} from "./errors.js";
export type { OAuthMethods } from "./oauth.js";
export type { WebhookList, WebhookPage } from "./page.js";
export type { AccessToken } from "./token.js";
export type {
  WebhookCreateInput,
  WebhookDeliverInput,
  WebhookListQuery,
  WebhookMethods,
  WebhookUpdateInput,
} from "./webhooks.js";
