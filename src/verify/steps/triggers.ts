import { operation as operationOf } from "../../../generated/contract.js";
import type { Items } from "../collection-items.js";
import type { ServiceRequest } from "../connection.js";
import { choiceOf } from "../document.js";
import { departure } from "../findings.js";
import type { JsonObject } from "../json.js";
import { words } from "../message.js";
import { isRefused } from "../refusals.js";
import { isSuccess } from "../response-form.js";
import type { Step } from "../step.js";
import { Skipped } from "../stop.js";
import { enveloped, requiredOf } from "../values.js";
import { mismatch } from "./update.js";

/** A delivery to an address of the walk's own is triggered. */
export function trigger(id: string): (step: Step, items: Items) => Promise<void> {
  return async (step, items) => {
    if (items.halted) throw new Skipped(items.halted);
    const fields = fieldsFor(items, id);
    const response = await items.write(step, triggered(items, id, fields));
    const place = { check: "value", source: choiceOf(id, "trigger"), at: response } as const;
    if (isRefused(response) && operationOf(id).body?.key !== undefined) {
      const bare = await items.write(step, { operation: id, body: fields });
      if (!isSuccess(bare)) step.checkSuccess(response);
      const source = choiceOf(id, "envelope");
      step.add([
        departure({ check: "refusal", source, at: response }, ["the parameters are accepted only without an envelope"]),
      ]);
      return;
    }
    step.checkSuccess(response);
    const differs = mismatch(fields, items.in(response));
    if (differs.length > 0) step.add([departure(place, words`the answer does not match the request: ${differs}`)]);
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
