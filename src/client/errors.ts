import { isObject } from "../json.js";
import type { Outcome, ServiceRequest } from "./exchange.js";
import { hidden, withoutSecrets } from "./secrets.js";

/** What an error reports about its request, and what it must hide. */
type FailedRequest = Pick<ServiceRequest, "method" | "url" | "body" | "tokens">;

/** An answer that caused an error. */
type FailedOutcome = Pick<Outcome, "response" | "body"> & { readonly request: FailedRequest };

// The constructors set the fields that these classes only declare. Without `declare`, each would compile to an assignment.

/**
 * Makes `instanceof` recognize errors of another copy of this package. A page and a route handler of Next.js have one copy
 * each, and so do a program and a library that bundles its own.
 */
function recognizeCopies(type: { readonly prototype: ServiceError }, name: string): void {
  const brand = Symbol.for(`service-admin-api.${name}`);
  Object.defineProperty(type.prototype, brand, { value: true });
  Object.defineProperty(type, Symbol.hasInstance, {
    value(this: unknown, value: unknown) {
      // A caller's subclass inherits this method.
      return this === type
        ? isObject(value) && brand in value
        : Function.prototype[Symbol.hasInstance].call(this, value);
    },
  });
}

/** The base class of the errors of a call. The message ends with `METHOD url`. */
export abstract class ServiceError extends Error {
  static {
    recognizeCopies(ServiceError, "ServiceError");
  }
  abstract override readonly name: string;
  /** HTTP method of the request, in capitals. */
  declare readonly method: string;
  /** Full URL of the request, with its query but without secrets. */
  declare readonly url: string;

  /** @param options - Its `cause`. A `FailedTry` fits, too. */
  constructor(what: string, request: FailedRequest, options?: { readonly cause: unknown }) {
    const url = hidden(request.url, request);
    super(`${what}: ${request.method} ${url}`, options);
    this.method = request.method;
    this.url = url;
  }

  /** Returns the error as plain data, for `JSON.stringify`, loggers and other threads. */
  toJSON(): object {
    return { ...this, message: this.message, cause: plain(this.cause) };
  }
}

/** An error about a response of the service. */
abstract class AnswerError extends ServiceError {
  /** HTTP status of the response; 0 for a redirect in a browser, which hides the status. */
  declare readonly status: number;
  /** Response headers, without secrets. */
  declare readonly headers: Headers;
  /** Response body, without secrets: parsed if it is JSON, otherwise its text; `undefined` if it is empty. */
  declare readonly body: unknown;
  /**
   * What `body` says about the failure, on one line of at most 200 characters; `undefined` if it says nothing. Neither the
   * form nor the audience of the service's error bodies is specified.
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

/** The service responded with a status outside 200 to 299, such as 404. */
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
 * The status is a success, but the body is empty, is not JSON, lacks the resource, the list or its pagination, or holds an
 * earlier page than the one requested. The fields of a resource are not checked.
 */
export class ServiceResponseError extends AnswerError {
  static {
    recognizeCopies(ServiceResponseError, "ServiceResponseError");
  }
  override readonly name = "ServiceResponseError";
}

/**
 * `fetch` failed, or the response ended early. In a web page, `fetch` also fails if the service does not allow the page's
 * origin (CORS). `cause` has the message and the code of the innermost error.
 */
export class ServiceConnectionError extends ServiceError {
  static {
    recognizeCopies(ServiceConnectionError, "ServiceConnectionError");
  }
  override readonly name = "ServiceConnectionError";
  /** Whether the service may have received the request: `false` if no connection was made. */
  declare readonly maybeSent: boolean;

  constructor(what: string, request: FailedRequest, thrown?: unknown, maybeSent = true) {
    const cause = causeOf(thrown, request);
    super(what + quoted(onOneLine(cause.message)), request, { cause });
    this.maybeSent = maybeSent;
  }
}

/**
 * The call took longer than its `timeout`, retries included, or its last try took longer than its `tryTimeout`. `cause`
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

/** A text as a message quotes it, after a colon; empty if there is no text. */
function quoted(text: string | undefined): string {
  return text ? `: "${text}"` : "";
}

function statusInWords({ request, response: { status, headers } }: FailedOutcome): string {
  if (status === 0) return "a redirect";
  // For example, because an environment variable is not set.
  if ((status === 401 || status === 403) && request.tokens.length === 0)
    return `status ${status}, and no access token was sent`;
  const location = status >= 300 && status < 400 ? shownHeaders(headers, request).get("Location") : null;
  // Its query and its credentials may be secrets that the request does not contain.
  const target = location?.replace(/[?#].*/s, "").replace(/^([^/]*\/\/)[^/]*@/, "$1");
  return target ? `status ${status}, a redirect to ${onOneLine(target)}` : `status ${status}`;
}

/** A copy of headers without secrets. It iterates, because SvelteKit's `get` throws for headers that a page may not read. */
function shownHeaders(headers: Headers, request: FailedRequest): Headers {
  const shown = new Headers();
  // `Set-Cookie` may occur several times.
  for (const [name, value] of headers) shown.append(name, hidden(value, request));
  // Loggers copy the fields of an error, and `JSON.stringify` writes `Headers` as `{}`.
  return Object.defineProperty(shown, "toJSON", { value: () => Object.fromEntries(shown) });
}

/** The fields in which error bodies usually say what is wrong, the most informative first. */
const WORDS = ["message", "detail", "msg", "error_description", "reason", "error", "errors", "title"];

/** What a body says about a failure; `undefined` if it says nothing. */
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

/** How many causes are followed, since a cause may lead back to itself. */
export const DEEPEST = 5;

/** A copy of the innermost cause of a `fetch` error, which itself only says "fetch failed". */
function causeOf(thrown: unknown, request: FailedRequest, depth = 0): Error {
  // Some libraries reject with a string.
  const { name, message, code, cause, errors }: Readonly<Record<string, unknown>> = isObject(thrown)
    ? thrown
    : { message: thrown };
  // If all addresses of a host fail, Node.js wraps their errors in one that says nothing itself.
  const inner = cause ?? (Array.isArray(errors) ? errors[0] : undefined);
  if (isObject(inner) && depth < DEEPEST) return causeOf(inner, request, depth + 1);
  const copy = new Error(hidden(String(message || name || ""), request));
  // Other fields are left out, since they may hold what was sent.
  return Object.assign(copy, withoutSecrets({ name, code }, request));
}
