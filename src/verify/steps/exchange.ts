import { Skipped, type Step } from "../step.js";

/** The statuses of a service that does not have the operation. */
export const NO_OPERATION = [404, 405, 501];

/** The access token is exchanged. */
export async function exchange(step: Step): Promise<void> {
  const { exchangeBody } = step.options;
  const response = await step.send({ operation: "exchangeAccessToken", body: exchangeBody });
  const { status } = response;
  if (exchangeBody === undefined && status >= 400 && status < 500 && !NO_OPERATION.includes(status)) {
    throw new Skipped(`status ${status} without a payload, which is not specified: give one with --exchange-body`);
  }
  step.checkForm(response);
}
