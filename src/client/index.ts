// To read the client, follow a call:
// - client.ts puts the client together, from the options of its user. generated/client.ts has the methods.
// - calls.ts and pages.ts are what a method returns: they read the data out of what came of the call.
// - call-path.ts makes one call: settings.ts checks its options, openapi-fetch.ts makes its request, and hands it to the
//   layers. path-client.ts has its types.
// - The layers are functions around the next: retries.ts (with when-to-retry.ts and time-limit.ts), headers.ts, token.ts,
//   and one-try.ts, which calls `fetch`. exchange.ts has what passes between them.
// - http.ts is `service.http`, which calls paths instead of methods.
// - errors.ts is what a call fails with: reasons.ts finds the service's words, network-errors.ts reads the errors of `fetch`
//   in Node.js (a page has network-errors.browser.ts), secrets.ts hides what no error may show, stack.ts keeps the caller in
//   its stack, and declared-failures.ts finds the bodies that the contract declares.
// - options.ts is what users pass. schemas.ts is an entry of its own: the inputs for forms.

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
export type { RequestHeaders } from "./headers.js";
export type {
  AccessToken,
  CallOptions,
  Send,
  ServiceClientOptions,
  TokenRequest,
  TryInit,
  TryReport,
} from "./options.js";
export { type List, nextPage } from "./pages.js";
// Without these, the compiler could not name the parts of `service.http`, and what they return, in the declarations of a library.
export type { FetchOptions, Middleware, PathMethod, PathOutcome, PathRequest } from "./path-client.js";
