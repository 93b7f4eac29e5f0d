import type { ServiceResponse } from "../connection.js";
import { choices, sectionOf, sections } from "../document.js";
import { breach, departure, type Finding } from "../findings.js";
import { fieldOf, type JsonObject, shown } from "../json.js";
import { formOf } from "../response-form.js";
import type { Step } from "../step.js";
import { aboutOne, deletion, enveloped, triggering, updating } from "../subscriptions.js";
import { NO_OPERATION } from "./exchange.js";

/**
 * A subscription is updated with its own topic and address, for want of an identifier. By the address a service finds
 * no other subscription; by the topic alone it might.
 */
export async function update(step: Step): Promise<void> {
  const { sent, id, record } = step.own;
  const fields = { topic: sent["topic"], address: sent["address"], ...otherFormat(sent["format"]) };
  const body = enveloped(updating, fields);
  const response = await step.send({ operation: "updateWebhook", body });
  step.subscriptions.wrote();
  const place = { check: "refusal", source: choices.update, at: response } as const;
  if (refusesInput(response)) {
    step.add([departure(place, `status ${response.status} for the topic and address of a subscription`)]);
    return;
  }
  step.judge(response);
  const answered = fieldOf(response.body, updating.response.key);
  const echoed = { ...fields, id: record["id"] };
  step.add(otherThan(echoed, answered, { ...place, check: "value" }, `the answer is not about subscription ${id}`));
}

/** Another listed value of the format than a subscription has. */
function otherFormat(format: unknown): JsonObject {
  const { enum: values = [], default: usual } = updating.body?.fields["format"]?.schema ?? {};
  const other = values.find((value) => value !== (format ?? usual));
  return other === undefined ? {} : { format: other };
}

/** A delivery is triggered, to an address of the walk's own. */
export async function deliver(step: Step): Promise<void> {
  const fields = step.subscriptions.required();
  const response = await step.send({ operation: "deliverWebhook", body: enveloped(triggering, fields) });
  const place = { check: "value", source: choices.trigger, at: response } as const;
  if (refusesInput(response)) {
    const bare = await step.send({ operation: "deliverWebhook", body: fields });
    if (bare.status !== 200) step.judge(response);
    step.judge(bare);
    const message = "the parameters are taken without an envelope alone";
    step.add([departure({ check: "refusal", source: choices.envelope, at: response }, message)]);
    return;
  }
  step.judge(response);
  const answered = fieldOf(response.body, triggering.response.key);
  step.add(otherThan(fields, answered, place, "the answer is not about what was asked for"));
}

type Place = Parameters<typeof departure>[0];

/** Where an answer holds another value than was sent. */
function otherThan(sent: JsonObject, answered: unknown, place: Place, message: string): Finding[] {
  const name = Object.keys(sent).find((field) => field in Object(answered) && fieldOf(answered, field) !== sent[field]);
  if (name === undefined) return [];
  return [departure(place, `${message}: ${name} is ${shown(fieldOf(answered, name))}, not ${shown(sent[name])}`)];
}

/** Whether a service refuses what was sent, as one may that asks for more than the document shows. */
function refusesInput({ status }: ServiceResponse): boolean {
  return status >= 400 && status < 500 && !NO_OPERATION.slice(1).includes(status);
}

/** A subscription is deleted. */
export async function remove(step: Step): Promise<void> {
  const { own } = step;
  let response = await step.send(aboutOne("deleteWebhook", own.id));
  // Where reads lag behind writes, what is deleted may not be found at first.
  if (response.status !== 200) {
    await step.settled(async () => {
      response = await step.send(aboutOne("deleteWebhook", own.id));
      return formOf(response);
    });
  }
  step.subscriptions.wrote();
  step.judge(response);
  const success = fieldOf(fieldOf(response.body, deletion.response.key), "success");
  if (success === true) return step.subscriptions.delete(own);
  const source = `${sectionOf("deleteWebhook")}, ${sections.deletion}`;
  step.add([breach({ check: "value", source, at: response }, `success is ${shown(success)}`)]);
}
