import { randomUUID } from "node:crypto";
import { accessTokenHeader } from "../../../generated/contract.js";
import type { ServiceRequest, ServiceResponse } from "../connection.js";
import { choices, sections } from "../document.js";
import { breach, departure, unless } from "../findings.js";
import { formOf } from "../response-form.js";
import type { Step } from "../step.js";
import { aboutOne } from "../subscriptions.js";

/** No operation answers without an access token. */
export async function token(step: Step): Promise<void> {
  const { exchangeBody } = step.options;
  await needed(step, { operation: "exchangeAccessToken", body: exchangeBody });
  await needed(step, { operation: "listWebhooks" });
  judge(step, (await step.subscriptions.ask(step, step.subscriptions.required(), null)).response);
  const [, other] = step.subscriptions.held;
  if (other) {
    await needed(step, aboutOne("getWebhook", other.id));
    const response = await needed(step, aboutOne("deleteWebhook", other.id));
    if (succeeded(response)) other.mayBeThere = false;
  }
  const madeUp = await step.send({ operation: "listWebhooks", token: `made-up-${randomUUID()}` });
  const place = { check: "refusal", source: choices.token, at: madeUp } as const;
  step.add(unless(!succeeded(madeUp), () => departure(place, "a made-up access token is accepted")));
}

async function needed(step: Step, request: ServiceRequest): Promise<ServiceResponse> {
  const response = await step.send({ ...request, token: null });
  judge(step, response);
  return response;
}

function judge(step: Step, response: ServiceResponse): void {
  const place = { check: "refusal", source: sections.authentication, at: response } as const;
  step.add(unless(!succeeded(response), () => breach(place, `${response.operation} needs no ${accessTokenHeader}`)));
}

/** Whether it is the success of its operation: what a refusal looks like is not specified, not even its status. */
function succeeded(response: ServiceResponse): boolean {
  return formOf(response).every(({ kind }) => kind === "departure");
}
