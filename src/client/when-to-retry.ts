import { retryAfter } from "../retry-after.js";
import { ServiceConnectionError, ServiceStatusError, ServiceTimeoutError } from "./errors.js";
import { isPermanent } from "./network-errors.js";

const TRANSIENT = [408, 429, 500, 502, 503, 504];

/** Whoever called does not expect a longer wait, in ms. */
const LONGEST_WAIT = 60_000;

/**
 * Returns how long to wait before a retry, in ms; `undefined` if a retry is not safe or would not help.
 *
 * @param error - The error of the last try.
 * @param tries - How many tries there have been.
 * @param canRenew - Whether there may be another access token than one that was refused.
 */
export function retryDelay(error: unknown, tries: number, canRenew = false): number | undefined {
  if (error instanceof ServiceTimeoutError) return isIdempotent(error) ? backoff(tries) : undefined;
  if (error instanceof ServiceConnectionError) {
    const mayRepeat = isIdempotent(error) || !error.maybeSent;
    return mayRepeat && !isPermanent(error.cause) ? backoff(tries) : undefined;
  }
  if (!(error instanceof ServiceStatusError)) return undefined;
  if (error.status === 401) return canRenew && isIdempotent(error) ? 0 : undefined;
  const asked = retryAfter(error.headers);
  const mayRepeat = isIdempotent(error)
    ? TRANSIENT.includes(error.status)
    : error.status === 429 && asked !== undefined;
  const delay = asked ?? backoff(tries);
  return mayRepeat && delay <= LONGEST_WAIT ? delay : undefined;
}

/** HTTP defines the other methods as idempotent. The contract does not say that these may be repeated. */
function isIdempotent({ method }: { readonly method: string }): boolean {
  return method !== "POST" && method !== "PATCH";
}

/** Up to half a second, then up to twice as long each time, so that many clients do not retry at the same moment. */
function backoff(tries: number): number {
  return Math.random() * Math.min(250 * 2 ** tries, 8_000);
}
