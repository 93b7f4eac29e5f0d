import { type ServiceError, ServiceStatusError } from "./errors.js";

// No library for this: ky, the smallest that fits under openapi-fetch, adds 5 kB and makes a call 2.5 times as long
// (npm run bench), and the rules here are the contract's, not a library's.

const PASSING = [408, 429, 500, 502, 503, 504];
const FIRST_WAIT = 500;
const LONGEST_WAIT = 8_000;
const LONGEST_RETRY_AFTER = 60_000;

/**
 * How long to wait before the call that failed is retried, in ms; `undefined` where a retry is not safe or would not
 * help.
 *
 * @param error - A failure of the network, a timeout of the try, or an answer.
 * @param retries - How many times the call has been retried already.
 */
export function retryDelay(error: ServiceError, retries: number): number | undefined {
  // Nothing in the contract makes a POST safe to repeat.
  if (error.method === "POST" || error.name === "ServiceResponseError") return undefined;
  if (!(error instanceof ServiceStatusError)) return backoff(retries);
  if (!PASSING.includes(error.status)) return undefined;
  const asked = retryAfter(error.headers.get("Retry-After") ?? "");
  if (asked === undefined) return backoff(retries);
  return asked > LONGEST_RETRY_AFTER ? undefined : asked;
}

/** Twice as long for each retry, with jitter, so that many clients do not come back all at once. */
function backoff(retries: number): number {
  return Math.min(FIRST_WAIT * 2 ** retries, LONGEST_WAIT) * (0.5 + Math.random() / 2);
}

/** `Retry-After` in ms, from either of its forms, seconds or a date; `undefined` where it is neither. */
function retryAfter(value: string): number | undefined {
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  // Other text than the dates of HTTP is made a date, too: "1, 2" is one in 2001.
  const date = /GMT$/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
