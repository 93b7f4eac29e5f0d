import type { Operation } from "../../generated/contract.js";
import { isObject } from "../json.js";
import { ServiceResponseError, ServiceStatusError } from "./errors.js";
import type { Outcome, Request, Sent } from "./exchange.js";
import type { CallOptions } from "./options.js";

/** A running call of a method. `await` returns the data of the response. */
export interface Call<Data> extends Promise<Data> {
  /** Returns the data and its response, whose body has already been read. */
  withResponse(): Promise<{ data: Data; response: Response }>;
}

/** Starts the call of a method. The generated methods set the type of the data. */
export type MakeCall = <Data>(operation: Operation, sent: Sent, options: CallOptions | undefined) => Call<Data>;

export function createCall(request: Request): MakeCall {
  return (operation, sent, options) =>
    callOf(request(operation, sent, options), (outcome) => dataIn(outcome, operation));
}

/**
 * The call of a running request.
 *
 * @param read - Returns the data in the outcome.
 */
export function callOf<Data>(running: Promise<Outcome>, read: (outcome: Outcome) => Data): Call<Data> {
  const called = running.then(read);
  const withResponse = () => called.then((data) => running.then(({ response }) => ({ data, response })));
  return Object.assign(called, { withResponse });
}

/**
 * Returns the data of a success. Its fields are not checked.
 *
 * @throws ServiceStatusError when the status is not a success.
 * @throws ServiceResponseError when the body lacks the data.
 */
export function dataIn<Data>(outcome: Outcome, { envelope }: Operation): Data {
  const { response, body } = outcome;
  if (!response.ok) throw new ServiceStatusError(outcome);
  if (body === undefined || body === null)
    throw new ServiceResponseError(`Status ${response.status} is a success, but the response has no body`, outcome);
  if (envelope === undefined) return body as Data;
  const data = isObject(body) ? body[envelope] : undefined;
  if (data === undefined || data === null) throw new ServiceResponseError(`The response has no ${envelope}`, outcome);
  return data as Data;
}
