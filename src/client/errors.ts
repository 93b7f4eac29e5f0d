import { isObject } from "../json.js";
import type { Outcome, ServiceRequest } from "./exchange.js";
import { hidden, withoutSecrets } from "./secrets.js";

/** What an error reports of its request, and what it must hide. */
type FailedRequest = Pick<ServiceRequest, "method" | "url" | "body" | "tokens">;

/** An answer that is the reason of an error. */
type FailedOutcome = Pick<Outcome, "response" | "body"> & { readonly request: FailedRequest };

// Constructors set the fields that these classes only declare: as code, each would be an assignment of nothing.

/**
 * Has `instanceof` recognize an error of another copy of this package, as a page and a route handler of Next.js, or a library
 * that has bundled its copy, and its program, pass to each other.
 */
function recognizeCopies(type: { readonly prototype: ServiceError }, name: string): void {
  const brand = Symbol.for(`service-admin-api.${name}`);
  Object.defineProperty(type.prototype, brand, { value: true });
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: unknown, value: unknown) {
      // A class of the caller's own inherits this.
      return this === type
        ? isObject(value) && brand in value
        : Function.prototype[Symbol.hasInstance].call(this, value);
    },
  });
}

/** The base class of all errors of a call. The message ends with `METHOD url`. */
export abstract class ServiceError extends Error {
  static {
    recognizeCopies(ServiceError, "ServiceError");
  }
  abstract override readonly name: string;
  /** HTTP method of the request, in capitals. */
  declare readonly method: string;
  /** Full URL of the request, with its query. */
  declare readonly url: string;

  /** @param options - A failed try has a `cause`, too. */
  constructor(what: string, request: FailedRequest, options?: { readonly cause: unknown }) {
    const url = hidden(request.url, request);
    super(`${what}: ${request.method} ${url}`, options);
    this.method = request.method;
    this.url = url;
  }

  /** Plain data: what `JSON.stringify` and some loggers write, and what can be sent to another thread. */
  toJSON(): object {
    return { ...this, message: this.message, cause: plain(this.cause) };
  }
}

/** An error about an answer of the service. */
abstract class AnswerError extends ServiceError {
  /** HTTP status of the answer; 0 for a redirect in a browser, which hides the status. */
  declare readonly status: number;
  declare readonly headers: Headers;
  /** Body of the answer: parsed if it is JSON, otherwise its text; `undefined` if it is empty. */
  declare readonly body: unknown;
  /**
   * What `body` says of the failure, on one line of at most 200 characters; `undefined` if it says nothing. Where the
   * service says it, and to whom, is not specified.
   */
  declare readonly reason: string | undefined;

  constructor(what: string, { request, response: { status, headers }, body }: FailedOutcome) {
    const shown = withoutSecrets(body, request);
    const reason = reasonIn(shown);
    super(what + quoted(reason), request);
    this.status = status;
    this.headers = shownHeaders(headers, request);
    this.body = shown;
    this.reason = reason;
  }

  override toJSON(): object {
    return { ...super.toJSON(), headers: Object.fromEntries(this.headers) };
  }
}

/** The service answered with a status that is no success, such as 404. Every status from 200 to 299 is a success. */
export class ServiceStatusError extends AnswerError {
  static {
    recognizeCopies(ServiceStatusError, "ServiceStatusError");
  }
  override readonly name = "ServiceStatusError";

  constructor(outcome: FailedOutcome) {
    super(`The service answered with ${statusInWords(outcome)}`, outcome);
  }
}

/**
 * The service answered with a status of success, but the body is empty, is not JSON, or lacks the resource, the list or its
 * pagination. The fields of a resource are not checked.
 */
export class ServiceResponseError extends AnswerError {
  static {
    recognizeCopies(ServiceResponseError, "ServiceResponseError");
  }
  override readonly name = "ServiceResponseError";
}

/**
 * `fetch` failed, or the answer broke off. In a page, the service may also allow no requests from its origin (CORS). `cause` has
 * the message and the code of the innermost error.
 */
export class ServiceConnectionError extends ServiceError {
  static {
    recognizeCopies(ServiceConnectionError, "ServiceConnectionError");
  }
  override readonly name = "ServiceConnectionError";
  /** `false` if no connection was made, so that nothing was sent. */
  declare readonly maybeSent: boolean;

