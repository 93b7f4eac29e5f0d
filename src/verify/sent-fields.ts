import { requestChoices, requestExamples } from "../../generated/contract.js";
import type { JsonObject } from "./answer.js";
import { isSame } from "./document.js";
import type { Walk } from "./walk.js";

// What the walk sends to create a subscription: an address with the mark of this run, and a topic that nobody else uses.

/** The required fields of the next creation. They are not in the order of creation, so that sorting shows. */
export function nextFields(walk: Walk): JsonObject {
  const index = walk.creations.length;
  const letter = String.fromCharCode("a".charCodeAt(0) + ((index * 7 + 3) % 26));
  const tag = `${walk.mark}-${letter}${index}`;
  const address = new URL(walk.options.address);
  // Where a service escapes or folds what it is sent, this shows it.
  address.searchParams.set("for", "Verify");
  address.searchParams.set("verification", tag);
  return { topic: walk.topic ?? `${requestExamples.createWebhook?.webhook.topic}-${tag}`, address: address.href };
}

/**
 * Chooses the topic of everything that is created, where the walk may not make topics up: the user has named one, or the
 * contract lists all that there are.
 *
 * @returns Why there is none, if foreign subscriptions use it, or each that the contract lists.
 */
export function chooseTopic(walk: Walk): string | undefined {
  const isForeign = (topic: string) => [...walk.foreign.values()].some((row) => isSame(row["topic"], topic));
  const { topic } = walk.options;
  if (topic !== undefined)
    return isForeign(topic) ? `others use the topic ${walk.shown(topic)}: choose another one with --topic` : undefined;
  const listed = requestChoices.createWebhook?.["topic"];
  if (!listed) return undefined;
  walk.topic = listed.find((each) => !isForeign(each));
  return walk.topic === undefined ? "others use each topic that the contract lists" : undefined;
}
