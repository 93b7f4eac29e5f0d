import { retryAfter } from "../retry-after.js";
import { ServiceConnectionError, type ServiceError, ServiceStatusError } from "./errors.js";

// No library for this: ky, the smallest that fits under openapi-fetch, adds 5 kB and makes a call 2.5 times as long.

/** How often a call is retried, unless its options say otherwise. */
export const DEFAULT_RETRIES = 2;

const TRANSIENT = [408, 429, 500, 502, 503, 504];
const INITIAL_WAIT = 500;
const MAX_WAIT = 8_000;
const MAX_RETRY_AFTER = 60_000;

/**
 * Returns how long to wait before a retry, in ms; `undefined` if a retry is not safe or would not help.
 *
 * @param error - The error of the last try.
 * @param retries - How many retries there have been.
 * @param renewToken - Whether the service has refused the access token, and the next try may have another one.
 */
export function retryDelay(error: ServiceError, retries: number, renewToken = false): number | undefined {
  // The contract does not say that a POST is safe to repeat, nor a PATCH, unless the service has not acted on it.
  const isSafe = !/^P(OST|ATCH)$/.test(error.method);
  if (error instanceof ServiceStatusError) {
    if (renewToken && isSafe) return 0;
    const asked = retryAfter(error.headers);
    const mayRepeat = isSafe ? TRANSIENT.includes(error.status) : error.status === 429 && asked !== undefined;
    if (!mayRepeat || (asked ?? 0) > MAX_RETRY_AFTER) return undefined;
    return asked ?? backoff(retries);
  }
  const wasUnsent = error instanceof ServiceConnectionError && !error.maybeSent;
  return wasUnsent || (isSafe && error.name !== "ServiceResponseError") ? backoff(retries) : undefined;
}

/** Doubles the wait with each retry, with jitter, so that many clients do not retry at the same moment. */
function backoff(retries: number): number {
  return Math.min(INITIAL_WAIT * 2 ** retries, MAX_WAIT) * (0.5 + Math.random() / 2);
}
