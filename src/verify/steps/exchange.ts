import { EXCHANGE } from "../document.js";
import type { Step } from "../step.js";
import { refuseWithoutToken } from "./authentication.js";

/** The access token is exchanged. */
export async function exchange(step: Step): Promise<void> {
  const request = { operation: EXCHANGE, body: step.options.exchangeBody };
  await step.call(request);
  await refuseWithoutToken(step, request);
}
