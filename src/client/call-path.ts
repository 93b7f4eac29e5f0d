import type { CalledOperations, Outcome, ServiceRequest } from "./exchange.js";
import { headersOf, withHeaders } from "./headers.js";
import { oneTry } from "./one-try.js";
import type { OpenapiFetch, PathInit } from "./openapi-fetch.js";
import type { CallOptions, ServiceClientOptions } from "./options.js";
import { withRetries } from "./retries.js";
import { baseUrlOf, DEFAULT_LIMITS, limitsOf } from "./settings.js";
import { misuse } from "./stack.js";
import { type TokenMemory, withToken } from "./token.js";

/** Makes one call, with all of its tries. This is `CallPath` as it is for any path. */
export type CallAnyPath = (
  method: string,
  path: string,
  options: CallOptions | null | undefined,
  init?: PathInit,
) => Promise<Outcome<unknown>>;

/**
 * Makes the function by which a client makes every call.
 *
 * @throws TypeError when an option of the client cannot be used.
 */
export function createCallPath(
  clientOptions: ServiceClientOptions,
  operations: CalledOperations,
  { fetchPath }: OpenapiFetch,
): CallAnyPath {
  const memory: TokenMemory = {};
  const { accessToken, headers, fetch, onTry } = clientOptions;
  const baseUrlNow = baseUrlOf(clientOptions.baseUrl);
  const defaults = limitsOf(clientOptions, DEFAULT_LIMITS);
  const makeOneTry = withHeaders(headers, withToken(accessToken, memory, oneTry(fetch)));
  const makeTries = withRetries(onTry, typeof accessToken === "function", makeOneTry);

  return async (anyCase, path, options, init) => {
    // It would call itself for ever.
    if (memory.isAsking) throw misuse("accessToken must not use its own client");
    const limits = limitsOf(options ?? {}, defaults);
    const baseUrl = baseUrlNow();
    const method = anyCase.toUpperCase();
    const request: ServiceRequest = {
      operation: operations[path]?.[method] ?? { id: path },
      method,
      url: baseUrl + path,
      headers: headersOf(options?.headers),
      body: "",
      tokens: [],
    };
    const send = (made: ServiceRequest) => {
      // Middleware may have changed the URL to one of somebody else, where the access token must not go.
      if (!made.url.startsWith(`${baseUrl}/`))
        throw misuse(`A request must not leave the baseUrl for ${new URL(made.url).origin}`);
      return makeTries(made, limits);
    };
    return await fetchPath(baseUrl, path, init, request, send);
  };
}
