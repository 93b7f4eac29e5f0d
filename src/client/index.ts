export type * from "../../generated/methods.js";
export { nextPage } from "../../generated/methods.js";
export type { Send, TryInit } from "./answer.js";
export type { Call } from "./call.js";
export type { CallOptions, TryReport } from "./call-options.js";
export { createServiceClient, type ServiceClient, type ServiceClientOptions } from "./client.js";
export {
  ServiceConnectionError,
  ServiceError,
  ServiceResponseError,
  ServiceStatusError,
  ServiceTimeoutError,
} from "./errors.js";
export type { RequestHeaders } from "./headers.js";
export type { List } from "./pages.js";
export type { AccessToken, TokenRequest } from "./token.js";
