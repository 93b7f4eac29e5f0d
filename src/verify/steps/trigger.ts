import { operation as operationOf } from "../../../generated/contract.js";
import type { Items } from "../collection-items.js";
import type { ServiceRequest } from "../connection.js";
import { departure } from "../departures.js";
import { Skipped } from "../findings.js";
import type { JsonObject } from "../json.js";
import { words } from "../message.js";
import type { Step } from "../step.js";
import { enveloped, requiredOf } from "../values.js";
import { mismatch } from "./change.js";

/** A delivery to an address of the walk's own is triggered. */
export function trigger(id: string): (step: Step, items: Items) => Promise<void> {
  return async (step, items) => {
    if (items.halted) throw new Skipped(items.halted);
    const fields = fieldsFor(items, id);
    const response = await items.write(step, triggered(items, id, fields));
    step.checkSuccess(response);
    const differs = mismatch(fields, items.reader.itemIn(response));
    const message = words`the answer does not match the request: ${differs ?? ""}`;
    step.add([differs !== undefined && departure(response, "value", message, "trigger")]);
  };
}

/** The request for a delivery. */
export function triggered(items: Items, id: string, fields = fieldsFor(items, id)): ServiceRequest {
  return { operation: id, body: enveloped(operationOf(id), fields) };
}

/** What the operation requires, with values that nobody else uses. */
function fieldsFor(items: Items, id: string): JsonObject {
  const required = requiredOf(operationOf(id));
  const own = Object.entries(items.required()).filter(([name]) => name in required);
  return { ...required, ...Object.fromEntries(own) };
}
