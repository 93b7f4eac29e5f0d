import type { RequestHeaders } from "./http.js";

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
   * How long one try may take in ms, so that a stall leaves time for a retry. `Infinity` sets no limit of its own.
   *
   * @default Infinity
   */
  tryTimeout?: number | undefined;
  /**
   * How often the call is retried after a network failure, a try that took too long, or a status of 408, 429, 500, 502,
   * 503 or 504. A `POST` never is: nothing in the contract makes it safe to repeat.
   *
   * @default 2
   */
  maxRetries?: number | undefined;
  /** Headers to send besides the access token and the content type, which stay as they are. */
  headers?: RequestHeaders | undefined;
}

/** What `onTry` is told of a try of a call. It holds no secret. */
export interface TryReport {
  /** `operationId` of the contract. */
  readonly operation: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Full URL with its query; the path of the contract where the try ended before its URL was known. */
  readonly url: string;
  /** Number of the try, from 1. */
  readonly attempt: number;
  /** How long the try took, in ms. */
  readonly duration: number;
  /** HTTP status, where there was an answer. */
  readonly status?: number | undefined;
  /** What the try failed with. */
  readonly error?: unknown;
  /** How long the call waits before the next try, in ms; absent where there is no next try. */
  readonly wait?: number | undefined;
}

/** What holds for every call of a client. */
export interface CallDefaults extends Pick<CallOptions, "timeout" | "tryTimeout" | "maxRetries"> {
  /** Is told of every try of every call, when it has ended. What it throws, the call rejects with. */
  onTry?: ((report: TryReport) => void) | undefined;
}

/**
 * Checks what callers of JavaScript may get wrong.
 *
 * @throws TypeError that says which option is wrong, and what to pass.
 */
export function checkCallOptions({ timeout = 1, tryTimeout = 1, maxRetries = 0, signal }: CallOptions): void {
  if (!(timeout > 0 && tryTimeout > 0 && maxRetries >= 0)) {
    throw new TypeError("timeout and tryTimeout must be numbers above 0, maxRetries a number from 0");
  }
  if (signal && !("aborted" in signal)) throw new TypeError("signal must be an AbortSignal, such as controller.signal");
}

/** Returns the base URL as it is. The error does not quote it, for it may hold a password. */
export function usableBaseUrl(baseUrl: unknown): string {
  if (typeof baseUrl === "string" && /^https?:\/\/[^@?#\\]+$/i.test(baseUrl) && URL.canParse(baseUrl)) return baseUrl;
  throw new TypeError("baseUrl must be a string: an absolute HTTP URL without credentials, query or fragment");
}
