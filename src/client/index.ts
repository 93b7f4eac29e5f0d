export type * from "../../generated/client.js";
export { type List, nextPage } from "./calls.js";
export { createServiceClient, type ServiceClient } from "./client.js";
export {
  ServiceConnectionError,
  ServiceError,
  ServiceResponseError,
  ServiceStatusError,
  ServiceTimeoutError,
  ServiceTokenError,
} from "./errors.js";
export type {
  AccessToken,
  Call,
  CallOptions,
  RequestHeaders,
  Send,
  ServiceClientOptions,
  TokenRequest,
  TryInit,
  TryReport,
} from "./options.js";
