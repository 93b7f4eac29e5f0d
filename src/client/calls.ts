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
  const called = sent.then((outcome) => {
    const { request, response } = outcome;
    // Not only outside 2xx: the contract names the one status of success.
    if (response.status !== request.operation.status) throw new ServiceStatusError(outcome);
    return read(outcome);
  });
  const withResponse = () => called.then((data) => sent.then(({ response }) => ({ data, response })));
  return Object.assign(called, { withResponse });
}

/**
 * Reads what is under a key of the body.
 *
 * @param isValid - Whether a value can be what the contract has under that key.
 */
export function under<Key extends string>(key: Key, isValid: (value: unknown) => boolean = () => true) {
  return <Data>(outcome: Outcome<{ [Name in Key]: Data }>): Data => {
    const body = whole(outcome);
    const data = isObject(body) ? body[key] : undefined;
    if (data === undefined || data === null || !isValid(data))
      throw new ServiceResponseError(`The answer has no ${key}`, outcome);
    return data;
  };
}

/** Reads the whole body. */
export function whole<Body>(outcome: Outcome<Body>): Body {
  const { body } = outcome;
  if (body === undefined || body === null || body === "")
    throw new ServiceResponseError("The answer is empty", outcome);
  return body;
}

/** Reads nothing, where a success has no body. */
export function nothing(): void {}
