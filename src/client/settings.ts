import { basePath } from "../../generated/contract.js";
import { urlOf } from "../url.js";
import { type CommonHeaders, headersOf } from "./headers.js";
import type { CallOptions, ServiceClientOptions } from "./options.js";
import { isSendable, type TokenSettings } from "./token.js";

/** The options of a client, checked. */
export interface Settings extends Omit<ServiceClientOptions, "baseUrl" | "headers" | "accessToken">, TokenSettings {
  /** Absent where it is a path of a page, and there is no page. */
  readonly baseUrl: string | undefined;
  readonly headers: CommonHeaders;
}

/** The limits of one call. Times are in ms. */
export interface Limits {
  readonly timeout: number;
  readonly tryTimeout: number;
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
  /** When the time of the call is over. It is not on the clock of the day, which may be set while the call runs. */
  readonly end: number;
}

/** @throws TypeError when an option cannot be used. */
export function settingsOf(options: ServiceClientOptions): Settings {
  const { baseUrl, headers, accessToken } = options;
  if (accessToken !== undefined && typeof accessToken !== "function" && !isSendable(accessToken))
    throw new TypeError("accessToken is not valid in a header");
  limitsOf({}, options);
  return {
    ...options,
    baseUrl: baseUrlOf(baseUrl),
    headers: typeof headers === "function" ? headers : headersOf(headers),
  };
}

/**
 * The limits of a call that begins now.
 *
 * @param client - The options of the client, for limits that the call does not set.
 * @throws TypeError when one cannot be used.
 */
export function limitsOf(
  call: CallOptions,
  client: Pick<CallOptions, "timeout" | "tryTimeout" | "maxRetries">,
): Limits {
  const {
    timeout = client.timeout ?? 30_000,
    tryTimeout = client.tryTimeout ?? Infinity,
    maxRetries = client.maxRetries ?? 2,
    signal,
  } = call;
  if (![timeout, tryTimeout, maxRetries + 1].every(isPositive))
    throw new TypeError("timeout and tryTimeout must be above 0, and maxRetries 0 or more");
  return { timeout, tryTimeout, maxRetries, signal, end: performance.now() + timeout };
}

/** A number, since JavaScript may pass anything. */
function isPositive(value: unknown): boolean {
  return typeof value === "number" && value > 0;
}

/** An absolute URL, a path or nothing, without what would come after it, or lead elsewhere. */
const BASE_URL = /^(https?:\/|\/(?!\/)|$)[^@?#\\\t\r\n]*$/i;

/**
 * The base URL without slashes at its end, and without the beginning that the contract's paths share; `undefined` for a path
 * of a page where there is no page, since a framework that renders a page on its server makes the client of the page, too.
 *
 * @throws TypeError when it is none. It does not quote it, because it may hold a password.
 */
function baseUrlOf(given: string | URL): string | undefined {
  const text = String(given);
  if (BASE_URL.test(text)) {
    const page = globalThis.location?.href;
    const base = urlOf(text, page)?.href.replace(/\/+$/, "");
    if (base !== undefined) return base.endsWith(basePath) ? base.slice(0, -basePath.length) : base;
    if (text[0] === "/" && !page) return undefined;
  }
  throw wrongBaseUrl();
}

export function wrongBaseUrl(): TypeError {
  return new TypeError("baseUrl must be an HTTP URL, or in a page a path, without @, ? and #");
}
