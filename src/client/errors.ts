/** What an error shows of a request: not its headers nor its body, which hold secrets. */
interface FailedRequest {
  readonly method: string;
  readonly url: string;
}

/** The base class of all errors of a call. The message ends with `METHOD url`. */
export abstract class ServiceError extends Error {
  abstract override readonly name: string;
  /** HTTP method of the request, in capitals. */
  declare readonly method: string;
  /** Full URL of the request, with its query, without secrets. */
  declare readonly url: string;

  constructor(what: string, { method, url }: FailedRequest, options?: ErrorOptions) {
    super(`${what}: ${method} ${url}`, options);
    Object.assign(this, { method, url });
  }

  /** Returns what `JSON.stringify` writes: all fields of the error, its message and its cause. */
  toJSON(): object {
    return written(this);
  }
}

/** A copy with the fields that JSON leaves out of errors, and with those of headers, which it writes as an empty object. */
function written(error: Error): object {
  const { name, message, cause, headers } = Object(error);
  return {
    ...error,
    name,
    message,
    headers: headers && Object.fromEntries(headers),
    cause: cause instanceof Error ? written(cause) : undefined,
  };
}

/** An error about an answer of the service. */
export abstract class AnswerError extends ServiceError {
  /** HTTP status of the answer; 0 for a redirect in a browser, which hides the status. */
  declare readonly status: number;
  /** Headers of the answer, without secrets. */
  declare readonly headers: Headers;
  /**
   * Body of the answer, without secrets: parsed if it is JSON, else its text; `undefined` if it is empty, or if it is not
   * JSON and may hold secrets.
   */
  declare readonly body: unknown;

  constructor(what: string, request: FailedRequest, shown: Pick<AnswerError, "status" | "headers" | "body">) {
    super(what + quoted(wordsIn(shown.body)), request);
    Object.assign(this, shown);
  }
}

/** The service answered with a status that the contract does not have for the operation. */
export class ServiceStatusError extends AnswerError {
  override readonly name = "ServiceStatusError";
}

/** The service answered with a status of success, but the body is not JSON, or does not match the contract. */
export class ServiceResponseError extends AnswerError {
  override readonly name = "ServiceResponseError";
}

/** The network failed: there is no answer, or an incomplete one. `cause` is the error of `fetch`, without secrets. */
export class ServiceConnectionError extends ServiceError {
  override readonly name = "ServiceConnectionError";
  /** `false` if no connection came about, so that nothing was sent. */
  declare readonly maybeSent: boolean;

  constructor(what: string, request: FailedRequest, options?: ErrorOptions, maybeSent = true) {
    super(what, request, options);
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

/** What is longer than 200 characters, and the part of it that a message quotes: no character is cut in two. */
const TOO_LONG = /^(.{199})..+/su;

/** How far words, and causes of a rejection, are looked for within each other: a cause may lead back to itself. */
export const DEEPEST = 5;

/** What a message quotes of a text without secrets: nothing of an empty one, else one line after a colon. */
export function quoted(text: string): string {
  // Other characters could move what a terminal shows.
  const line = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  return line && `: "${line.replace(TOO_LONG, "$1…")}"`;
}

/** What a body says in words about a failure, as problem documents and frameworks do; empty if it says nothing. */
export function wordsIn(body: unknown, depth = 0): string {
  // A page says nothing in words, nor does JSON that was cut.
  if (typeof body === "string") return depth === 0 && /^\s*[<[{]/.test(body) ? "" : body.trim();
  if (!body || depth > DEEPEST) return "";
  const {
    message,
    detail,
    error_description,
    error,
    errors,
    title,
    msg,
    loc,
    field = [loc].flat().pop(),
  } = Object(body);
  // Errors are a text, a list, or under the names of fields.
  const named = Object.entries(errors ?? error ?? {}).map(([name, said]) => ({ field: name, msg: said }));
  // What says the most comes first.
  const places = Array.isArray(body) ? body : [message, detail, error_description, error, errors, named, title, msg];
  const words = places.reduce((found, inner) => found || wordsIn(inner, depth + 1), "");
  // One of several errors may say only in its field what it is about.
  return words && field && !words.includes(field) ? `${field}: ${words}` : words;
}
