export type * from "../../generated/methods.js";
export type { Call } from "./call.js";
export type { CallOptions, TryReport } from "./call-options.js";
export { createServiceClient, type ServiceClient, type ServiceClientOptions } from "./client.js";
export {
  isServiceFailure,
  ServiceConnectionError,
  ServiceError,
  type ServiceFailure,
  ServiceResponseError,
  ServiceStatusError,
  ServiceTimeoutError,
} from "./errors.js";
export type { Http, RequestHeaders, Send } from "./http.js";
export type { List, Paged } from "./pages.js";
export type { AccessToken } from "./token.js";
