import { retryAfter } from "../retry-after.js";
import { ServiceConnectionError, ServiceError, ServiceStatusError, ServiceTokenError } from "./errors.js";

const TRANSIENT = [408, 429, 500, 502, 503, 504];

/**
 * Returns how long to wait before a retry, in ms; `undefined` if a retry is not safe or would not help.
 *
 * @param error - The error of the last try.
 * @param tries - How many tries there have been.
 * @param canRenew - Whether there may be another access token than one that was refused.
 */
export function retryDelay(error: unknown, tries: number, canRenew = false): number | undefined {
  if (!(error instanceof ServiceError) || error instanceof ServiceTokenError) return undefined;
  // The contract does not say that a POST is safe to repeat, nor a PATCH, unless the service has not acted on it.
  const isSafe = !/^P[AO]/.test(error.method);
  // Up to half a second, then up to twice as long each time, so that many clients do not retry at the same moment.
  const backoff = Math.random() * Math.min(250 * 2 ** tries, 8_000);
  if (!(error instanceof ServiceStatusError)) {
    const isUnsent = error instanceof ServiceConnectionError && !error.maybeSent;
    return isSafe || isUnsent ? backoff : undefined;
  }
  if (error.status === 401) return canRenew && isSafe ? 0 : undefined;
  const asked = retryAfter(error.headers);
  const mayRepeat = isSafe ? TRANSIENT.includes(error.status) : error.status === 429 && asked !== undefined;
  const delay = asked ?? backoff;
  // Whoever called does not expect a wait of more than a minute.
  return mayRepeat && delay <= 60_000 ? delay : undefined;
}
