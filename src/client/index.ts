// To read the client: client.ts makes it; calls.ts and pages.ts are what its methods return; tries.ts sends a call, with
// one-try.ts, when-to-retry.ts and time-limit.ts; errors.ts and options.ts are what users meet.

export type * from "../../generated/client.js";
export type { Call } from "./calls.js";
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
  CallOptions,
  RequestHeaders,
  Send,
  ServiceClientOptions,
  TokenRequest,
  TryInit,
  TryReport,
} from "./options.js";
export { type List, nextPage } from "./pages.js";
