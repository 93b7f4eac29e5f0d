import { randomUUID } from "node:crypto";
import { accessTokenHeader } from "../../../generated/old-contract.js";
import type { ServiceRequest, ServiceResponse } from "../connection.js";
import { choices, sections } from "../document.js";
import { breach, departure, unless } from "../findings.js";
import { formOf } from "../response-form.js";
import type { Step } from "../step.js";
import { aboutOne } from "../subscriptions.js";

/** No operation succeeds without an access token. */
export async function token(step: Step): Promise<void> {
  const { exchangeBody } = step.options;
  await callWithoutToken(step, { operation: "exchangeAccessToken", body: exchangeBody });
  await callWithoutToken(step, { operation: "listWebhooks" });
  checkRefused(step, (await step.subscriptions.ask(step, step.subscriptions.required(), null)).response);
  const [, other] = step.subscriptions.held;
  if (other) {
    await callWithoutToken(step, aboutOne("getWebhook", other.id));
    const response = await callWithoutToken(step, aboutOne("deleteWebhook", other.id));
    if (succeeded(response)) other.mayBeThere = false;
  }
  const madeUp = await step.send({ operation: "listWebhooks", token: `made-up-${randomUUID()}` });
  const place = { check: "refusal", source: choices.token, at: madeUp } as const;
  step.add(unless(!succeeded(madeUp), () => departure(place, "a made-up access token is accepted")));
}

async function callWithoutToken(step: Step, request: ServiceRequest): Promise<ServiceResponse> {
  const response = await step.send({ ...request, token: null });
  checkRefused(step, response);
  return response;
}

function checkRefused(step: Step, response: ServiceResponse): void {
  const place = { check: "refusal", source: sections.authentication, at: response } as const;
  step.add(
    unless(!succeeded(response), () => breach(place, `${response.operation} succeeds without ${accessTokenHeader}`)),
  );
}

/** Whether it is a success of its operation. Refusals are not specified, not even their status. */
function succeeded(response: ServiceResponse): boolean {
  return formOf(response).every(({ kind }) => kind === "departure");
}
