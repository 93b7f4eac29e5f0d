import { retryAfter } from "../retry-after.js";
import { ServiceConnectionError, type ServiceError, ServiceResponseError, ServiceStatusError } from "./errors.js";
import { withTimeLimit } from "./signals.js";

// No library for this: ky, the smallest that fits under openapi-fetch, adds 5 kB and makes a call 2.5 times as long.

const TRANSIENT = [408, 429, 500, 502, 503, 504];

/**
 * Returns how long to wait before a retry, in ms; `undefined` if a retry is not safe or would not help.
 *
 * @param error - The error of the last try.
 * @param retries - How many retries there have been.
 * @param renewToken - Whether a try with a refused access token is followed by one with another token.
 */
export function retryDelay(error: ServiceError, retries: number, renewToken?: boolean): number | undefined {
  // The contract does not say that a POST is safe to repeat, nor a PATCH, unless the service has not acted on it.
  const isSafe = !/^P[AO]/.test(error.method);
  // From half a second up to eight, with jitter, so that many clients do not retry at the same moment.
  const backoff = Math.min(500 * 2 ** retries, 8_000) * (0.5 + Math.random() / 2);
  if (error instanceof ServiceStatusError) {
    if (renewToken && isSafe && error.status === 401) return 0;
    const asked = retryAfter(error.headers);
    const mayRepeat = isSafe ? TRANSIENT.includes(error.status) : error.status === 429 && asked !== undefined;
    const delay = asked ?? backoff;
    // Whoever called does not expect a wait of more than a minute.
    return mayRepeat && delay <= 60_000 ? delay : undefined;
  }
  const wasUnsent = error instanceof ServiceConnectionError && !error.maybeSent;
  return wasUnsent || (isSafe && !(error instanceof ServiceResponseError)) ? backoff : undefined;
}

/** Waits between two tries, in ms. If the caller's signal aborts, rejects with its reason. */
export function pause(ms: number, caller: AbortSignal | undefined): Promise<void> {
  const forEver = () => new Promise<void>(() => undefined);
  return withTimeLimit(ms, caller, () => undefined, forEver).catch((reason) => {
    if (reason) throw reason;
  });
}
