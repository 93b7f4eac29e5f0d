import type { CalledOperations, Outcome, ServiceRequest } from "./exchange.js";
import { headersOf, withHeaders } from "./headers.js";
import { oneTry } from "./one-try.js";
import { fetchPath, type OpenapiFetch, type PathInit } from "./openapi-fetch.js";
import type { CallOptions } from "./options.js";
import { withRetries } from "./retries.js";
import { limitsOf, type Settings, wrongBaseUrl } from "./settings.js";
import { withToken } from "./token.js";

/** Makes one call, with all of its tries. This is `CallPath` as it is for any path. */
export type CallAnyPath = (
  method: string,
  path: string,
  options?: CallOptions & Partial<PathInit>,
) => Promise<Outcome<unknown>>;

/** Makes the function by which a client makes every call. */
export function createCallPath(
  settings: Settings,
  operations: CalledOperations,
  openapiFetch: OpenapiFetch,
): CallAnyPath {
  const { baseUrl } = settings;
  const makeTries = withRetries(settings, withHeaders(settings, withToken(settings, oneTry(settings))));

  return async (anyCase, path, options = {}) => {
    const { signal: _signal, headers, ...init } = options;
    // It would call itself for ever.
    if (settings.isAsking) throw new TypeError("accessToken must not use its own client");
    const limits = limitsOf(options, settings);
    if (baseUrl === undefined) throw wrongBaseUrl();
    const method = anyCase.toUpperCase();
    const request: ServiceRequest = {
      operation: operations[path]?.[method] ?? { id: path },
      method,
      url: baseUrl + path,
      headers: headersOf(headers),
      body: "",
      tokens: [],
    };
    const send = (made: ServiceRequest) => {
      // Middleware may have changed the URL to one of somebody else, where the access token must not go.
      if (!made.url.startsWith(`${baseUrl}/`))
        throw new TypeError(`A request must not leave baseUrl for ${new URL(made.url).origin}`);
      return makeTries(made, limits);
    };
    return await fetchPath(openapiFetch, path, { baseUrl, ...init }, request, send);
  };
}
