// The only file that knows openapi-fetch: it writes URLs, merges headers and runs middleware.
import createClient, { type Client, type Middleware } from "openapi-fetch";
import { accessToken as tokenHeader } from "../../generated/contract.js";
import type { paths } from "../../generated/schema.js";
import type { TokenSource } from "./token.js";

/** Sends one request and returns its response, as `fetch` does. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** Request headers, by name. */
export type RequestHeaders = Headers | Record<string, string>;

/** The contract's paths as a typed fetch client, from openapi-fetch. */
export type Http = Client<Answering<paths>, "application/json">;

/** The contract documents only successes, so the body of any other answer is unknown. */
type Answering<Paths> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]: Paths[Path][Method] extends { responses: infer Responses }
      ? Omit<Paths[Path][Method], "responses"> & {
          responses: Responses & { default: { content: { "application/json": unknown } } };
        }
      : Paths[Path][Method];
  };
};

/** Any operation of any contract, as openapi-typescript writes it. */
interface AnyOperation {
  parameters: { query?: object | undefined; path?: object | undefined; header?: object };
  requestBody?: { content: { "application/json": unknown } };
  responses: { 200: { content: { "application/json": unknown } } };
}

/** HTTP method, as OpenAPI writes it. */
export type Method = "get" | "post" | "put" | "delete" | "patch";

/** The request of an operation. */
export interface OperationRequest {
  readonly method: Method;
  /** Path in the contract, with parameter names in braces. */
  readonly path: string;
  readonly pathParameters?: object | undefined;
  readonly query?: object | undefined;
  /** JSON text. */
  readonly body?: string | undefined;
  readonly headers: RequestHeaders;
  readonly accessToken: string;
}

/** A response and its complete body as text. */
export interface Received {
  readonly response: Response;
  readonly text: string;
}

/**
 * Sends a request that has passed the middleware, and reads the answer.
 *
 * @param isWatched - Whether middleware may read the response as well.
 */
export type Dispatch = (url: string, init: RequestInit, isWatched: boolean) => Promise<Received>;

/** Sends the request of an operation through the middleware. */
export type SendOperation = (request: OperationRequest, dispatch: Dispatch) => Promise<Received>;

/** The part of a `Request` that openapi-fetch needs. A real one costs as much time as the rest of the call. */
class LightRequest {
  constructor(url: string, init: RequestInit) {
    Object.assign(this, init, { url });
  }
}

/** Makes the raw client for users, and a function that sends the requests of operations. Both share the middleware. */
export function createHttp(
  baseUrl: string,
  headers: RequestHeaders,
  token: TokenSource,
  fetch: Send,
): { http: Http; send: SendOperation } {
  // openapi-fetch reads nothing of an answer with this status.
  const alreadyRead = new Response(null, { status: 204 });
  const operations = createClient<Record<string, Record<Method, AnyOperation>>, "application/json">({
    baseUrl,
    headers,
  });
  const http = createClient<Answering<paths>, "application/json">({
    baseUrl,
    headers,
    fetch: async (request) => fetch(request.url, await initOf(request)),
  });
  http.use({
    async onRequest({ request }) {
      for (const [name, value] of required(await token(request.signal))) request.headers.set(name, value);
    },
  });
  let isWatched = false;
  const { use, eject } = http;
  http.use = (...middleware: Middleware[]) => {
    isWatched = true;
    use(...middleware);
    operations.use(...middleware);
  };
  http.eject = (...middleware: Middleware[]) => {
    eject(...middleware);
    operations.eject(...middleware);
  };

  const send: SendOperation = async ({ method, path, accessToken, pathParameters, query, ...request }, dispatch) => {
    let received: Received | undefined;
    const { response, error } = await operations.request(method, path, {
      ...request,
      params: { path: pathParameters, query, header: Object.fromEntries(required(accessToken)) },
      bodySerializer: (text) => text,
      parseAs: "stream",
      ...(isWatched ? {} : { Request: LightRequest }),
      async fetch(outgoing) {
        const { url, headers, body } = outgoing;
        const init = isWatched ? await initOf(outgoing) : { method: outgoing.method, headers, body };
        received = await dispatch(url, init, isWatched);
        return isWatched ? received.response : alreadyRead;
      },
    });
    if (received && (!isWatched || response === received.response)) return received;
    // Middleware has answered instead of the service.
    if (response.ok) return { response, text: await response.text() };
    return { response, text: typeof error === "string" ? error : (JSON.stringify(error) ?? "") };
  };
  return { http, send };
}

/** The two headers that the contract requires in every request. */
function required(accessToken: string): [name: string, value: string][] {
  return [
    ["Content-Type", "application/json"],
    [tokenHeader.header, tokenHeader.prefix + accessToken],
  ];
}

/** Returns the options of a request. Any `fetch` takes them; not every `fetch` takes another library's `Request`. */
async function initOf(request: Request): Promise<RequestInit> {
  const { method, headers, signal, credentials, cache, keepalive } = request;
  // With another redirect mode, fetch would send the access token to wherever a redirect points.
  const init: RequestInit = { method, headers, signal, credentials, cache, keepalive, redirect: "manual" };
  return { ...init, body: (await request.text()) || null };
}
