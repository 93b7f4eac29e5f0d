import { jsonIn } from "../json.js";
import { retryAfter } from "../retry-after.js";
import {
  ServiceConnectionError,
  ServiceError,
  ServiceStatusError,
  ServiceTimeoutError,
  ServiceTokenError,
} from "./errors.js";
import type { Answer, FailedTry, ServiceRequest } from "./exchange.js";
import type { ServiceClientOptions } from "./options.js";
import { hidden } from "./secrets.js";
import type { Limits } from "./settings.js";
import { within } from "./time-limit.js";
import { createTry } from "./try.js";

/** Makes the function that sends a request, retries it where that is safe and may help, and returns the last answer. */
export function createRetries(options: ServiceClientOptions) {
  const makeTry = createTry(options);
  const canRenew = typeof options.accessToken === "function";

  return async (request: ServiceRequest, limits: Limits): Promise<Answer> => {
    const { timeout, tryTimeout, maxRetries, signal } = limits;
    const end = performance.now() + timeout;
    let previous: FailedTry | undefined;
    for (let attempt = 1; ; attempt++) {
      const start = performance.now();
      // Node.js warns about a timer with a negative delay.
      const left = Math.max(end - start, 0);
      let answer: Answer | undefined;
      let failure: unknown;
      try {
        const result = await within(Math.min(left, tryTimeout), signal, (stop) => makeTry(request, stop, previous));
        if (result === "no other token" && previous?.answer) return previous.answer;
        if (typeof result === "object") answer = result;
        failure = answer ? statusErrorOf(answer) : timeoutError(left < tryTimeout ? timeout : tryTimeout);
      } catch (error) {
        failure = error;
      }

      const delay = attempt <= maxRetries ? retryDelay(failure, attempt, canRenew) : undefined;
      // A wait past the end would only hide what went wrong behind a timeout.
      const wait = delay !== undefined && performance.now() + delay <= end ? delay : undefined;
      report(attempt, performance.now() - start, answer, failure, wait);
      if (wait === undefined) {
        if (answer) return answer;
        throw failure;
      }
      if (wait > 0) await within(wait, signal, () => new Promise<never>(() => undefined));
      previous = { cause: failure, answer };
    }

    function timeoutError(ms: number) {
      return new ServiceTimeoutError(`No response within ${ms} ms`, request, previous);
    }

    function report(
      attempt: number,
      duration: number,
      answer: Answer | undefined,
      error: unknown,
      wait?: number,
    ): void {
      // Without a token, nothing was tried.
      if (!options.onTry || error instanceof ServiceTokenError) return;
      const { method, operation } = request;
      const url = hidden(request.url, request);
      const status = answer?.response.status;
      const { onTry } = options;
      const returned = onTry({ operation: operation.id, method, url, attempt, duration, status, error, wait });
      // Nobody waits for a promise that `onTry` returns, and it may reject.
      Promise.resolve(returned).catch(() => undefined);
    }
  };
}

/** The error of an answer; `undefined` if it is a success. */
function statusErrorOf(answer: Answer): ServiceStatusError | undefined {
  return answer.response.ok ? undefined : new ServiceStatusError({ ...answer, body: jsonIn(answer.text) });
}

/** Statuses after which the same request may succeed. */
const TRANSIENT = [408, 429, 500, 502, 503, 504];

/** The longest wait before a retry, in ms. If the service asks for a longer one, the call fails: no caller expects that. */
const LONGEST_WAIT = 60_000;

/**
 * Returns how long to wait before a retry, in ms; `undefined` if a retry is not safe or would not help.
 *
 * @param error - The error of the last try.
 * @param tries - How many tries there have been.
 * @param canRenew - Whether another access token may be available after one was refused.
 */
export function retryDelay(error: unknown, tries: number, canRenew = false): number | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  // HTTP defines the other methods as idempotent. The contract does not say that these two may be repeated.
  const isIdempotent = error.method !== "POST" && error.method !== "PATCH";
  // A random part of half a second, which doubles with each try, so that many clients do not retry at the same moment.
  const usual = Math.random() * Math.min(250 * 2 ** tries, 8_000);
  if (error instanceof ServiceConnectionError) return isIdempotent || !error.maybeSent ? usual : undefined;
  if (error instanceof ServiceTimeoutError) return isIdempotent ? usual : undefined;
  if (!(error instanceof ServiceStatusError)) return undefined;
  if (error.status === 401) return canRenew && isIdempotent ? 0 : undefined;
  const asked = retryAfter(error.headers);
  const mayRepeat = isIdempotent ? TRANSIENT.includes(error.status) : error.status === 429 && asked !== undefined;
  const delay = asked ?? usual;
  return mayRepeat && delay <= LONGEST_WAIT ? delay : undefined;
}
