import { createMethods, type Methods } from "../../generated/methods.js";
import { version } from "../../generated/version.js";
import { createRun } from "./call.js";
import { type CallDefaults, checkCallOptions, usableBaseUrl } from "./call-options.js";
import { createHttp, type Http, type RequestHeaders, type Send } from "./http.js";
import { type AccessToken, createTokenSource } from "./token.js";

/** Options of `createServiceClient`. A call can override `timeout`, `tryTimeout` and `maxRetries`. */
export interface ServiceClientOptions extends CallDefaults {
  /** Scheme, host and port of the service, and anything else that comes before the contract's paths. */
  baseUrl: string;
  /** The access token, or a function that returns it. The function is called before every try. */
  accessToken: AccessToken;
  /** Additional headers of every call. They cannot replace the access token or the content type. */
  headers?: RequestHeaders | undefined;
  /**
   * Sends the requests instead of `globalThis.fetch`. Pass its second argument on: it has the signal that ends the call
   * and the setting that refuses redirects.
   */
  fetch?: Send | undefined;
}

/** A client of the Service API. */
export interface ServiceClient extends Methods {
  /**
   * The raw client: `GET`, `POST`, `PUT` and `DELETE` by path, and `use` for middleware. Middleware also sees every try
   * of every method, as it will be sent. A request made with the raw client has the same headers and follows no
   * redirect. It is not retried and has no timeout, and it returns the body of a failure as `error`.
   */
  readonly http: Http;
}

/**
 * Makes a client of the Service API.
 *
 * @throws TypeError when an option cannot be used.
 * @example
 * const service = createServiceClient({ baseUrl: "https://service.example", accessToken });
 * const webhook = await service.webhooks.get(1001);
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { accessToken, fetch = (...request) => globalThis.fetch(...request) } = options;
  const baseUrl = usableBaseUrl(options.baseUrl);
  checkCallOptions(options);
  const token = createTokenSource(accessToken);
  // Not in browsers: there, the service's CORS answer would have to allow this header.
  const headers = new Headers("process" in globalThis ? { "User-Agent": `service-admin-api/${version}` } : {});
  for (const [name, value] of new Headers(options.headers)) headers.set(name, value);
  const { http, send } = createHttp(baseUrl, headers, token, fetch);
  return { http, ...createMethods(createRun({ baseUrl, token, fetch, send }, options)) };
}
