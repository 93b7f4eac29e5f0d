import type { RequestHeaders } from "./http.js";

/** Options that every method takes last. */
export interface CallOptions {
  /** Ends the call when it aborts. The call rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
  /**
   * How long the call may take, in ms, including all tries and the waits between them. `Infinity` sets no limit.
   *
   * @default 30_000
   */
  timeout?: number | undefined;
  /**
   * How long one try may take, in ms, so that a stalled try leaves time for a retry. `Infinity` sets no such limit.
   *
   * @default Infinity
   */
  tryTimeout?: number | undefined;
  /**
   * How often the call is retried after a network failure, a try that took too long, or a status of 408, 429, 500, 502,
   * 503 or 504. A `POST` is never retried: the contract does not say that it is safe to repeat.
   *
   * @default 2
   */
  maxRetries?: number | undefined;
  /** Additional headers. They cannot replace the access token or the content type. */
  headers?: RequestHeaders | undefined;
}

/** What `onTry` receives about one try of a call. It holds no secret. */
export interface TryReport {
  /** `operationId` of the contract. */
  readonly operation: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Full URL with its query. If the try ended before its URL was known: the contract's path after the base URL. */
  readonly url: string;
  /** Number of the try, from 1. */
  readonly attempt: number;
  /** How long the try took, in ms. */
  readonly duration: number;
  /** HTTP status, if there was an answer. */
  readonly status?: number | undefined;
  /** The error that the try failed with. */
  readonly error?: unknown;
  /** How long the call waits before the next try, in ms; absent if there is no next try. */
  readonly wait?: number | undefined;
}

/** Defaults for every call of a client. */
export interface CallDefaults extends Pick<CallOptions, "timeout" | "tryTimeout" | "maxRetries"> {
  /** Called after every try of every call. If it throws, the call rejects with that error. */
  onTry?: ((report: TryReport) => void) | undefined;
}

/**
 * Checks the options that JavaScript callers may get wrong.
 *
 * @throws TypeError that says which option is wrong and what to pass.
 */
export function checkCallOptions({ timeout = 1, tryTimeout = 1, maxRetries = 0, signal }: CallOptions): void {
  if (!(timeout > 0 && tryTimeout > 0 && maxRetries >= 0)) {
    throw new TypeError("timeout and tryTimeout must be numbers greater than 0, maxRetries 0 or a greater number");
  }
  if (signal && !("aborted" in signal)) throw new TypeError("signal must be an AbortSignal, such as controller.signal");
}

/** Returns the base URL unchanged. The error does not quote it, because it may hold a password. */
export function usableBaseUrl(baseUrl: unknown): string {
  if (typeof baseUrl === "string" && /^https?:\/\/[^@?#\\]+$/i.test(baseUrl) && URL.canParse(baseUrl)) return baseUrl;
  throw new TypeError("baseUrl must be a string: an absolute HTTP URL without credentials, query or fragment");
}