  constructor(what: string, request: FailedRequest, thrown?: unknown, maybeSent = true) {
    const cause = causeOf(thrown, request);
    super(what + quoted(onOneLine(cause.message)), request, { cause });
    this.maybeSent = maybeSent;
  }
}

/**
 * The call with its retries took longer than its `timeout`, or its last try took longer than its `tryTimeout`. `cause`
 * is the error of the previous try, if there was one.
 */
export class ServiceTimeoutError extends ServiceError {
  static {
    recognizeCopies(ServiceTimeoutError, "ServiceTimeoutError");
  }
  override readonly name = "ServiceTimeoutError";
}

/**
 * The `accessToken` function returned no token, or one that is not valid in a header. That try sent nothing. `cause` is
 * the error of the previous try, if there was one.
 */
export class ServiceTokenError extends ServiceError {
  static {
    recognizeCopies(ServiceTokenError, "ServiceTokenError");
  }
  override readonly name = "ServiceTokenError";
}

/** What a message quotes, after a colon: nothing where there is no text. */
function quoted(text: string | undefined): string {
  return text ? `: "${text}"` : "";
}

function statusInWords({ request, response: { status, headers } }: FailedOutcome): string {
  if (status === 0) return "a redirect";
  // As where an environment variable is not set.
  if ((status === 401 || status === 403) && request.tokens.length === 0)
    return `status ${status}, and no access token was sent`;
  const location = status >= 300 && status < 400 ? shownHeaders(headers, request).get("Location") : null;
  // Its query and its credentials may be secrets of others.
  const target = location?.replace(/[?#].*/s, "").replace(/^([^/]*\/\/)[^/]*@/, "$1");
  return target ? `status ${status}, a redirect to ${onOneLine(target)}` : `status ${status}`;
}

/** A copy of headers without secrets. It is made by iteration: `get` of SvelteKit throws at headers that a page may not have. */
function shownHeaders(headers: Headers, request: FailedRequest): Headers {
  const shown = new Headers();
  // Each cookie is a header of its own.
  for (const [name, value] of headers) shown.append(name, hidden(value, request));
  // Loggers copy the fields of an error, and JSON shows other `Headers` as `{}`.
  return Object.defineProperty(shown, "toJSON", { value: () => Object.fromEntries(shown) });
}

/** Where bodies of failures say in words what is wrong. What says the most comes first. */
const WORDS = ["message", "detail", "msg", "error_description", "reason", "error", "errors", "title"];

/** What a body says in words about a failure; `undefined` if it says nothing. */
function reasonIn(body: unknown): string | undefined {
  if (typeof body === "string") return /^\s*[<[{]/.test(body) ? undefined : onOneLine(body) || undefined;
  if (!isObject(body)) return undefined;
  const places = Array.isArray(body) ? body : WORDS.map((name) => body[name]);
  return places.map(reasonIn).find(Boolean);
}

/** A text on one line of at most 200 characters, without control characters, which a terminal would obey. */
function onOneLine(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  return line.replace(/^(.{199})..+/su, "$1…");
}

function plain(cause: unknown): unknown {
  if (cause instanceof ServiceError) return cause.toJSON();
  return cause instanceof Error ? { ...cause, name: cause.name, message: cause.message } : cause;
}

/** How many causes are followed: one may lead back to itself. */
export const DEEPEST = 5;

/** A copy of the innermost error of what `fetch` rejected with, which itself says only "fetch failed". */
function causeOf(thrown: unknown, request: FailedRequest, depth = 0): Error {
  // Some libraries reject with a text.
  const { name, message, code, cause, errors }: Readonly<Record<string, unknown>> = isObject(thrown)
    ? thrown
    : { message: thrown };
  // Node.js has one error for all addresses of a host, which says nothing itself.
  const inner = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  if (isObject(inner) && depth < DEEPEST) return causeOf(inner, request, depth + 1);
  const copy = new Error(hidden(String(message || name || ""), request));
  // No other fields: they may hold what was sent.
  return Object.assign(copy, withoutSecrets({ name, code }, request));
}
