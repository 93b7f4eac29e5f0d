import type { Held, Items } from "../collection-items.js";
import type { ServiceResponse } from "../connection.js";
import { sectionOf } from "../document.js";
import { breach, Skipped } from "../findings.js";
import { fieldOf } from "../json.js";
import { shown, words } from "../message.js";
import type { Step } from "../step.js";

/** An item is deleted. Nothing more is created where that fails. */
export async function remove(step: Step, items: Items): Promise<void> {
  const held = await step.own(items);
  try {
    await removed(step, items, held);
  } finally {
    if (held.mayBeThere) items.halt(["what the walk creates cannot be deleted"]);
  }
}

async function removed(step: Step, items: Items, held: Held): Promise<void> {
  const { noun } = items.reader;
  let response: ServiceResponse | undefined;
  // If reads lag behind writes, the service may not find the item at first.
  await step.lasting(items, async () => {
    response = await items.delete(step, held);
    return response?.status === 404 ? undefined : response;
  });
  if (!response) throw new Skipped(words`${noun} ${shown(held.id)} is not found again, or not as it was created`);
  step.checkSuccess(response);
  const success = fieldOf(response.body, "success");
  const message = words`success is ${shown(success)}, expected true`;
  if (success !== false) items.wasDeleted(held);
  else step.add([breach(response, "value", message, sectionOf(response.operation, "deletion"))]);
}
