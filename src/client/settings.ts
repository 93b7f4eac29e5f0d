import { basePath } from "../../generated/contract.js";
import { isCount } from "../json.js";
import { urlOf } from "../url.js";
import type { CallOptions } from "./options.js";
import { misuse } from "./stack.js";

/** The limits of calls that set none. */
type DefaultLimits = Pick<Limits, "timeout" | "tryTimeout" | "maxRetries">;

export const DEFAULT_LIMITS: DefaultLimits = { timeout: 30_000, tryTimeout: Infinity, maxRetries: 2 };

/** The limits of one call. Times are in ms. */
export interface Limits {
  readonly timeout: number;
  readonly tryTimeout: number;
  readonly maxRetries: number;
  readonly signal: AbortSignal | undefined;
  /** When the time of the call is over. It is not on the clock of the day, which may be set while the call runs. */
  readonly end: number;
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
  const areCounts = isCount(timeout) && isCount(tryTimeout) && isCount(maxRetries);
  if (!areCounts || !timeout || !tryTimeout || (signal && signal.aborted === undefined))
    throw misuse("timeout and tryTimeout must be above 0, maxRetries 0 or more, signal an AbortSignal");
  return { timeout, tryTimeout, maxRetries, signal, end: performance.now() + timeout };
}

/** An absolute URL or a path, without what would come after it, or lead elsewhere. */
const BASE_URL = /^(https?:\/|\/(?!\/))[^@?#\\\t\r\n]*$/i;

/**
 * The base URL, for each call. A path of a page may be given where there is no page, since a framework that renders a page
 * on its server makes the client of the page there, too.
 *
 * @throws TypeError when it is none.
 */
export function baseUrlOf(given: string | URL): () => string {
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
  if (!url) throw misuse("baseUrl must be an HTTP URL, or in a page a path, without credentials, query or fragment");
  const base = url.href.replace(/\/+$/, "");
  return base.endsWith(basePath) ? base.slice(0, -basePath.length) : base;
}
