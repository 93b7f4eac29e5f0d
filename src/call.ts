import { attempt, type Operation, type RequestHeaders } from "./attempt.js";
import { pause, startDeadline } from "./deadline.js";
import { type ServiceRequest, ServiceTimeoutError } from "./errors.js";
import { retryDelay } from "./retry.js";
import type { Send } from "./send.js";

/** Options that every method takes last. */
export interface CallOptions {
  /** Ends the call when it aborts: the call rejects with the signal's own reason. */
  signal?: AbortSignal | undefined;
  /**
   * How long the call may take in ms, with all its tries and the waits between them. `Infinity` sets no limit.
   *
   * @default 30_000
   */
  timeout?: number | undefined;
  /**
   * How often the call is tried again after a network failure or a status of 408, 429, 500, 502, 503 or 504. A `POST`
   * never is: nothing in the contract makes it safe to repeat.
   *
   * @default 2
   */
  maxRetries?: number | undefined;
  /** Headers to send besides the access token and the content type, which stay as they are. */
  headers?: RequestHeaders | undefined;
}

/** Calls an operation: tries it, and again where that is safe, until it succeeds, fails or takes too long. */
export type Call = <Success extends object>(operation: Operation<Success>, options?: CallOptions) => Promise<Success>;

export function createCall(send: Send, baseUrl: string, defaults: CallOptions): Call {
  return async (operation, options = {}) => {
    const timeout = options.timeout ?? defaults.timeout ?? 30_000;
    const maxRetries = options.maxRetries ?? defaults.maxRetries ?? 2;
    if (!(timeout > 0)) throw new RangeError(`timeout must be a number of ms above 0, got ${timeout}`);
    if (!(maxRetries >= 0)) throw new RangeError(`maxRetries must be a number, 0 or more, got ${maxRetries}`);

    // A middleware may hold the request up before it is known, or answer in its place.
    let sent: ServiceRequest = { method: "request to", url: baseUrl };
    const expired = () => new ServiceTimeoutError(`No answer within ${timeout} ms`, sent);
    const deadline = startDeadline(timeout, options.signal, expired);
    const init = {
      signal: deadline.signal,
      headers: options.headers ?? {},
      fetch(request: Request) {
        sent = request;
        return send(request);
      },
    };
    const tryAndRetry = async () => {
      for (let retries = 0; ; retries++) {
        try {
          return await attempt(operation, init, sent);
        } catch (error) {
          const delay = retries < maxRetries ? retryDelay(error, retries) : undefined;
          // A wait past the deadline would only hide what went wrong behind a timeout.
          if (delay === undefined || delay > deadline.left()) throw error;
          await pause(delay, deadline.signal);
        }
      }
    };
    return deadline.race(tryAndRetry());
  };
}
