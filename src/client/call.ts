import { type Connection, type Operation, type Outcome, prepare } from "./attempt.js";
import { type CallDefaults, type CallOptions, checkCallOptions, type TryReport } from "./call-options.js";
import { withDeadline } from "./deadline.js";
import { ServiceError, ServiceStatusError, ServiceTimeoutError } from "./errors.js";
import { retryDelay } from "./retry.js";

/** A running call. `await` returns the data of the answer. */
export interface Call<Data> extends Promise<Data> {
  /** Returns the data together with its response. The body of that response has been read. */
  withResponse(): Promise<{ data: Data; response: Response }>;
}

/** Calls an operation and retries it where that is safe, until it succeeds, fails or takes too long. */
export type Run = <Body>(operation: Operation, options?: CallOptions) => Promise<Outcome<Body>>;

export function createRun(connection: Connection, defaults: CallDefaults): Run {
  return async <Body>(operation: Operation, options: CallOptions = {}) => {
    checkCallOptions(options);
    const { timeout = defaults.timeout ?? 30_000, maxRetries = defaults.maxRetries ?? 2 } = options;
    const { tryTimeout = defaults.tryTimeout ?? Infinity } = options;
    const attempt = prepare<Body>(operation, options.headers, connection);
    let failure: unknown;
    const expired = (ms: number) => () =>
      new ServiceTimeoutError(`${attempt.waitingFor()} within ${ms} ms`, attempt.request(), { cause: failure });

    return withDeadline(timeout, options.signal, expired(timeout), async (deadline) => {
      const waitAfter = (error: unknown, retries: number) => {
        if (deadline.signal.aborted || retries >= maxRetries || !(error instanceof ServiceError)) return undefined;
        const wait = retryDelay(error, retries);
        // A wait past the deadline would only hide what went wrong behind a timeout.
        return wait === undefined || Date.now() + wait > deadline.last ? undefined : wait;
      };
      for (let retries = 0; ; retries++) {
        const start = Date.now();
        const report = (ending: Pick<TryReport, "status" | "error" | "wait">) =>
          defaults.onTry?.({
            operation: operation.id,
            ...attempt.request(),
            attempt: retries + 1,
            duration: Date.now() - start,
            ...ending,
          });
        let outcome: Outcome<Body> | undefined;
        try {
          outcome = await (tryTimeout < timeout
            ? withDeadline(tryTimeout, deadline.signal, expired(tryTimeout), attempt.send)
            : attempt.send(deadline));
        } catch (error) {
          const wait = waitAfter(error, retries);
          report({ status: error instanceof ServiceStatusError ? error.status : undefined, error, wait });
          if (wait === undefined) throw error;
          failure = error;
          await deadline.pause(wait);
        }
        if (!outcome) continue;
        report({ status: outcome.response.status });
        return outcome;
      }
    });
  };
}

/** Makes the call that a method returns. */
export function createCall<Body, Data>(
  outcome: Promise<Pick<Outcome<Body>, "body" | "response">>,
  pick: (body: Body) => Data,
): Call<Data> {
  const call = outcome.then(({ body }) => pick(body));
  return Object.assign(call, {
    async withResponse() {
      // Awaited together, so that neither rejection goes unhandled.
      const [data, { response }] = await Promise.all([call, outcome]);
      return { data, response };
    },
  });
}
