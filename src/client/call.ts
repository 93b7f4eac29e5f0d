import { withDeadline } from "./deadline.js";
import { ServiceConnectionError, ServiceResponseError, ServiceTimeoutError } from "./errors.js";
import { type Answer, type SentRequest, successOf } from "./response.js";
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

/** Request headers, by name. */
export type RequestHeaders = Headers | Record<string, string>;

/** An operation of the contract with its input, ready to be called. */
export interface Operation<Success> {
  /** Keys that the body of a success has, by the contract. */
  keys: readonly (keyof Success)[];
  /** Strings of the request body that no error may repeat. */
  secrets?: readonly string[] | undefined;
  /** Makes the request, once for each try. */
  request(init: RequestOptions): Promise<Answer<Success>>;
}

/** What a request hands on to openapi-fetch. */
export interface RequestOptions {
  headers: RequestHeaders;
  fetch: Send;
}

/** What holds for every call of a client. */
interface CallDefaults extends Pick<CallOptions, "timeout" | "maxRetries"> {
  baseUrl: string;
}

/** Calls an operation: tries it, and again where that is safe, until it succeeds, fails or takes too long. */
export type Call = <Success>(operation: Operation<Success>, options?: CallOptions) => Promise<Success>;

export function createCall(send: Send, defaults: CallDefaults): Call {
  return async ({ keys, secrets = [], request }, options = {}) => {
    const timeout = options.timeout ?? defaults.timeout ?? 30_000;
    const headers = options.headers ?? {};
    const maxRetries = options.maxRetries ?? defaults.maxRetries ?? 2;
    if (!(timeout > 0 && maxRetries >= 0)) throw new RangeError("timeout must be above 0, maxRetries 0 or more");

    // A middleware may hold the first request up before it is known, or answer in its place.
    let sent: SentRequest = { method: "request to", url: defaults.baseUrl };
    const expired = () => new ServiceTimeoutError(`The service did not answer within ${timeout} ms`, sent);
    return withDeadline(timeout, options.signal, expired, async (deadline) => {
      for (let retries = 0; ; retries++) {
        let answer: Response | undefined;
        const fetch = async (outgoing: Request) => {
          sent = outgoing;
          answer = await send(outgoing, deadline);
          return answer;
        };
        try {
          return successOf(await request({ headers, fetch }), sent, keys, secrets);
        } catch (thrown) {
          const failure = answer?.bodyUsed ? bodyFailure(thrown, sent) : thrown;
          const delay = retries < maxRetries ? retryDelay(failure, retries) : undefined;
          // A wait past the deadline would only hide what went wrong behind a timeout.
          if (delay === undefined || Date.now() + delay > deadline.last) throw failure;
          await deadline.pause(delay);
        }
      }
    });
  };
}

/** What became of a body that openapi-fetch could not read, by what it threw. */
function bodyFailure(thrown: unknown, sent: SentRequest): unknown {
  if (thrown instanceof SyntaxError) return new ServiceResponseError("The answer is not JSON", sent);
  if (thrown instanceof TypeError)
    return new ServiceConnectionError("The answer is not whole", sent, { cause: thrown });
  return thrown;
}
