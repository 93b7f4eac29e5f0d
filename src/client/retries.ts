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
import { createTry } from "./try.js";

/** Makes the function that sends a request: once, and again where that is safe and may help. It returns the last answer. */
export function createRetries(options: ServiceClientOptions) {
  const { onTry, accessToken } = options;
  const makeTry = createTry(options);
  const canRenew = typeof accessToken === "function";

  return async (request: ServiceRequest, limits: Limits): Promise<Answer> => {
    const { timeout, tryTimeout, maxRetries, signal } = limits;
    const end = performance.now() + timeout;
    let previous: FailedTry | undefined;
    for (let attempt = 1; ; attempt++) {
      const start = performance.now();
      const left = end - start;
      let answer: Answer | undefined;
      let failure: unknown;
      try {
        answer = await within(Math.min(left, tryTimeout), signal, (stop) => makeTry(request, stop, previous));
        // There was no other token to send.
        if (answer && answer === previous?.answer) return answer;
        failure = answer
          ? statusErrorOf(answer)
          : new ServiceTimeoutError(
              `No answer within ${left < tryTimeout ? timeout : tryTimeout} ms`,
              request,
              previous,
            );
      } catch (error) {
        failure = error;
      }

      const delay = attempt <= maxRetries ? retryDelay(failure, attempt, canRenew) : undefined;
      // A wait past the end would only hide what went wrong behind a timeout.
      const wait = delay !== undefined && performance.now() + delay <= end ? delay : undefined;
      // Without a token, nothing was tried.
      if (onTry && !(failure instanceof ServiceTokenError)) {
        const { operation, method } = request;
        const duration = performance.now() - start;
        const status = answer?.response.status;
        const url = hidden(request.url, request);
        const returned = onTry({
          operation: operation.id,
          method,
          url,
          attempt,
          duration,
          status,
          error: failure,
          wait,
        });
        // If it is a promise, nobody waits for it, and it may reject.
        Promise.resolve(returned).catch(() => undefined);
      }
      if (wait === undefined) {
        if (answer) return answer;
        throw failure;
      }
      if (wait > 0) await within(wait, signal, () => new Promise<never>(() => undefined));
      previous = { cause: failure, answer };
    }
  };
}

/** The error of an answer that is no success. */
function statusErrorOf(answer: Answer): ServiceStatusError | undefined {
  const { status } = answer.response;
  return status >= 200 && status < 300 ? undefined : new ServiceStatusError({ ...answer, body: jsonIn(answer.text) });
}

/** Statuses after which the same request may succeed. */
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
  if (!(error instanceof ServiceError)) return undefined;
  // HTTP defines the other methods as idempotent. The contract does not say that these may be repeated.
  const isIdempotent = error.method !== "POST" && error.method !== "PATCH";
  // A random part of half a second, then of twice as much each time, so that many clients do not retry at the same moment.
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

/** The longest delay that a timer takes, 24 days. With a longer one, it would fire immediately. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Returns what the work returns, or `undefined` if that takes longer than some ms.
 *
 * @param signal - If it aborts, this rejects with its reason.
 * @param work - Gets a signal that aborts in both cases.
 */
async function within<Value>(
  ms: number,
  signal: AbortSignal | undefined,
  work: (stop: AbortSignal) => Promise<Value>,
): Promise<Value | undefined> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  // Not a listener of the caller's signal, which may be shared by many calls: Node.js warns of more than ten.
  const stop = signal ? AbortSignal.any([signal, controller.signal]) : controller.signal;
  const timer = ms <= LONGEST_TIMER ? setTimeout(() => controller.abort(), ms) : undefined;
  let onStop = () => {};
  const stopped = new Promise<undefined>((resolve, reject) => {
    onStop = () => (signal?.aborted ? reject(signal.reason) : resolve(undefined));
    stop.addEventListener("abort", onStop);
  });
  try {
    return await Promise.race([work(stop), stopped]);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener("abort", onStop);
  }
}
