import type { Client, Middleware } from "openapi-fetch";
import type { paths } from "../../generated/openapi-types.js";
import type { CalledOperation, Outcome, ServiceRequest } from "./exchange.js";
import { headersOf, withHeaders } from "./headers.js";
import { oneTry } from "./one-try.js";
import { type Fetched, fetchPath } from "./openapi-fetch.js";
import type { CallOptions } from "./options.js";
import { withRetries } from "./retries.js";
import { limitsOf, type Settings } from "./settings.js";
import { type TokenMemory, withToken } from "./token.js";

/**
 * Makes one call, with all of its tries.
 *
 * @param callPath - Calls the path of the operation by the methods of openapi-fetch, whose types check path, parameters, body
 * and data.
 * @param isSeen - Whether the caller looks at the response in another way than as JSON.
 */
export type SendCall = <Body, Paths extends object = paths>(
  operation: CalledOperation,
  options: CallOptions | null | undefined,
  callPath: (http: Client<Paths>) => Promise<Fetched<Body>>,
  isSeen?: boolean,
) => Promise<Outcome<Body>>;

/**
 * Makes the function by which a client sends every call.
 *
 * @param middleware - What `service.http.use` has added, also later.
 */
export function createSend(settings: Settings, middleware: readonly Middleware[]): SendCall {
  const { accessToken } = settings;
  const memory: TokenMemory = { refused: undefined, isAsking: false };
  const makeOneTry = withHeaders(settings.headers, withToken(accessToken, memory, oneTry(settings.fetch)));
  const makeTries = withRetries(settings.onTry, typeof accessToken === "function", makeOneTry);

  return (operation, options, callPath, isSeen = false) => {
    try {
      // It would call itself for ever.
      if (memory.isAsking) throw new TypeError("accessToken must not use its own client");
      const limits = limitsOf(options ?? {}, settings.limits);
      const headers = headersOf(options?.headers);
      const baseUrl = settings.baseUrl();
      const { method, path } = operation;
      const request: ServiceRequest = { operation, method, url: baseUrl + path, headers, body: "", tokens: [] };
      const call = { baseUrl, request, middleware, isSeen: isSeen || middleware.length > 0 };
      return fetchPath(call, (made) => makeTries(below(baseUrl, made), limits), callPath);
    } catch (error) {
      return Promise.reject(error);
    }
  };
}

/**
 * The request, if its URL is still below the base URL, so that the access token goes nowhere else.
 *
 * @throws TypeError when middleware has changed the URL to one that may belong to somebody else.
 */
function below(baseUrl: string, request: ServiceRequest): ServiceRequest {
  if (request.url.startsWith(`${baseUrl}/`)) return request;
  throw new TypeError(`The client sends requests only below its baseUrl, not to ${new URL(request.url).origin}`);
}
