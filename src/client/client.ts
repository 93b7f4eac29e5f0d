import { createMethods, type Methods } from "../../generated/methods.js";
import { version } from "../../generated/version.js";
import { createRun } from "./call.js";
import { type CallDefaults, checkCallOptions, usableBaseUrl } from "./call-options.js";
import { createHttp, type Http, type RequestHeaders, type Send } from "./http.js";
import { type AccessToken, createTokenSource } from "./token.js";

/** What `createServiceClient` takes. The call options are defaults: a call may set others. */
export interface ServiceClientOptions extends CallDefaults {
  /** Scheme, host and port of the service: what stands before the paths of the contract. */
  baseUrl: string;
  /** Value of the header that carries the access token, or a function that returns it, asked before every try. */
  accessToken: AccessToken;
  /** Headers that every call sends besides the access token and the content type. */
  headers?: RequestHeaders | undefined;
  /**
   * Sends the requests in place of `globalThis.fetch`. Its second argument carries the signal that ends the call, and
   * the refusal of redirects: hand it on.
   */
  fetch?: Send | undefined;
}

/** A client of the Service API. */
export interface ServiceClient extends Methods {
  /**
   * The raw client: `GET`, `POST`, `PUT` and `DELETE` by path, and `use` for middleware, which then sees every try of
   * every method too, as it will be sent. A request made with it directly carries the same headers and follows no
   * redirect, but is neither retried nor timed, and returns the body of an answer other than a success as `error`.
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
  // Not in browsers: there the service would have to allow this header in its CORS answer.
  const headers = new Headers("process" in globalThis ? { "User-Agent": `service-admin-api/${version}` } : {});
  for (const [name, value] of new Headers(options.headers)) headers.set(name, value);
  const { http, send } = createHttp(baseUrl, headers, token, fetch);
  return { http, ...createMethods(createRun({ baseUrl, token, fetch, send }, options)) };
}
