/** What an error tells of the request that it is about. */
export interface FailedRequest {
  readonly method: string;
  readonly url: string;
  /** JSON text; empty if there is none. */
  readonly body: string;
  /** The access tokens of its tries, which no error may show. */
  readonly tokens: readonly string[];
  readonly operation?: Pick<CalledOperation, "addDeclaredBody">;
}

/** The request of a call, as each layer passes it to the next. A layer that changes it passes a copy. */
export interface ServiceRequest extends FailedRequest {
  readonly operation: CalledOperation;
  readonly headers: Readonly<Record<string, string>>;
  /** The layer of the token adds the token of each try. */
  readonly tokens: string[];
  /** The try before this one, if there was one. */
  readonly previous?: FailedTry | undefined;
}

/** A try that was followed by another one. The error of the next try is made with it, and has its `cause`. */
export interface FailedTry {
  /** Why it failed. */
  readonly cause: unknown;
  readonly answer: Answer | undefined;
}

/** What a call needs to know of its operation. */
export interface CalledOperation {
  /** `operationId` of the contract, or the path if the contract does not have it. */
  readonly id: string;
  /** HTTP status of success; absent if the contract does not have the operation. */
  readonly status?: number;
  /** Adds the `declaredBody` to the error of a failure; absent if the contract declares none. */
  readonly addDeclaredBody?: (error: { readonly status: number; readonly body: unknown }) => void;
  /** Whether it is called without an access token. */
  readonly isPublic?: boolean;
}

/** The operations of the contract, by path and method. */
export type CalledOperations = Readonly<Record<string, Readonly<Record<string, CalledOperation>>>>;

/** An answer to a request, as an error takes it and tells of it. */
export interface AnyAnswer {
  readonly request: FailedRequest;
  readonly response: Response;
  /** Parsed if it is JSON, otherwise its text; `undefined` if it is empty. */
  readonly body: unknown;
}

/** What came of a try. */
export interface Answer extends AnyAnswer {
  readonly request: ServiceRequest;
  /** The complete text. */
  readonly body: string;
}

/** What came of a call. */
export interface Outcome<Body> extends AnyAnswer {
  readonly request: ServiceRequest;
  /** The type is that of a success. Nothing has checked it, nor whether this is a success. */
  readonly body: Body | undefined;
}

/**
 * Makes one try: sends a request and returns its answer, of any status. The layers of a try are such functions, each around
 * the next: the headers, the access token, and in the middle the one that calls `fetch`. If a layer returns the answer of the
 * try before this one, it has sent nothing.
 *
 * @param signal - Aborts when the try ends.
 * @throws ServiceError when there is no complete answer.
 */
export type Exchange = (request: ServiceRequest, signal: AbortSignal) => Promise<Answer>;
