import type { ServiceResponse } from "../connection.js";
import { choices, sectionOf, sections } from "../document.js";
import { breach, departure, type Finding } from "../findings.js";
import { fieldOf, type JsonObject, shown } from "../json.js";
import { formOf } from "../response-form.js";
import type { Step } from "../step.js";
import { aboutOne, deletion, enveloped, triggering, updating } from "../subscriptions.js";
import { NO_OPERATION } from "./exchange.js";

/**
 * A subscription is updated by its own topic and address, since there is no identifier. Its address is unique, but a
 * service that uses only the topic might find another subscription.
 */
export async function update(step: Step): Promise<void> {
  const { sent, id, record } = step.own;
  const fields = { topic: sent["topic"], address: sent["address"], ...otherFormat(sent["format"]) };
  const body = enveloped(updating, fields);
  const response = await step.send({ operation: "updateWebhook", body });
  step.subscriptions.wrote();
  const place = { check: "refusal", source: choices.update, at: response } as const;
  if (refusesInput(response)) {
    step.add([departure(place, `status ${response.status} for the topic and address of an existing subscription`)]);
    return;
  }
  step.checkForm(response);
  const answered = fieldOf(response.body, updating.response.key);
  const echoed = { ...fields, id: record["id"] };
  step.add(mismatch(echoed, answered, { ...place, check: "value" }, `the answer does not match subscription ${id}`));
}

/** A listed format that the subscription does not have. */
function otherFormat(format: unknown): JsonObject {
  const { enum: values = [], default: usual } = updating.body?.fields["format"]?.schema ?? {};
  const other = values.find((value) => value !== (format ?? usual));
  return other === undefined ? {} : { format: other };
}

/** A delivery to the walk's own address is triggered. */
export async function deliver(step: Step): Promise<void> {
  const fields = step.subscriptions.required();
  const response = await step.send({ operation: "deliverWebhook", body: enveloped(triggering, fields) });
  const place = { check: "value", source: choices.trigger, at: response } as const;
  if (refusesInput(response)) {
    const bare = await step.send({ operation: "deliverWebhook", body: fields });
    if (bare.status !== 200) step.checkForm(response);
    step.checkForm(bare);
    const message = "the parameters are accepted only without an envelope";
    step.add([departure({ check: "refusal", source: choices.envelope, at: response }, message)]);
    return;
  }
  step.checkForm(response);
  const answered = fieldOf(response.body, triggering.response.key);
  step.add(mismatch(fields, answered, place, "the answer does not match the request"));
}

type Place = Parameters<typeof departure>[0];

/** A departure if an answer has a different value than was sent. */
function mismatch(sent: JsonObject, answered: unknown, place: Place, message: string): Finding[] {
  const name = Object.keys(sent).find((field) => field in Object(answered) && fieldOf(answered, field) !== sent[field]);
  if (name === undefined) return [];
  return [departure(place, `${message}: ${name} is ${shown(fieldOf(answered, name))}, not ${shown(sent[name])}`)];
}

/** Whether a service refuses the input. It may, since it may require more than the document says. */
function refusesInput({ status }: ServiceResponse): boolean {
  return status >= 400 && status < 500 && !NO_OPERATION.slice(1).includes(status);
}

/** A subscription is deleted. */
export async function remove(step: Step): Promise<void> {
  const { own } = step;
  let response = await step.send(aboutOne("deleteWebhook", own.id));
  // If reads lag behind writes, the service may not find the subscription at first.
  if (response.status !== 200) {
    await step.settled(async () => {
      response = await step.send(aboutOne("deleteWebhook", own.id));
      return formOf(response);
    });
  }
  step.subscriptions.wrote();
  step.checkForm(response);
  const success = fieldOf(fieldOf(response.body, deletion.response.key), "success");
  if (success === true) return step.subscriptions.delete(own);
  const source = `${sectionOf("deleteWebhook")}, ${sections.deletion}`;
  step.add([breach({ check: "value", source, at: response }, `success is ${shown(success)}, expected true`)]);
}
