import type { Operation } from "../../generated/contract.js";
import { isObject } from "../json.js";
import { ServiceResponseError, ServiceStatusError } from "./errors.js";
import type { Outcome, Request, Sent } from "./exchange.js";
import type { CallOptions } from "./options.js";

/** A running call of a method. `await` returns the data of the answer. */
export interface Call<Data> extends Promise<Data> {
  /** Returns the data together with its response. You cannot read the body of that response again. */
  withResponse(): Promise<{ data: Data; response: Response }>;
}

/** Makes the call of a method. The methods, which are generated, say which type the data has. */
export type MakeCall = <Data>(operation: Operation, sent: Sent, options: CallOptions | undefined) => Call<Data>;

export function createCall(request: Request): MakeCall {
  return (operation, sent, options) =>
    callOf(request(operation, sent, options), (outcome) => dataIn(outcome, operation));
}

/**
 * The call of a request that is under way.
 *
 * @param read - Takes the data out of the answer.
 */
export function callOf<Data>(running: Promise<Outcome>, read: (outcome: Outcome) => Data): Call<Data> {
  const called = running.then(read);
  const withResponse = () => called.then((data) => running.then(({ response }) => ({ data, response })));
  return Object.assign(called, { withResponse });
}

/**
 * The data of a success.
 *
 * @throws ServiceStatusError when the status is no success.
 * @throws ServiceResponseError when the body lacks the data. What is in the data is not checked.
 */
export function dataIn<Data>(outcome: Outcome, { envelope }: Operation): Data {
  const { response, body } = outcome;
  if (!response.ok) throw new ServiceStatusError(outcome);
  if (body === undefined || body === null)
    throw new ServiceResponseError(`Status ${response.status} is a success, but the answer has no body`, outcome);
  if (envelope === undefined) return body as Data;
  const data = isObject(body) ? body[envelope] : undefined;
  if (data === undefined || data === null) throw new ServiceResponseError(`The answer has no ${envelope}`, outcome);
  return data as Data;
}
