/** The request that an error is about. Only its method and URL, so that no error holds its headers or its body. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: string;
}

/** The answer that an error is about, without secrets. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** The base class of all errors of a call. The message ends with `METHOD url`. */
export abstract class ServiceError extends Error {
  abstract override readonly name: string;
  /** HTTP method of the request, in capitals. */
  readonly method: string;
  /** Full URL of the request, with its query. */
  readonly url: string;

  constructor(what: string, { method, url }: ServiceRequest, options?: ErrorOptions) {
    super(`${what}: ${method} ${url}`, options);
    this.method = method;
    this.url = url;
  }

  /** Returns what `JSON.stringify` writes: all fields of the error and its message. */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

abstract class AnswerError extends ServiceError {
  /** HTTP status of the answer; 0 for a redirect in a browser, which hides the status. */
  readonly status: number;
  /** Headers of the answer, without secrets. */
  readonly headers: Headers;
  /** Body of the answer, without secrets: parsed if it is JSON, else its text; `undefined` if it is empty. */
  readonly body: unknown;

  constructor(what: string, request: ServiceRequest, { status, headers, body }: ServiceAnswer) {
    super(what, request);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  override toJSON(): object {
    return { ...super.toJSON(), headers: Object.fromEntries(this.headers) };
  }
}

/**
 * The service answered with a status other than 200, the only status in the contract. The meaning of other answers is
 * not specified.
 */
export class ServiceStatusError extends AnswerError {
  override readonly name = "ServiceStatusError";
}

/** The service answered with status 200, but the body is not JSON, or a field has another type than in the contract. */
export class ServiceResponseError extends AnswerError {
  override readonly name = "ServiceResponseError";
}

/** The network failed: there is no answer, or an incomplete one. `cause` is the error of `fetch`, without secrets. */
export class ServiceConnectionError extends ServiceError {
  override readonly name = "ServiceConnectionError";
}

/**
 * The call with its retries took longer than its `timeout`, or its last try took longer than its `tryTimeout`. `cause`
 * is the error of the previous try, if there was one.
 */
export class ServiceTimeoutError extends ServiceError {
  override readonly name = "ServiceTimeoutError";
}

/** Any error of a call. Its `name` narrows the type. */
export type ServiceFailure = ServiceStatusError | ServiceResponseError | ServiceConnectionError | ServiceTimeoutError;

/** Returns whether the error comes from a call of this client. After that, `error.name` narrows its type. */
export function isServiceFailure(error: unknown): error is ServiceFailure {
  return error instanceof ServiceError;
}
