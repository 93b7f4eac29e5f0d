/** The request that an error is about: its method and URL alone, so that no error holds a header or a body of it. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: string;
}

/** The answer that an error is about. No secret is in it. */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** What all errors of a call have in common. The message ends in `METHOD url`. */
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

  /** What `JSON.stringify` writes of the error: all that it has, with its message. */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

abstract class AnswerError extends ServiceError {
  /** HTTP status of the answer; 0 for a redirect in a browser, which does not show its status. */
  readonly status: number;
  /** Headers of the answer, without the secrets. */
  readonly headers: Headers;
  /** Body of the answer, without the secrets: parsed where it is JSON, else its text; `undefined` where it is empty. */
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
 * The service answered with a status other than 200, the only one that the contract documents. What such an answer
 * means is not specified.
 */
export class ServiceStatusError extends AnswerError {
  override readonly name = "ServiceStatusError";
}

/** The service answered with status 200, but not with what the contract says a success is. */
export class ServiceResponseError extends AnswerError {
  override readonly name = "ServiceResponseError";
}

/** No answer, or not the whole of one: the network failed. `cause` says what `fetch` threw, without the secrets. */
export class ServiceConnectionError extends ServiceError {
  override readonly name = "ServiceConnectionError";
}

/**
 * The call with its retries took longer than its `timeout`, or its last try longer than its `tryTimeout`. `cause` is
 * what the try before failed with, where there was one.
 */
export class ServiceTimeoutError extends ServiceError {
  override readonly name = "ServiceTimeoutError";
}

/** Every error of a call. Its `name` tells them apart. */
export type ServiceFailure = ServiceStatusError | ServiceResponseError | ServiceConnectionError | ServiceTimeoutError;

/** Whether a call of this client has failed with this error, so that `error.name` narrows its type. */
export function isServiceFailure(error: unknown): error is ServiceFailure {
  return error instanceof ServiceError;
}
