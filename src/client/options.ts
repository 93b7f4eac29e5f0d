/** Request headers, by name. Those that are `undefined` are not sent. */
export type RequestHeaders = Headers | Readonly<Record<string, string | number | boolean | undefined>>;

/** Options that every method takes last. */
export interface CallOptions {
  /** Cancels the call when it aborts. The call then rejects with the signal's reason. */
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
   * How many times the call is retried after a network failure, a try that took too long, a status of 408, 429, 500, 502,
   * 503 or 504, or a 401 if `accessToken` is a function that returns another token. A `POST` or `PATCH` is retried only if
   * it was never sent, or after status 429 with `Retry-After`. A retry of a `DELETE` may fail because an earlier try has
   * deleted the resource.
   *
   * @default 2
   */
  maxRetries?: number | undefined;
  /** Additional headers. They cannot replace the access token or the content type. */
  headers?: RequestHeaders | undefined;
}

/** What an `accessToken` function receives. */
export interface TokenRequest {
  /** The token that the service last refused with status 401; `undefined` if it has refused none. */
  readonly refused: string | undefined;
  /** Aborts when the call no longer waits for the token, because of a timeout or its own `signal`. */
  readonly signal: AbortSignal;
}

/**
 * An access token, or a function that returns a token or a promise of one. The function is called before every try. It
 * must not call the client that it belongs to.
 */
export type AccessToken = string | ((request: TokenRequest) => string | Promise<string>);

/** The options that a client's `fetch` receives. */
export interface TryInit {
  /** HTTP method, in capitals. */
  method: string;
  headers: Record<string, string>;
  /** JSON text; `null` for none. */
  body: string | null;
  /** Aborts when the try ends. */
  signal: AbortSignal;
  /** By default, fetch would send the access token to wherever a redirect points. */
  redirect: "manual";
}

/** Sends one request and returns its response, as `fetch` does. Other libraries' types of a `Response` fit, too. */
export type Send = (
  url: string,
  init: TryInit,
) => Promise<{
  readonly ok: boolean;
  readonly status: number;
  readonly statusText?: string;
  readonly type?: string;
  // They are also iterable, but the types differ, and TypeScript 5's `dom` does not declare them iterable at all.
  readonly headers: Pick<Headers, "get" | "has">;
  text(): Promise<string>;
}>;

/** What `onTry` receives about one try of a call. It holds no access token. */
// A type, since an interface does not fit `Record<string, unknown>`, which loggers take.
export type TryReport = {
  /** `operationId` of the contract. */
  readonly operation: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Full URL, with its query but without secrets. */
  readonly url: string;
  /** Number of the try, from 1. */
  readonly attempt: number;
  /** How long the try took, in ms. */
  readonly duration: number;
  /** HTTP status; `undefined` if there was no response. */
  readonly status?: number | undefined;
  /**
   * The error that the try failed with; `undefined` if its status is a success, even if the call then fails because the body
   * cannot be used.
   */
  readonly error?: unknown;
  /**
   * How long the call waits before the next try, in ms: 0 if it only asks for another token, or if `Retry-After` is 0.
   * `undefined` if the call ends.
   */
  readonly wait?: number | undefined;
};

/** Options of `createServiceClient`. A call can override `timeout`, `tryTimeout` and `maxRetries`. */
export interface ServiceClientOptions extends Pick<CallOptions, "timeout" | "tryTimeout" | "maxRetries"> {
  /**
   * Scheme, host and port of the service, and anything else that comes before the contract's paths. In a page, `/` is
   * the origin of the page, and `/backend` a path there.
   */
  baseUrl: string | URL;
  /** Leave it out if something else adds the token, such as the backend of a page. */
  accessToken?: AccessToken | undefined;
  /**
   * Additional headers of every call, or a function that returns them or a promise of them. The function is called before
   * every try. The headers cannot replace the access token or the content type.
   */
  headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>) | undefined;
  /**
   * Sends the requests instead of `globalThis.fetch`. Pass on the second argument: it has the signal that ends the try and
   * the setting that refuses redirects. Its headers are a plain object.
   */
  fetch?: Send | undefined;
  /**
   * Called after every try of every call. If this function throws, the call rejects with that error. If it returns a
   * promise, the call neither waits for it nor fails when it rejects.
   */
  onTry?: ((report: TryReport) => unknown) | undefined;
}
