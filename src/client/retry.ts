import { ServiceConnectionError, ServiceError, ServiceStatusError } from "./errors.js";

// No library for this: ky, the smallest that fits under openapi-fetch, adds 5 kB and makes a call 2.5 times as long
// (npm run bench), and the rules here are the contract's, not a library's.

const PASSING = [408, 429, 500, 502, 503, 504];
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;
const LONGEST_RETRY_AFTER = 60_000;

/**
 * How long to wait before the call that failed is tried again, in ms; `undefined` where another try is not safe or
 * would not help.
 *
 * @param retries - How many times the call has been tried again already.
 */
export function retryDelay(error: unknown, retries: number): number | undefined {
  // Nothing in the contract makes a POST safe to repeat.
  if (!(error instanceof ServiceError) || error.method === "POST") return undefined;
  if (error instanceof ServiceConnectionError) return backoff(retries);
  if (!(error instanceof ServiceStatusError && PASSING.includes(error.status))) return undefined;
  const asked = retryAfter(error.headers);
  if (Number.isNaN(asked)) return backoff(retries);
  return asked > LONGEST_RETRY_AFTER ? undefined : asked;
}

/** Twice as long for each retry, with jitter, so that many clients do not come back all at once. */
function backoff(retries: number): number {
  return Math.min(FIRST_WAIT * 2 ** retries, LONGEST_WAIT) * (0.5 + Math.random() / 2);
}

/** `Retry-After` in ms, from either of its forms, seconds or a date; `NaN` where there is none. */
function retryAfter(headers: Headers): number {
  const value = headers.get("Retry-After") ?? "";
  return Math.max(0, Number(value) * 1000 || Date.parse(value) - Date.now());
}
