import { type ServiceRequest, ServiceResponseError, ServiceStatusError } from "./errors.js";
import { createRedaction } from "./redaction.js";
import { ACCESS_TOKEN } from "./send.js";

/** What openapi-fetch makes of an answer. */
export interface Answer<Success> {
  data?: Success;
  error?: unknown;
  response: Response;
}

/** What an answer belongs to; its headers are known once it has been sent. */
export interface SentRequest extends ServiceRequest {
  readonly headers?: Headers;
}

/**
 * Gives the body of a success.
 *
 * @param keys - Those that the body of a success has, by the contract.
 * @param secrets - What the error must not repeat, besides the access token.
 * @throws ServiceStatusError when the status is not 200.
 * @throws ServiceResponseError when the body is not what the contract describes.
 */
export function successOf<Success>(
  { data, error = data, response }: Answer<Success>,
  sent: SentRequest,
  keys: readonly (keyof Success)[],
  secrets: readonly string[],
): Success {
  if (response.status !== 200) {
    const redaction = createRedaction([sent.headers?.get(ACCESS_TOKEN) ?? "", ...secrets]);
    const body = error === "" ? undefined : redaction.json(error);
    throw new ServiceStatusError(sent, response.status, redaction.headers(response.headers), body);
  }
  if (data && keys.every((key) => data[key] != null)) return data;
  throw new ServiceResponseError("The answer is not what the contract says", sent);
}
