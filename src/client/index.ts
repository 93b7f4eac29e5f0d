// To read the client, follow a call, such as `webhooks.get(1001)`:
// - generated/client.ts has the methods: which operation each one calls, and with what.
// - call.ts starts the call, and reads the data out of its answer. pages.ts does the same for lists.
// - request.ts has openapi-fetch make the request. http.ts is `service.http`, which calls paths instead of methods.
// - retries.ts makes the tries, within the limits that settings.ts has checked.
// - try.ts adds headers and token, and calls `fetch`.
// exchange.ts has the types that pass between them, options.ts the options of users, and errors.ts the errors of a call, from
// which secrets.ts removes what they may not show.

export type * from "../../generated/client.js";
export type { Call } from "./call.js";
export { createServiceClient, type ServiceClient } from "./client.js";
export {
  ServiceConnectionError,
  ServiceError,
  ServiceResponseError,
  ServiceStatusError,
  ServiceTimeoutError,
  ServiceTokenError,
} from "./errors.js";
export type { HttpClient, Middleware, PathsWithErrors } from "./http.js";
export type * from "./options.js";
export { type List, nextPage } from "./pages.js";
