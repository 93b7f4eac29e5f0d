import { operation as operationOf } from "../../../generated/contract.js";
import type { Held, Items, Sent } from "../collection-items.js";
import { contradictions } from "../comparison.js";
import { departure } from "../findings.js";
import { type JsonObject, pick } from "../json.js";
import { itemIn } from "../list-reader.js";
import { words } from "../message.js";
import { defaultsOf, enveloped, requiredOf } from "../request-body.js";
import type { Step } from "../step.js";
import { refuseUnlisted } from "./create.js";
import { unchanged } from "./read.js";

/** A delivery to an address of the walk's own is triggered. */
export async function trigger(step: Step, items: Items, id: string): Promise<void> {
  items.checkAllowed();
  const held = await step.own(items);
  const { sent, response } = await sendTrigger(items, id, held);
  step.checkSuccess(response);
  const [differs] = contradictions(itemIn(response), { ...defaultsOf(response.operation), ...sent });
  const message = words`the answer does not match the request: ${differs ?? ""}`;
  step.add([differs && departure(response, "value", message, "trigger")]);
  await refuseUnlisted(step, items, response.operation, (unlisted) => sendTrigger(items, id, held, unlisted));
  await unchanged(step, items, "trigger");
}

/** Triggers a delivery with what the operation requires: the values of an item of the walk's own. */
export async function sendTrigger(
  items: Items,
  id: string,
  held: Held,
  extra: JsonObject = {},
  token?: null,
): Promise<Sent> {
  const operation = operationOf(id);
  const required = requiredOf(operation);
  const sent = { ...required, ...pick(held.sent, Object.keys(required)), ...extra };
  return { sent, response: await items.send({ operation, body: enveloped(operation, sent), token }) };
}
