import { type FailureBody, type FailureName, secretFields } from "../../generated/contract.js";
import { failures } from "../../generated/validators.js";
import { byStatus } from "../by-status.js";

/** The failures that the contract declares for an operation: the schema of the body of each, by status. */
interface DeclaredFailures {
  readonly failures?: Readonly<Record<string, FailureName | null>>;
}

/** The request that an error is about. */
export interface FailedRequest {
  readonly method: string;
  readonly url: string;
  /** JSON text; empty if there is none. */
  readonly body: string;
  /** The access tokens of its tries. */
  readonly tokens: readonly string[];
  /** Absent if the contract does not have the path. */
  readonly operation?: DeclaredFailures | undefined;
}

/** An error that `JSON.stringify` writes with all its fields, its message and its cause. */
class WrittenError extends Error {
  toJSON(): object {
    const { message, cause, headers } = Object(this);
    return { ...this, message, cause, headers: headers && Object.fromEntries(headers) };
  }
}

/** The base class of all errors of a call. The message ends with `METHOD url`. */
export abstract class ServiceError extends WrittenError {
  abstract override readonly name: string;
  /** HTTP method of the request, in capitals. */
  readonly method: string;
  /** Full URL of the request, with its query. */
  readonly url: string;

  /** @param what - It shows no secrets. */
  constructor(what: string, request: FailedRequest, options?: ErrorOptions) {
    const url = hidden(request.url, request);
    super(`${what}: ${request.method} ${url}`, options);
    this.method = request.method;
    this.url = url;
  }
}

/** An error about an answer of the service. */
export abstract class AnswerError extends ServiceError {
  /** HTTP status of the answer; 0 for a redirect in a browser, which hides the status. */
  readonly status: number;
  readonly headers: Headers;
  /** Body of the answer: parsed if it is JSON, else its text; `undefined` if it is empty. */
  readonly body: unknown;

  constructor(what: string, request: FailedRequest, { status, headers }: Response, body: unknown) {
    const shown = withoutSecrets(body, request);
    super(what + quoted(wordsIn(shown)), request);
    this.status = status;
    this.headers = new Headers();
    for (const [name, value] of headers) this.headers.set(name, hidden(value, request));
    this.body = shown;
  }
}

/** The service answered with another status than the one of success in the contract. */
export class ServiceStatusError extends AnswerError {
  override readonly name = "ServiceStatusError";
  readonly #schema: FailureName | null;

  constructor(request: FailedRequest, response: Response, body: unknown) {
    const said = response.status ? `status ${response.status}` : "a redirect";
    super(`The service answered with ${said}`, request, response, body);
    this.#schema = byStatus(request.operation?.failures ?? {}, response.status) ?? null;
  }

  /**
   * The `body`, with its type, if the contract declares one for this status and the body is valid against its schema; else
   * `undefined`, as for a page of HTML that a gateway sends.
   */
  get declaredBody(): FailureBody | undefined {
    return isValid(this.body, this.#schema) ? this.body : undefined;
  }
}

function isValid(body: unknown, schema: FailureName | null): body is FailureBody {
  return schema !== null && (failures[schema]?.(body) ?? false);
}

/** The service answered with the status of success, but the body is empty, no JSON, or lacks what the contract says. */
export class ServiceResponseError extends AnswerError {
  override readonly name = "ServiceResponseError";
}

/** The network failed: there is no answer, or an incomplete one. `cause` is the innermost error of `fetch`. */
export class ServiceConnectionError extends ServiceError {
  override readonly name = "ServiceConnectionError";
  /** `false` if no connection came about, so that nothing was sent. */
  readonly maybeSent: boolean;

  constructor(what: string, request: FailedRequest, thrown?: unknown, maybeSent = true) {
    const cause = causeOf(thrown, request);
    super(what + quoted(cause.message || cause.name), request, { cause });
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
 * The `accessToken` function returned no token, or one that no header can carry. That try sent nothing. `cause` is the
 * error of the previous try, if there was one.
 */
export class ServiceTokenError extends ServiceError {
  override readonly name = "ServiceTokenError";
}

/** The value of a text in JSON, else the text itself; `undefined` if it is empty. */
export function jsonIn(text: string, reviver?: (name: string, value: unknown) => unknown): unknown {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return text || undefined;
  }
}

/** A text without the access tokens of a request, and without the passwords in its body. */
export function hidden(text: string, { tokens, body }: FailedRequest): string {
  const secrets = [...tokens];
  jsonIn(body, (name, value) => {
    if (secretFields.includes(name) && typeof value === "string") secrets.push(value);
    return value;
  });
  // The longest first: one may begin with another.
  secrets.sort((one, other) => other.length - one.length);
  return secrets.reduce((shown, secret) => {
    // A shorter text is no secret, and would be found by chance within other words.
    if (secret.length < 4) return shown;
    // As it is, and as it is within JSON.
    return shown.replaceAll(secret, "<SECRET>").replaceAll(JSON.stringify(secret).slice(1, -1), "<SECRET>");
  }, text);
}

/** A copy of a JSON value without secrets; its text if a secret is a number in it, which leaves no JSON. */
function withoutSecrets(value: unknown, request: FailedRequest): unknown {
  try {
    return jsonIn(hidden(JSON.stringify(value), request));
  } catch {
    // It is undefined, or nested too deeply to be written.
    return undefined;
  }
}

/** What a message quotes of a text: nothing of an empty one, else one line after a colon. */
function quoted(text: string): string {
  // Other characters could move what a terminal shows.
  const line = text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
  // No character is cut in two.
  return line && `: "${line.replace(/^(.{199})..+/su, "$1…")}"`;
}

/** How deep words and causes are looked for: a cause may lead back to itself. */
const DEEPEST = 5;

/** What a body says in words about a failure, as problem documents and frameworks do; empty if it says nothing. */
function wordsIn(body: unknown, depth = 0): string {
  // A page says nothing in words, nor does JSON that was cut.
  if (typeof body === "string") return depth === 0 && /^\s*[<[{]/.test(body) ? "" : body.trim();
  if (!body || depth > DEEPEST) return "";
  const { message, detail, msg, error_description, error, errors, title } = Object(body);
  // What says the most comes first.
  const places = Array.isArray(body) ? body : [message, detail, msg, error_description, error, errors, title];
  for (const place of places) {
    const words = wordsIn(place, depth + 1);
    if (words) return words;
  }
  // Errors may be under the names of fields.
  for (const [name, said] of depth > 0 ? Object.entries(body) : []) {
    const words = wordsIn(said, depth + 1);
    if (words) return `${name}: ${words}`;
  }
  return "";
}

/**
 * Copies the innermost error of what `fetch` rejected with, which itself says only "fetch failed": name, message and
 * code, since Node's errors also hold what a peer has sent.
 */
function causeOf(thrown: unknown, request: FailedRequest): Error {
  let inner = Object(thrown);
  for (let depth = 0; inner.cause && depth < DEEPEST; depth++) inner = Object(inner.cause);
  const { name = "", message = "", code, errors } = inner;
  // An `AggregateError` says nothing itself.
  const said = [errors].flat().map((error: unknown) => Object(error).message);
  const written = new WrittenError(hidden(said.join(", ") || `${message}`, request));
  return Object.assign(written, withoutSecrets({ name, code }, request));
}
