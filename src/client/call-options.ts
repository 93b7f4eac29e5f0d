import type { RequestHeaders } from "./headers.js";

/** How long a call may take with all its retries, by default, in ms. */
export const DEFAULT_TIMEOUT = 30_000;

/** How often a call is retried, by default. */
export const DEFAULT_RETRIES = 2;

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
   * 503 or 504. A `POST` or `PATCH` is retried only if it was never sent, or after status 429 with `Retry-After`.
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
  /** Full URL with its query, without secrets. */
  readonly url: string;
  /** Number of the try, from 1. */
  readonly attempt: number;
  /** How long the try took, in ms. */
  readonly duration: number;
  /** HTTP status, if there was an answer. */
  readonly status?: number | undefined;
  /** The error that the try failed with. */
  readonly error?: unknown;
  /** How long the call then waits, in ms; absent if it ends. */
  readonly wait?: number | undefined;
}

/** Defaults for every call of a client. */
export interface CallDefaults extends Pick<CallOptions, "timeout" | "tryTimeout" | "maxRetries"> {
  /**
   * Called after every try of every call. If it throws, the call rejects with that error. The call does not wait for a
   * promise that it returns, and ignores it if it rejects.
   */
  onTry?: ((report: TryReport) => unknown) | undefined;
  /**
   * Whether a try that the service answers with status 401 is followed by another one, where a retry is safe. It counts
   * as a retry. The `accessToken` function learns in `refused` which token it must not return again: if it does, nothing
   * is sent, and the call ends with status 401.
   *
   * @default false
   */
  renewToken?: boolean | undefined;
}

/**
 * Checks the values of options that JavaScript callers may get wrong.
 *
 * @throws TypeError that says which option is wrong and what to pass.
 */
export function checkCallOptions({ timeout, tryTimeout, maxRetries, signal }: Omit<CallOptions, "headers">): void {
  const tries = (maxRetries ?? 0) + 1;
  if (![timeout ?? 1, tryTimeout ?? 1, tries].every((value) => typeof value === "number" && value > 0)) {
    throw new TypeError("timeout and tryTimeout must be numbers above 0, maxRetries 0 or more");
  }
  if (signal && typeof signal.aborted !== "boolean") {
    throw new TypeError("signal must be an AbortSignal");
  }
}
