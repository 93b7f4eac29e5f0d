import { isObject } from "../json.js";
import { ServiceResponseError, ServiceStatusError } from "./errors.js";
import type { Outcome } from "./exchange.js";

/** A running call of a method. `await` returns the data of the answer. */
export interface Call<Data> extends Promise<Data> {
  /** Returns the data together with its response. You cannot read the body of that response again. */
  withResponse(): Promise<{ data: Data; response: Response }>;
}

/**
 * Makes the call of a method.
 *
 * @param sent - Its request, which is under way.
 * @param read - Takes the data of the method out of a success.
 */
export function call<Body, Data>(sent: Promise<Outcome<Body>>, read: (outcome: Outcome<Body>) => Data): Call<Data> {
  const answered = sent.then((outcome) => {
    const { request, response, data, error } = outcome;
    // Not only outside 2xx: the contract names the one status of success.
    if (response.status !== request.operation.status) throw new ServiceStatusError(request, response, error ?? data);
    return { data: read(outcome), response };
  });
  const data = answered.then((answer) => answer.data);
  // After the data, so that a rejection does not go unhandled.
  return Object.assign(data, { withResponse: () => data.then(() => answered) });
}

/** Reads what is under the one key of the body. */
export function under<Key extends string>(key: Key) {
  return <Data>(outcome: Outcome<{ [Name in Key]: Data }>): Data => {
    const body = whole(outcome);
    const data = isObject(body) ? body[key] : undefined;
    if (data === undefined || data === null) throw faulty(outcome, `The answer has no ${key}`);
    return data;
  };
}

/** Reads the whole body. */
export function whole<Body>(outcome: Outcome<Body>): Body {
  const { data } = outcome;
  if (data === undefined || data === null || data === "") throw faulty(outcome, "The answer is empty");
  return data;
}

/** Reads nothing, where a success has no body. */
export function nothing(): void {}

/** The error for a success whose body is not what the contract says. */
export function faulty(outcome: Outcome<unknown>, what: string): ServiceResponseError {
  return new ServiceResponseError(what, outcome.request, outcome.response, outcome.data);
}
