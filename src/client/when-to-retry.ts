import { retryAfter } from "../retry-after.js";
import { ServiceConnectionError, ServiceError, ServiceStatusError, ServiceTimeoutError } from "./errors.js";
import { isPermanent } from "./network-errors.js";

/** Whoever called does not expect a longer wait, in ms. */
const LONGEST_WAIT = 60_000;

const TRANSIENT = [408, 429, 500, 502, 503, 504];

/**
 * Returns how long to wait before a retry, in ms; `undefined` if a retry is not safe or would not help.
 *
 * @param error - The error of the last try.
 * @param tries - How many tries there have been.
 * @param canRenew - Whether there may be another access token than one that was refused.
 */
export function retryDelay(error: unknown, tries: number, canRenew = false): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  // HTTP defines the other methods as idempotent. The contract does not say that these may be repeated.
  const isIdempotent = error.method !== "POST" && error.method !== "PATCH";
  let mayRepeat = error instanceof ServiceTimeoutError && isIdempotent;
  // Up to half a second, then up to twice as long each time, so that many clients do not retry at the same moment.
  let delay = Math.random() * Math.min(250 * 2 ** tries, 8_000);
  if (error instanceof ServiceConnectionError)
    mayRepeat = (isIdempotent || !error.maybeSent) && !isPermanent(error.cause);
  if (error instanceof ServiceStatusError) {
    if (error.status === 401) return canRenew && isIdempotent ? 0 : undefined;
    const asked = retryAfter(error.headers);
    mayRepeat = isIdempotent ? TRANSIENT.includes(error.status) : error.status === 429 && asked !== undefined;
    delay = asked ?? delay;
  }
  return mayRepeat && delay <= LONGEST_WAIT ? delay : undefined;
}
