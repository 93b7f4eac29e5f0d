import { operation as operationOf } from "../../../generated/contract.js";
import type { Items } from "../collection-items.js";
import { contradictions } from "../comparison.js";
import type { ServiceRequest } from "../connection.js";
import { departure } from "../findings.js";
import { type JsonObject, pick } from "../json.js";
import { words } from "../message.js";
import { itemIn } from "../reading.js";
import { enveloped, requiredOf } from "../request-body.js";
import type { Step } from "../step.js";
import { refuseUnlisted } from "./create.js";

/** A delivery to an address of the walk's own is triggered. */
export function trigger(id: string): (step: Step, items: Items) => Promise<void> {
  return async (step, items) => {
    items.checkAllowed();
    const { request, fields } = triggering(items, id);
    const response = await items.send(request);
    step.checkSuccess(response);
    const [differs] = contradictions(itemIn(response), fields);
    const message = words`the answer does not match the request: ${differs ?? ""}`;
    step.add([differs && departure(response, "value", message, "trigger")]);
    const { operation } = request;
    await refuseUnlisted(step, items, operation, (unlisted) =>
      items.send({ ...request, body: enveloped(operation, { ...fields, ...unlisted }) }),
    );
  };
}

/** The request for a delivery: what the operation requires, with the values of an item of the walk's own. */
export function triggering(items: Items, id: string): { request: ServiceRequest; fields: JsonObject } {
  const operation = operationOf(id);
  const required = requiredOf(operation);
  const fields = { ...required, ...pick(items.held[0]?.sent ?? items.required(), Object.keys(required)) };
  return { request: { operation, body: enveloped(operation, fields) }, fields };
}
