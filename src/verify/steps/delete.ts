import { type Items, UNDELETABLE } from "../collection-items.js";
import { breach, Skipped } from "../findings.js";
import { shown, words } from "../message.js";
import type { Step } from "../step.js";

/** An item is deleted. Nothing more is created where that fails. */
export async function remove(step: Step, items: Items): Promise<void> {
  const held = await step.own(items);
  // If reads lag behind writes, the service may not find the item at first.
  const response = await items.lasting(
    () => items.delete(held),
    (answer) => answer !== undefined && answer.status !== 404,
  );
  const isKept = held.state !== "deleted";
  if (isKept) items.halt(UNDELETABLE);
  if (!response)
    throw new Skipped(words`${items.reader.noun} ${shown(held.id)} is not found again, or not as it was created`);
  step.checkSuccess(response);
  step.add([isKept && breach(response, "value", ["success is false, expected true"], "deletion")]);
}
