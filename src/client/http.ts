import createClient, { type Client, type ClientOptions, mergeHeaders } from "openapi-fetch";
import { basePath, accessToken as carried, withoutToken } from "../../generated/contract.js";
import type { paths } from "../../generated/schema.js";
import { baseUrlOf } from "./base-url.js";
import { createTokenSource, type TokenOption } from "./token.js";

/** The contract's paths as a typed fetch client, from openapi-fetch. */
export type HttpClient = Client<Answering<paths>, "application/json">;

/**
 * The contract documents only successes, so nothing is known of the body of any other answer, but that it is an object:
 * `if (error) throw error` leaves the data.
 */
type Answering<Paths> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]: Paths[Path][Method] extends { responses: infer Responses }
      ? Omit<Paths[Path][Method], "responses"> & {
          responses: Responses & { default: { content: { "application/json": object } } };
        }
      : Paths[Path][Method];
  };
};

/** Options of `createHttpClient`: those of openapi-fetch's client, and the access token. */
export interface HttpClientOptions extends Omit<ClientOptions, "baseUrl">, TokenOption {
  /** Scheme, host and port of the service, and anything else that comes before the contract's paths. */
  baseUrl: string | URL;
}

/**
 * Makes a client that sends requests by their paths: `GET`, `POST` and so on, and `use` for middleware. Requests have the
 * access token and the content type of the contract. They follow no redirect, have no timeout, and are not retried. The
 * body of a failure is returned as `error`, with all that it holds. For one that is no object, `error` is an `Error` with
 * that body as its `cause`.
 *
 * @throws TypeError when an option cannot be used.
 * @example
 * const http = createHttpClient({ baseUrl: "https://service.example", accessToken });
 * const { data } = await http.GET("/api/admin/26.0/webhooks");
 */
export function createHttpClient(given: HttpClientOptions): HttpClient {
  // A caller of JavaScript may pass nothing.
  const { baseUrl, accessToken, fetch, headers, ...options }: HttpClientOptions = Object(given);
  const client = createClient<Answering<paths>, "application/json">({
    ...options,
    baseUrl: baseUrlOf(baseUrl, basePath),
  });
  const token = createTokenSource(accessToken);
  client.use({
    async onRequest({ request, schemaPath }) {
      if (withoutToken.includes(`${request.method} ${schemaPath}`)) return;
      const accessToken = await token.get(request.signal);
      if (accessToken) request.headers.set(carried.header, carried.prefix + accessToken);
    },
  });
  return new Proxy(client, {
    get(target, name) {
      const method = Reflect.get(target, name);
      if (name === "use" || name === "eject" || typeof method !== "function") return method;
      // The options come after the path, or after the method and the path.
      const position = name === "request" ? 2 : 1;
      return async (...given: unknown[]) => {
        const own = Object(given[position]);
        const merged = mergeHeaders({ "Content-Type": "application/json" }, headers, own.headers);
        given[position] = withoutRedirects({ ...own, headers: merged }, fetch);
        const { error, ...outcome } = await method(...given);
        return outcome.response.ok ? outcome : { ...outcome, error: failureOf(error, outcome.response) };
      };
    },
  });
}

/** The body of a failure, as an object: an empty text would pass for a success. */
function failureOf(body: unknown, { status }: Response): object {
  if (typeof body === "object" && body) return body;
  return new Error(`The service answered with ${status ? `status ${status}` : "a redirect"}`, { cause: body });
}

type HttpFetch = (request: Request, init?: RequestInit) => Promise<Response>;

/** The options of a request, with the setting that keeps the access token from following a redirect. */
function withoutRedirects({ fetch: own, ...options }: { fetch?: HttpFetch }, common: HttpFetch | undefined): object {
  const send: HttpFetch = own ?? common ?? ((...request) => globalThis.fetch(...request));
  return {
    ...options,
    redirect: "manual",
    // Middleware may have made another request.
    fetch: (request: Request, init?: RequestInit) =>
      send(request.redirect === "manual" ? request : new Request(request, { redirect: "manual" }), init),
  };
}
