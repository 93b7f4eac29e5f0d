/** What an error shows of a request: not its headers nor its body, which hold secrets. */
interface FailedRequest {
  readonly method: string;
  readonly url: string;
}

/** The base class of all errors of a call. The message ends with `METHOD url`. */
export abstract class ServiceError extends Error {
  abstract override readonly name: string;
  /** HTTP method of the request, in capitals. */
  readonly method: string;
  /** Full URL of the request, with its query, without secrets. */
  readonly url: string;

  constructor(what: string, { method, url }: FailedRequest, options?: ErrorOptions) {
    super(`${what}: ${method} ${url}`, options);
    this.method = method;
    this.url = url;
  }

  /** Returns what `JSON.stringify` writes: all fields of the error, its message and its cause. */
  toJSON(): object {
    return written(this);
  }
}

/** A copy with the fields that JSON leaves out of errors. */
function written(error: Error): object {
  const { name, message, cause } = error;
  return { ...error, name, message, ...(cause instanceof Error && { cause: written(cause) }) };
}

/** An error about an answer of the service. */
export abstract class AnswerError extends ServiceError {
  /** HTTP status of the answer; 0 for a redirect in a browser, which hides the status. */
  readonly status: number;
  /** Headers of the answer, without secrets. */
  readonly headers: Headers;
  /**
   * Body of the answer, without secrets: parsed if it is JSON, else its text; `undefined` if it is empty, or if it is not
   * JSON and may hold secrets.
   */
  readonly body: unknown;

  constructor(
    what: string,
    request: FailedRequest,
    { status, headers, body }: Pick<AnswerError, "status" | "headers" | "body">,
  ) {
    super(what, request);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  override toJSON(): object {
    return { ...super.toJSON(), headers: Object.fromEntries(this.headers) };
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
  readonly maybeSent: boolean;

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
