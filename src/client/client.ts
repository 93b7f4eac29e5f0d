import { basePath } from "../../generated/contract.js";
import { createMethods, type Methods } from "../../generated/methods.js";
import type { Send } from "./answer.js";
import { baseUrlOf } from "./base-url.js";
import { createRun } from "./call.js";
import { type CallDefaults, checkCallOptions } from "./call-options.js";
import { headersOf, type RequestHeaders } from "./headers.js";
import { createTokenSource, type TokenOption } from "./token.js";
import { checkClientOptions } from "./unknown-arguments.js";

/** Options of `createServiceClient`. A call can override `timeout`, `tryTimeout` and `maxRetries`. */
export interface ServiceClientOptions extends CallDefaults, TokenOption {
  /** Scheme, host and port of the service, and anything else that comes before the contract's paths. */
  baseUrl: string | URL;
  /**
   * Additional headers of every call, or a function that returns them, or a promise of them. The function is called for
   * every try. The headers cannot replace the access token or the content type.
   */
  headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>) | undefined;
  /**
   * Sends the requests instead of `globalThis.fetch`. Pass its second argument on: it has the signal that ends the call
   * and the setting that refuses redirects. Its headers are a plain object.
   */
  fetch?: Send | undefined;
}

/** A client of the Service API: the methods of the contract, by its tags. */
export interface ServiceClient extends Methods {}

/**
 * Makes a client of the Service API.
 *
 * @throws TypeError when an option cannot be used.
 * @example
 * const service = createServiceClient({ baseUrl: "https://service.example", accessToken });
 * const webhook = await service.webhooks.get(1001);
 */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  checkClientOptions(options);
  const {
    baseUrl,
    accessToken,
    headers,
    onTry,
    renewToken = false,
    fetch = (...sent) => globalThis.fetch(...sent),
  }: ServiceClientOptions = Object(options);
  const url = baseUrlOf(baseUrl, basePath);
  checkCallOptions(options);
  if (typeof fetch !== "function" || (onTry && typeof onTry !== "function") || typeof renewToken !== "boolean") {
    throw new TypeError("fetch and onTry must be functions, renewToken a boolean");
  }
  const connection = {
    baseUrl: url,
    headers: typeof headers === "function" ? async () => headersOf(await headers()) : headersOf(headers),
    token: createTokenSource(accessToken),
    fetch,
  };
  return createMethods(createRun(connection, options));
}
