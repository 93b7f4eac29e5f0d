import { jsonIn } from "../json.js";
import { ServiceStatusError, ServiceTimeoutError, ServiceTokenError } from "./errors.js";
import type { Answer, Exchange, ServiceRequest } from "./exchange.js";
import type { ServiceClientOptions } from "./options.js";
import { hidden } from "./secrets.js";
import type { Limits } from "./settings.js";
import { pause } from "./time-limit.js";
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
      const expired = () => new ServiceTimeoutError(`No answer within ${limit} ms`, request, previous);
      // A signal of its own, because whatever follows the caller's signal would stay attached for as long as that lives.
      const controller = new AbortController();

      let answer: Answer | undefined;
      let failure: unknown;
      try {
        const send = () => next({ ...request, previous }, controller.signal);
        answer = await pause(Math.min(left, tryTimeout), signal, send);
        // Nothing was sent.
        if (answer && answer === previous?.answer) return answer;
        failure = answer ? failureIn(answer) : expired();
        // Not with the error that is thrown: Node's `fetch` writes a stack of its own into the reason.
        if (!answer) controller.abort(expired());
      } catch (error) {
        failure = error;
        controller.abort(error);
      }

      const delay = attempt > maxRetries ? undefined : retryDelay(failure, attempt, canRenew);
      // A wait past the end would only hide what went wrong behind a timeout.
      const wait = delay !== undefined && performance.now() + delay <= end ? delay : undefined;
      // A token that cannot be sent is no try.
      if (onTry && !(failure instanceof ServiceTokenError)) {
        const returned = onTry({
          operation: request.operation.id,
          method: request.method,
          url: hidden(request.url, request),
          attempt,
          duration: performance.now() - start,
          status: answer?.response.status,
          error: failure,
          wait,
        });
        // What it returns is not waited for. If that is a promise, it may reject.
        Promise.resolve(returned).catch(() => undefined);
      }
      if (wait === undefined) {
        if (answer) return answer;
        throw failure;
      }
      await pause(wait, signal);
      previous = { cause: failure, answer };
    }
  };
}

/** The error of an answer that is no success: by its status alone, since a response that a test makes up may not have `ok`. */
function failureIn(answer: Answer): ServiceStatusError | undefined {
  const { status } = answer.response;
  const isSuccess = status >= 200 && status < 300;
  return isSuccess ? undefined : new ServiceStatusError({ ...answer, body: jsonIn(answer.body) });
}
