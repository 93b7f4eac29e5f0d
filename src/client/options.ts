import { basePath } from "../../generated/contract.js";
import { urlOf } from "../url.js";

/** Request headers, by name. Those that are `undefined` are not sent. */
export type RequestHeaders = Headers | Readonly<Record<string, string | number | boolean | undefined>>;

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
   * A retry of a `DELETE` may fail because an earlier try has deleted the resource.
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
  /** Aborts when the try that needs the token ends. */
  readonly signal: AbortSignal;
}

/**
 * An access token, or a function that returns one, or a promise of one. The function is called before every try. It must
 * not call the client that it belongs to.
 */
export type AccessToken = string | ((request: TokenRequest) => string | Promise<string>);

/** The options that a `fetch` gets. */
export interface TryInit {
  /** HTTP method, in capitals. */
  method: string;
  headers: Record<string, string>;
  /** JSON text; `null` for none. */
  body: string | null;
  /** Aborts when the try ends. */
  signal: AbortSignal;
  /** With another mode, fetch would send the access token to wherever a redirect points. */
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
  // They are iterable, too, but not in the same types everywhere: in `dom` of TypeScript 5, they are not at all.
  readonly headers: Pick<Headers, "get" | "has">;
  text(): Promise<string>;
}>;

/** What `onTry` receives about one try of a call. It holds no access token. */
export interface TryReport {
  /** `operationId` of the contract. */
  readonly operation: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Full URL with its query. */
  readonly url: string;
  /** Number of the try, from 1. */
  readonly attempt: number;
  /** How long the try took, in ms. */
  readonly duration: number;
  /** HTTP status, if there was an answer. */
  readonly status?: number | undefined;
  /** The error that the try failed with. */
  readonly error?: unknown;
  /** How long the call then waits, in ms: 0 before it asks for another token. Absent if it ends. */
  readonly wait?: number | undefined;
}

/** Options of `createServiceClient`. A call can override `timeout`, `tryTimeout` and `maxRetries`. */
export interface ServiceClientOptions extends Pick<CallOptions, "timeout" | "tryTimeout" | "maxRetries"> {
  /**
   * Scheme, host and port of the service, and anything else that comes before the contract's paths. In a page, `/` is
   * the origin of the page, and `/backend` a path there.
   */
  baseUrl: string | URL;
  /** Leave it out where something else adds it, such as the backend of a page. */
  accessToken?: AccessToken | undefined;
  /**
   * Additional headers of every call, or a function that returns them, or a promise of them. The function is called for
   * every try. The headers cannot replace the access token or the content type.
   */
  headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>) | undefined;
  /**
   * Sends the requests instead of `globalThis.fetch`. Pass its second argument on: it has the signal that ends the try
   * and the setting that refuses redirects. Its headers are a plain object.
   */
  fetch?: Send | undefined;
  /**
   * Called after every try of every call. If it throws, the call rejects with that error. The call does not wait for a
   * promise that it returns, and ignores it if it rejects.
   */
  onTry?: ((report: TryReport) => unknown) | undefined;
}

/**
 * The options of a client with their defaults, which its calls share, and what it remembers of tokens.
 *
 * @throws TypeError when an option cannot be used.
 */
export function settingsOf({ baseUrl, headers, accessToken, onTry, ...options }: ServiceClientOptions) {
  checkOptions(options);
  if (accessToken !== undefined && typeof accessToken !== "function" && !isSendable(accessToken))
    throw new TypeError("accessToken must be a text that a header can carry, or a function");
  // The token that the service last refused, and whether the `accessToken` function is being called.
  const memory: { refused?: string | undefined; isAsking?: boolean } = {};
  return {
    baseUrl: baseUrlOf(baseUrl),
    headers: typeof headers === "function" ? headers : headersOf(headers),
    accessToken,
    onTry,
    memory,
    timeout: options.timeout ?? 30_000,
    tryTimeout: options.tryTimeout ?? Infinity,
    maxRetries: options.maxRetries ?? 2,
    // Looked up for each try, since other libraries replace it.
    fetch: options.fetch ?? ((...sent) => globalThis.fetch(...sent)),
  };
}

/** What calls share. */
export type Settings = ReturnType<typeof settingsOf>;

/** @throws TypeError that says which option is wrong and what to pass. */
export function checkOptions({ timeout = 1, tryTimeout = 1, maxRetries = 0, signal }: CallOptions): void {
  const limits = [timeout, tryTimeout, maxRetries + 1];
  if (!limits.every((limit) => typeof limit === "number" && limit > 0) || (signal && !("aborted" in Object(signal))))
    throw new TypeError("timeout and tryTimeout must be above 0, maxRetries 0 or more, signal an AbortSignal");
}

/**
 * The base URL without slashes at its end, and without the beginning that the contract's paths share.
 *
 * @throws TypeError when it is none. It does not quote it, because it may hold a password.
 */
function baseUrlOf(given: string | URL): string {
  const text = String(given) || "/";
  const href = /^(https?:\/|\/(?!\/))[^@?#\\\t\r\n]*$/.test(text) && urlOf(text, globalThis.location?.href)?.href;
  if (!href)
    throw new TypeError("baseUrl must be an HTTP URL, or in a page a path, without credentials, query or fragment");
  const base = href.replace(/\/+$/, "");
  return base.endsWith(basePath) ? base.slice(0, -basePath.length) : base;
}

/**
 * Copies headers, with their names in lower case.
 *
 * @throws TypeError when they cannot be sent. It does not quote a value, which may be a secret.
 */
export function headersOf(given: RequestHeaders | undefined): Record<string, string> {
  const headers = new Headers();
  for (const [name, value] of given instanceof Headers ? given : Object.entries(given ?? {})) {
    try {
      if (value !== undefined && value !== null) headers.set(name, String(value));
    } catch {
      throw new TypeError(`The header ${name} is not valid in HTTP`);
    }
  }
  return Object.fromEntries(headers);
}

/** Whether fetch sends a token unchanged: it trims white space at the ends, and refuses other characters. */
export function isSendable(token: unknown): token is string {
  return typeof token === "string" && /^(?! )[ -~\x80-\xff]+(?<! )$/.test(token);
}
