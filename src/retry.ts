import { ServiceConnectionError, ServiceStatusError } from "./errors.js";

// Nothing in the contract makes a POST safe to repeat.
const REPEATABLE = ["GET", "PUT", "DELETE"];
const PASSING = [408, 429, 500, 502, 503, 504];
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;

/**
 * How long to wait before the call that failed is tried again, in ms; `undefined` where another try is not safe or
 * would not help.
 *
 * @param retries - How many times the call has been tried again already.
 */
export function retryDelay(error: unknown, retries: number): number | undefined {
  const status = error instanceof ServiceStatusError;
  if (!status && !(error instanceof ServiceConnectionError)) return undefined;
  if (!REPEATABLE.includes(error.method)) return undefined;
  if (!status) return backoff(retries);
  return PASSING.includes(error.status) ? (retryAfter(error.headers) ?? backoff(retries)) : undefined;
}

/** Twice as long for each retry, with jitter, so that many clients do not come back all at once. */
function backoff(retries: number): number {
  return Math.min(FIRST_WAIT * 2 ** retries, LONGEST_WAIT) * (0.5 + Math.random() / 2);
}

/** `Retry-After` in ms, in its two forms: seconds, and a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get("Retry-After")?.trim();
  if (!value) return undefined;
  const wait = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
