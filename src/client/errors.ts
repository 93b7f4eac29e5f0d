/** The request that an error is about: its method and URL alone, so that no error holds a header or a body. */
export interface ServiceRequest {
  readonly method: string;
  readonly url: string;
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
}

/**
 * The service answered with a status other than 200, the only one that the contract documents. What such an answer
 * means is not specified.
 */
export class ServiceStatusError extends ServiceError {
  override readonly name = "ServiceStatusError";
  /** HTTP status of the answer; 0 for a redirect in a browser, which does not show its status. */
  readonly status: number;
  /** Headers of the answer. */
  readonly headers: Headers;
  /** Body of the answer: parsed where it is JSON, else its text; `undefined` where it is empty. */
  readonly body: unknown;

  constructor(request: ServiceRequest, status: number, headers: Headers, body: unknown) {
    super(`The service answered with ${status ? `status ${status}` : "a redirect"}`, request);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** The service answered with status 200, but not with what the contract says a success is. */
export class ServiceResponseError extends ServiceError {
  override readonly name = "ServiceResponseError";
}

/** No answer, or not the whole of one: the network failed. `cause` is what `fetch` threw. */
export class ServiceConnectionError extends ServiceError {
  override readonly name = "ServiceConnectionError";
}

/** The call, with its retries, took longer than its `timeout`. */
export class ServiceTimeoutError extends ServiceError {
  override readonly name = "ServiceTimeoutError";
}
