import { isObject } from "../json.js";
import type { Outcome, ServiceRequest } from "./exchange.js";
import { hidden, withoutSecrets } from "./secrets.js";

/** What an error tells of its request, and what it must hide of it. */
type FailedRequest = Pick<ServiceRequest, "method" | "url" | "body" | "tokens">;

/** An answer that is the reason of an error. */
type FailedOutcome = Pick<Outcome, "response" | "body"> & { readonly request: FailedRequest };

// Constructors set the fields that these classes only declare: as code, each would be an assignment of nothing.

/** The base class of all errors of a call. The message ends with `METHOD url`. */
export abstract class ServiceError extends Error {
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

  /** What `JSON.stringify` and some loggers write. */
  toJSON(): object {
    return { ...this, message: this.message, cause: this.cause };
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
    this.headers = new Headers();
    // Each cookie is a header of its own.
    for (const [name, value] of headers) this.headers.append(name, hidden(value, request));
    // Otherwise, JSON shows headers as `{}`.
    Object.defineProperty(this.headers, "toJSON", { value: () => Object.fromEntries(this.headers) });
    this.body = shown;
    this.reason = reason;
  }
}

/** The service answered with a status that is not the success status in the contract. */
export class ServiceStatusError extends AnswerError {
  override readonly name = "ServiceStatusError";

  constructor(outcome: FailedOutcome) {
    super(`The service answered with ${statusInWords(outcome)}`, outcome);
  }
}

/**
 * The service answered with the success status, but the body is empty, is not JSON, or lacks the resource, the list or its
 * pagination. The fields of a resource are not checked.
 */
export class ServiceResponseError extends AnswerError {
  override readonly name = "ServiceResponseError";
}

/** The network failed: there is no answer, or an incomplete one. `cause` is the innermost error of `fetch`. */
export class ServiceConnectionError extends ServiceError {
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
  override readonly name = "ServiceTimeoutError";
}

/**
 * The `accessToken` function returned no token, or one that is not valid in a header. That try sent nothing. `cause` is
 * the error of the previous try, if there was one.
 */
export class ServiceTokenError extends ServiceError {
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
  const location = status >= 300 && status < 400 ? headers.get("Location") : null;
  // Its query and its credentials may be secrets of others.
  const target = location?.replace(/[?#].*/s, "").replace(/^([^/]*\/\/)[^/]*@/, "$1");
  return target ? `status ${status}, a redirect to ${onOneLine(hidden(target, request))}` : `status ${status}`;
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

/** A text on one line of at most 200 characters, without those that could move what a terminal shows. */
function onOneLine(text: string): string {
  const line = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  return line.replace(/^(.{199})..+/su, "$1…");
}

/** How deep causes are looked for: one may lead back to itself. */
const DEEPEST = 5;

/** A copy of the innermost error of what `fetch` rejected with, which itself says only "fetch failed". */
function causeOf(thrown: unknown, request: FailedRequest, depth = 0): Error {
  const { name, message = thrown ?? "", code, cause, errors } = Object(thrown);
  // Node.js has one error for all addresses of a host, which says nothing itself.
  const inner = cause ?? errors?.[0];
  if (isObject(inner) && depth < DEEPEST) return causeOf(inner, request, depth + 1);
  const copy = new Error(hidden(String(message || name || ""), request));
  // No other fields: they may hold what was sent.
  return Object.assign(copy, withoutSecrets({ name, code }, request));
}
