import { basePath } from "../../generated/contract.js";
import { urlOf } from "../url.js";
import type { CallOptions, RequestHeaders } from "./options.js";

/** The limits of a call. Times are in ms. */
export interface Limits {
  readonly timeout: number;
  readonly tryTimeout: number;
  readonly maxRetries: number;
  readonly signal?: AbortSignal | undefined;
}

const DEFAULT_LIMITS: Limits = { timeout: 30_000, tryTimeout: Infinity, maxRetries: 2 };

/** The limits of a client or of a call. @throws TypeError when one cannot be used. */
export function limitsOf(options: Omit<CallOptions, "headers">, defaults = DEFAULT_LIMITS): Limits {
  const {
    timeout = defaults.timeout,
    tryTimeout = defaults.tryTimeout,
    maxRetries = defaults.maxRetries,
    signal,
  } = options;
  const areNumbers = [timeout, tryTimeout, maxRetries].every((value) => typeof value === "number");
  if (!areNumbers || !(timeout > 0 && tryTimeout > 0 && maxRetries >= 0))
    throw new TypeError("timeout and tryTimeout must be above 0, and maxRetries 0 or more");
  return { timeout, tryTimeout, maxRetries, signal };
}

/** Request headers as a plain object, with their names in lower case. @throws TypeError that names a header that is not valid. */
export function headersOf(given: RequestHeaders = {}): Record<string, string> {
  const headers = new Headers();
  const entries: Iterable<[string, unknown]> = Symbol.iterator in given ? given : Object.entries(given);
  for (const [name, value] of entries) {
    if (value === undefined || value === null) continue;
    try {
      headers.set(name, String(value));
    } catch {
      // The message leaves out the value, which may be a secret.
      throw new TypeError(`The header ${name} is not valid in HTTP`);
    }
  }
  return Object.fromEntries(headers);
}

/**
 * Returns the base URL without slashes at its end, and without the beginning that all paths of the contract share. Without a
 * page, as in server-side rendering, a path stays a path, and calls reject.
 *
 * @throws TypeError when it is not a base URL. The message does not quote it, since it may contain a password.
 */
export function baseUrlOf(given: string | URL): string {
  const text = String(given);
  const page = globalThis.location?.href;
  const isPath = /^(\/(?![/\\])|$)/.test(text);
  // Only a path gets a base: React Native would also append a full URL to it.
  const url = urlOf(text || "/", isPath ? (page ?? "http://no-page.invalid") : undefined);
  const isUsable = url && (isPath || /^https?:\/\//i.test(text)) && !/[@?#\\\t\r\n]/.test(text);
  if (!isUsable || (text === "" && !page))
    throw new TypeError("baseUrl must be an HTTP URL, or a path in a page, without credentials, query or fragment");
  const base = (isPath && !page ? text : url.href).replace(/\/+$/, "");
  return base.endsWith(basePath) ? base.slice(0, -basePath.length) : base;
}
