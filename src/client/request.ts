import createClient, { type Middleware } from "openapi-fetch";
import { ServiceResponseError } from "./errors.js";
import type { Answer, Request, ServiceRequest } from "./exchange.js";
import type { ServiceClientOptions, TokenRequest } from "./options.js";
import { createRetries } from "./retries.js";
import { baseUrlOf, headersOf, limitsOf } from "./settings.js";

/** The requests of a client, and the middleware that sees them. */
export interface Requester {
  readonly request: Request;
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}

/** openapi-fetch's client for any path. Its own types depend on the path. */
interface AnyClient extends Pick<Requester, "use" | "eject"> {
  request(
    method: string,
    path: string,
    init: Record<string, unknown>,
  ): Promise<{ data?: unknown; error?: unknown; response: Response }>;
}

/** Makes the function that sends all requests of a client. @throws TypeError when an option cannot be used. */
export function createRequester(clientOptions: ServiceClientOptions): Requester {
  const baseUrl = baseUrlOf(clientOptions.baseUrl);
  const limits = limitsOf(clientOptions);
  const { accessToken } = clientOptions;
  let isAsking = false;
  const askForToken = (asked: TokenRequest) => {
    isAsking = true;
    try {
      return typeof accessToken === "function" ? accessToken(asked) : "";
    } finally {
      // As soon as the function returns its promise: whatever calls the client after that may be unrelated.
      isAsking = false;
    }
  };
  const send = createRetries({
    ...clientOptions,
    accessToken: typeof accessToken === "function" ? askForToken : accessToken,
  });
  const client: AnyClient = createClient<Record<string, Record<"get", object>>>({ baseUrl });
  let hasMiddleware = false;

  const request: Request = async (operation, { path, query, body, init = {} }, options = {}) => {
    // The function would call itself forever.
    if (isAsking) throw new TypeError("accessToken must not use its own client");
    const callLimits = limitsOf(options, limits);
    const headers = headersOf(options.headers);
    const { method } = operation;
    // Only middleware and `parseAs` need a complete response. Making one takes a fifth of the time of a call.
    const isRead = hasMiddleware || "middleware" in init || "parseAs" in init;
    let sent: ServiceRequest = { operation, method, url: baseUrl + operation.path, headers, body: "", tokens: [] };
    let answer: Answer | undefined;

    // openapi-fetch calls this with the request that it made and that middleware may have changed.
    const fetch = async (made: globalThis.Request) => {
      // The URL is sent as it was made, since React Native's `URL` adds a slash. Its parsed form shows where it leads.
      const { url } = made;
      const { href, origin } = new URL(url);
      if (!href.startsWith(`${baseUrl}/`)) throw new TypeError(`A request must not leave the baseUrl for ${origin}`);
      const madeHeaders = Object.fromEntries(made.headers);
      sent = { ...sent, method: made.method, url, headers: madeHeaders, body: await made.text() };
      answer = await send(sent, callLimits);
      return isRead ? unread(answer) : plainResponse(answer);
    };

    try {
      const { data, error, response } = await client.request(method, operation.path, {
        ...init,
        params: { path, query },
        body,
        headers,
        fetch,
        pathSerializer: filledPath,
        // Only the tries follow the signal: a `Request` that did so would stay attached to it.
        signal: undefined,
      });
      const parsed = response.ok ? data : error;
      return {
        request: sent,
        response: isRead || !answer ? response : answer.response,
        body: parsed === "" ? undefined : parsed,
      };
    } catch (error) {
      // What openapi-fetch throws for a success that is not JSON.
      if (error instanceof SyntaxError && answer)
        throw new ServiceResponseError("The response is not JSON", { ...answer, body: answer.text });
      throw error;
    }
  };

  return {
    request,
    use(...middleware) {
      client.use(...middleware);
      hasMiddleware = true;
    },
    eject: client.eject,
  };
}

/** A copy of the response with an unread body, since the client has read the original's. */
function unread({ response, text }: Answer): Response {
  // Only `fetch` itself can make a response with status 0, which is a redirect in a browser. It has no body.
  if (response.status === 0) return response;
  const copy = new Response(text || null, response);
  return Object.defineProperty(copy, "url", { value: response.url });
}

/** The parts of a response that openapi-fetch reads. Without a `Content-Length`, it reads the text to see if it is empty. */
function plainResponse({ response: { ok, status }, text }: Answer): object {
  return { ok, status, headers: { get: () => null }, text: async () => text };
}

/**
 * Fills a path of the contract.
 *
 * @throws TypeError when a value is not valid in a path: an inexact number would be the id of something else, and an empty
 * string or dots would lead to another path.
 */
function filledPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(.*?)\}/g, (_, name: string) => {
    const value = values[name];
    const isValid = typeof value === "string" ? !/^\.{0,2}$|\p{Cs}/u.test(value) : Number.isSafeInteger(value);
    if (!isValid) throw new TypeError(`The parameter ${name} is not valid in a path`);
    return encodeURIComponent(String(value));
  });
}
