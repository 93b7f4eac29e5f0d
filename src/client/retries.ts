import { jsonIn } from "../json.js";
import { ServiceStatusError, ServiceTimeoutError, ServiceTokenError } from "./errors.js";
import type { Answer, Exchange, ServiceRequest } from "./exchange.js";
import type { ServiceClientOptions, TryReport } from "./options.js";
import { hidden } from "./secrets.js";
import type { Limits } from "./settings.js";
import { pause, withTimeLimit } from "./time-limit.js";
import { retryDelay } from "./when-to-retry.js";

// No library for retries: ky, the smallest that fits under openapi-fetch, adds 5 kB and makes a call twice as long.

/** Makes the tries of a call within its limits. Returns the last answer, of any status. */
type Tries = (request: ServiceRequest, limits: Limits) => Promise<Answer>;

/**
 * Makes one try, and more where that is safe and may help.
 *
 * @param canRenew - Whether there may be another access token than one that was refused.
 */
export function withRetries(onTry: ServiceClientOptions["onTry"], canRenew: boolean, next: Exchange): Tries {
  return async (request, { end, timeout, tryTimeout, maxRetries, signal }) => {
    let previous: ServiceRequest["previous"];
    for (let attempt = 1; ; attempt++) {
      const start = performance.now();
      const left = end - start;
      const limit = left < tryTimeout ? timeout : tryTimeout;
      const expired = () =>
        new ServiceTimeoutError(`No answer within ${limit} ms`, request, { cause: previous?.failure });

      let answer: Answer | undefined;
      let failure: unknown;
      try {
        const send = (ended: AbortSignal) => next({ ...request, previous }, ended);
        answer = await withTimeLimit(Math.min(left, tryTimeout), signal, expired, send);
        // Nothing was sent.
        if (answer === previous?.answer) return answer;
        if (!isSuccess(answer)) failure = new ServiceStatusError(request, answer.response, jsonIn(answer.text));
      } catch (error) {
        failure = error;
      }

      const delay = attempt > maxRetries ? undefined : retryDelay(failure, attempt, canRenew);
      // A wait past the end would only hide what went wrong behind a timeout.
      const wait = delay !== undefined && performance.now() + delay <= end ? delay : undefined;
      const duration = performance.now() - start;
      report(onTry, request, { attempt, duration, status: answer?.response.status, error: failure, wait });
      if (wait === undefined) {
        if (answer) return answer;
        throw failure;
      }
      await pause(wait, signal);
      previous = { failure, answer };
    }
  };
}

/** By its status alone: a response that a test makes up may not have `ok`. */
function isSuccess({ response: { status } }: Answer): boolean {
  return status >= 200 && status < 300;
}

/** Tells `onTry` about a try that has sent something. */
function report(
  onTry: ServiceClientOptions["onTry"],
  request: ServiceRequest,
  outcome: Pick<TryReport, "attempt" | "duration" | "status" | "error" | "wait">,
): void {
  if (!onTry || outcome.error instanceof ServiceTokenError) return;
  const { operation, method, url } = request;
  const returned = onTry({ operation: operation.id, method, url: hidden(url, request), ...outcome });
  // What it returns is not waited for. If that is a promise, it may reject.
  Promise.resolve(returned).catch(() => undefined);
}
