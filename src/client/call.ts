import { accessToken as carried } from "../../generated/contract.js";
import { bodyOf, receive, type Send } from "./answer.js";
import {
  type CallDefaults,
  type CallOptions,
  checkCallOptions,
  DEFAULT_RETRIES,
  DEFAULT_TIMEOUT,
  type TryReport,
} from "./call-options.js";
import { AnswerError, ServiceError, ServiceTimeoutError } from "./errors.js";
import { headersOf, type SentHeaders } from "./headers.js";
import { redactionFor } from "./request-secrets.js";
import { pause, retryDelay } from "./retry.js";
import { type Operation, requestOf } from "./service-request.js";
import { withTimeLimit } from "./signals.js";
import type { TokenSource } from "./token.js";
import { checkArguments } from "./unknown-arguments.js";

/** A running call. `await` returns the data of the answer. */
export interface Call<Data> extends Promise<Data> {
  /** Returns the data together with its response. The body of that response has been read. */
  withResponse(): Promise<Outcome<Data>>;
}

/** What a call that succeeded returns. */
export interface Outcome<Data> {
  data: Data;
  response: Response;
}

/** What all calls of a client share. */
export interface Connection {
  readonly baseUrl: string;
  /** Headers of every request, without the access token; or a function that returns them for a try. */
  readonly headers: SentHeaders | (() => Promise<SentHeaders>);
  readonly token: TokenSource;
  readonly fetch: Send;
}

/** Calls an operation, and retries it where that is safe, until it succeeds, fails or takes too long. */
export type Run = <Body, Data>(operation: Operation<Body, Data>, options?: CallOptions | null) => Call<Data>;

/** Makes the function that runs all calls of a client. */
export function createRun(connection: Connection, defaults: CallDefaults): Run {
  const { token, fetch } = connection;
  const tokenHeader = carried.header.toLowerCase();
  const outcomeOf = async <Body, Data>(operation: Operation<Body, Data>, given?: CallOptions | null) => {
    checkArguments(operation, given);
    const options = given ?? {};
    checkCallOptions(options);
    const { signal } = options;
    const timeout = options.timeout ?? defaults.timeout ?? DEFAULT_TIMEOUT;
    const tryTimeout = options.tryTimeout ?? defaults.tryTimeout ?? Infinity;
    const maxRetries = options.maxRetries ?? defaults.maxRetries ?? DEFAULT_RETRIES;
    const ownHeaders = options.headers ? headersOf(options.headers) : {};
    const request = requestOf(operation, connection.baseUrl);
    const { method, url, body } = request;
    // Not on the clock of the day, which may be set while the call runs.
    const end = performance.now() + timeout;
    let accessToken = "";
    let refused: string | undefined;
    const sentHeaders: SentHeaders[] = [];
    let waiting = "";
    let failure: unknown;

    const send = async (ended: AbortSignal) => {
      waiting = "accessToken returned no token";
      const answered = operation.isPublic ? "" : token.get(ended);
      // A string is not awaited: every await makes a call slower.
      accessToken = typeof answered === "string" ? answered : await answered;
      // It would be refused again: the call ends with the refusal.
      if (accessToken === refused) throw failure;
      let common = connection.headers;
      if (typeof common === "function") {
        waiting = "headers returned nothing";
        common = await common();
        // Nothing is sent once the call has ended.
        ended.throwIfAborted();
      }
      waiting = "The service did not answer";
      const headers = { ...common, ...ownHeaders, "content-type": "application/json" };
      // Apart, since what comes before the token in its header is no secret.
      sentHeaders.push(headers, { token: accessToken });
      const redaction = redactionFor(operation, request, sentHeaders);
      const sent = accessToken ? { ...headers, [tokenHeader]: carried.prefix + accessToken } : headers;
      const init = { method, headers: sent, body, signal: ended, redirect: "manual" } as const;
      const answer = await receive(fetch, request, init, redaction);
      return { data: operation.data(bodyOf(answer, operation, request, redaction)), response: answer.response };
    };
    for (let attempt = 1; ; attempt++) {
      const start = performance.now();
      const [limit, most] = tryTimeout < end - start ? [tryTimeout, tryTimeout] : [end - start, timeout];
      const expired = () => new ServiceTimeoutError(`${waiting} within ${most} ms`, request, { cause: failure });
      let outcome: Outcome<Data> | undefined;
      let ending: Pick<TryReport, "status" | "error" | "wait">;
      try {
        outcome = await withTimeLimit(limit, signal, expired, send);
        ending = { status: outcome.response.status };
      } catch (error) {
        if (error === failure) throw failure;
        const status = error instanceof AnswerError ? error.status : undefined;
        if (status === 401) {
          refused = accessToken;
          token.refuse(refused);
        }
        const mayRetry = attempt <= maxRetries && !signal?.aborted && error instanceof ServiceError;
        const delay = mayRetry ? retryDelay(error, attempt - 1, defaults.renewToken) : undefined;
        // A wait past the end would only hide what went wrong behind a timeout.
        ending = { status, error, wait: performance.now() + (delay ?? 0) > end ? undefined : delay };
      }
      const duration = performance.now() - start;
      const report = { operation: operation.id, method, url, attempt, duration, ...ending };
      Promise.resolve(defaults.onTry?.(report)).catch(() => undefined);
      if (outcome) return outcome;
      failure = ending.error;
      if (ending.wait === undefined) throw failure;
      await pause(ending.wait, signal);
    }
  };
  return (operation, options) => {
    const outcome = outcomeOf(operation, options);
    const call = outcome.then(({ data }) => data);
    // After the call, so that a rejection does not go unhandled.
    return Object.assign(call, { withResponse: () => call.then(() => outcome) });
  };
}
