import type { FailureBody } from "../../generated/contract.js";
import { isObject } from "../json.js";
import type { AnyAnswer, FailedRequest } from "./exchange.js";
import { wordsOf } from "./network-errors.js";
import { DEEPEST, onOneLine, reasonIn } from "./reasons.js";
import { hidden, withoutSecrets } from "./secrets.js";
import { takeMoreFrames } from "./stack.js";

/** An error that `JSON.stringify` writes with all its fields, its message and its cause. */
class WrittenError extends Error {
  toJSON(): object {
    return { ...this, message: this.message, cause: this.cause };
  }
}

// Constructors set the fields that these classes only declare: as code, each would be an assignment of nothing.

/** The base class of all errors of a call. The message ends with `METHOD url`. */
export abstract class ServiceError extends WrittenError {
  abstract override readonly name: string;
  /** HTTP method of the request, in capitals. */
  declare readonly method: string;
  /** Full URL of the request, with its query. */
  declare readonly url: string;

  /** @param what - It shows no secrets. */
  constructor(what: string, request: FailedRequest, options?: ErrorOptions) {
    const url = hidden(request.url, request);
    const restore = takeMoreFrames();
    super(`${what}: ${request.method} ${url}`, options);
    restore();
    this.method = request.method;
    this.url = url;
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

  constructor(what: string, { request, response: { status, headers }, body }: AnyAnswer) {
    const shown = withoutSecrets(body, request);
    const reason = reasonIn(shown);
    super(what + quoted(reason), request);
    this.status = status;
    this.headers = shownHeaders(headers, request);
    this.body = shown;
    this.reason = reason;
  }
}

/** The service answered with a status that is not the success status in the contract. */
export class ServiceStatusError extends AnswerError {
  override readonly name = "ServiceStatusError";
  /**
   * The `body`, with its type, if the contract declares one for this status and the body is valid against its schema;
   * otherwise `undefined`, as for a page of HTML that a gateway sends.
   */
  declare readonly declaredBody: FailureBody | undefined;

  constructor(answer: AnyAnswer) {
    super(`The service answered with ${answered(answer)}`, answer);
    answer.request.operation?.addDeclaredBody?.(this);
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
    super(what + quoted(onOneLine(cause.message || cause.name)), request, { cause });
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

/** What a message says of a status. */
function answered({ request, response: { status, headers, type } }: AnyAnswer): string {
  // What a `fetch` of the mode "no-cors" returns.
  if (type === "opaque") return "a response that a page may not read";
  if (status === 0) return "a redirect";
  const isRefused = status === 401 || status === 403;
  // As where an environment variable is not set.
  if (isRefused && request.tokens.length === 0) return `status ${status}, and no access token was sent`;
  const location = status >= 300 && status < 400 ? headers.get("Location") : "";
  // Its query and its credentials may be secrets of others.
  const target = location?.replace(/[?#].*/s, "").replace(/^([^/]*\/\/)[^/]*@/, "$1");
  return target ? `status ${status}, a redirect to ${onOneLine(hidden(target, request))}` : `status ${status}`;
}

/** A copy of headers, without secrets. Loggers copy the fields of an error, and JSON shows other `Headers` as `{}`. */
function shownHeaders(headers: Iterable<[string, string]> | object, request: FailedRequest): Headers {
  const shown = new Headers();
  // Those that a test makes up may only have `get`.
  const entries = Symbol.iterator in headers ? headers : [];
  // Each cookie is a header of its own.
  for (const [name, value] of entries) shown.append(name, hidden(value, request));
  return Object.defineProperty(shown, "toJSON", { value: () => Object.fromEntries(shown) });
}

/**
 * Copies the innermost error of what `fetch` rejected with, which itself says only "fetch failed": name, message and
 * code, since Node's errors also hold what a peer has sent.
 */
function causeOf(thrown: unknown, request: FailedRequest): Error {
  const { name = "", message = "", code, errors } = innermost(thrown);
  // An `AggregateError` says nothing itself.
  const all = Array.isArray(errors) ? errors.map((error) => innermost(error)["message"]) : [];
  const text = wordsOf(all.join(", ") || String(message));
  return Object.assign(new WrittenError(hidden(text, request)), withoutSecrets({ name, code }, request));
}

function innermost(thrown: unknown): Readonly<Record<string, unknown>> {
  // Some libraries reject with a text.
  let inner = isObject(thrown) ? thrown : { message: thrown ?? "" };
  for (let depth = 0; isObject(inner["cause"]) && depth < DEEPEST; depth++) inner = inner["cause"];
  return inner;
}
