import { basePath } from "../../generated/contract.js";
import { isObject } from "../json.js";
import { urlOf } from "../url.js";
import { type CommonHeaders, headersOf } from "./headers.js";
import type { AccessToken, CallOptions, Send, ServiceClientOptions } from "./options.js";
import { isSendable } from "./token.js";

/** The options of a client, checked and with their defaults. */
export interface Settings {
  /** The base URL of a call that begins now. It throws a `TypeError` where it is a path of a page, and there is no page. */
  readonly baseUrl: () => string;
  readonly headers: CommonHeaders;
  readonly accessToken: AccessToken | undefined;
  readonly fetch: Send;
  readonly onTry: ServiceClientOptions["onTry"];
  readonly limits: DefaultLimits;
}

/** The limits of calls that set none. */
type DefaultLimits = Pick<Limits, "timeout" | "tryTimeout" | "maxRetries">;

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
  const { baseUrl, headers, accessToken, fetch, onTry } = options;
  if (accessToken !== undefined && typeof accessToken !== "function" && !isSendable(accessToken))
    throw new TypeError("accessToken must be a string that is valid in a header, or a function");
  return {
    baseUrl: baseUrlOf(baseUrl),
    headers: typeof headers === "function" ? headers : headersOf(headers),
    accessToken,
    // Looked up for each try, since other libraries replace it.
    fetch: fetch ?? ((url, init) => globalThis.fetch(url, init)),
    onTry,
    limits: limitsOf(options, { timeout: 30_000, tryTimeout: Number.POSITIVE_INFINITY, maxRetries: 2 }),
  };
}

/**
 * The limits of a call that begins now.
 *
 * @throws TypeError that says which option is wrong and what to pass.
 */
export function limitsOf(options: Omit<CallOptions, "headers">, defaults: DefaultLimits): Limits {
  const {
    timeout = defaults.timeout,
    tryTimeout = defaults.tryTimeout,
    maxRetries = defaults.maxRetries,
    signal,
  } = options;
  const isInRange = isAbove(0, timeout) && isAbove(0, tryTimeout) && isAbove(-1, maxRetries);
  if (!isInRange || (signal && !isSignal(signal)))
    throw new TypeError("timeout and tryTimeout must be above 0, maxRetries 0 or more, signal an AbortSignal");
  return { timeout, tryTimeout, maxRetries, signal: signal ?? undefined, end: performance.now() + timeout };
}

/** JavaScript may pass anything. */
function isAbove(least: number, value: unknown): boolean {
  return typeof value === "number" && value > least;
}

function isSignal(value: unknown): boolean {
  return isObject(value) && "aborted" in value;
}

/** An absolute URL or a path, without what would come after it, or lead elsewhere. */
const BASE_URL = /^(https?:\/|\/(?!\/))[^@?#\\\t\r\n]*$/i;

/**
 * The base URL, for each call. A path of a page may be given where there is no page, since a framework that renders a page
 * on its server makes the client of the page there, too.
 *
 * @throws TypeError when it is none.
 */
function baseUrlOf(given: string | URL): () => string {
  const text = String(given);
  if (text.startsWith("/") && BASE_URL.test(text) && !globalThis.location) return () => absoluteOf(text);
  const base = absoluteOf(text || "/");
  return () => base;
}

/**
 * The base URL without slashes at its end, and without the beginning that the contract's paths share.
 *
 * @throws TypeError when it is none. It does not quote it, because it may hold a password.
 */
function absoluteOf(text: string): string {
  const url = BASE_URL.test(text) ? urlOf(text, globalThis.location?.href) : undefined;
  if (!url)
    throw new TypeError("baseUrl must be an HTTP URL, or in a page a path, without credentials, query or fragment");
  const base = url.href.replace(/\/+$/, "");
  return base.endsWith(basePath) ? base.slice(0, -basePath.length) : base;
}
