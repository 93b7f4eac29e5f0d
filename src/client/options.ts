import type { CallOptions } from "./call.js";

/**
 * Checks what callers of JavaScript may get wrong.
 *
 * @throws TypeError that says which option is wrong, and what to pass.
 */
export function checkCallOptions({ timeout = 1, tryTimeout = 1, maxRetries = 0, signal }: CallOptions): void {
  if (!(timeout > 0 && tryTimeout > 0 && maxRetries >= 0)) {
    throw new TypeError("timeout and tryTimeout must be numbers above 0, maxRetries a number from 0");
  }
  if (signal && !("aborted" in signal)) throw new TypeError("signal must be an AbortSignal, such as controller.signal");
}

/** Returns the base URL as it is. The error does not quote it, for it may hold a password. */
export function usableBaseUrl(baseUrl: unknown): string {
  if (typeof baseUrl === "string" && /^https?:\/\/[^@?#\\]+$/i.test(baseUrl) && URL.canParse(baseUrl)) return baseUrl;
  throw new TypeError("baseUrl must be a string: an absolute HTTP URL without credentials, query or fragment");
}
