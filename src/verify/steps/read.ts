import { operation as operationOf } from "../../../generated/contract.js";
import type { Held, Items, Made } from "../collection-items.js";
import { unlike } from "../comparison.js";
import type { ServiceResponse } from "../connection.js";
import { sectionOf } from "../document.js";
import { breach, type Found, Skipped } from "../findings.js";
import { fieldOf, type JsonObject, pick } from "../json.js";
import { shown, words } from "../message.js";
import { areDifferentTimes } from "../moment.js";
import type { Listing } from "../reading.js";
import type { Step } from "../step.js";

/** Reads an item back, and compares it with the answer to its creation. */
export async function readBack(step: Step, items: Items, { id = "", record = {} }: Made): Promise<void> {
  await step.settled(items, async () => {
    const { item, response } = await items.reader.readOne(id);
    step.checkSuccess(response);
    return changedSince(items, response, item, record);
  });
}

/** The list contains a new item as it was created. */
export async function listed(step: Step, items: Items): Promise<void> {
  const held = await step.own(items);
  let listing: Listing | undefined;
  await step.settled(items, async () => {
    listing = await items.reader.readAll();
    const { byId, response, isWhole } = listing;
    step.checkSuccess(response);
    if (byId.has(held.id)) return listedDifferently(items, listing, held);
    return [isWhole && breach(response, "value", words`${items.reader.noun} ${shown(held.id)} is not in the list`)];
  });
  await items.others.compare(listing);
}

/** Breaches of a list that shows an item otherwise than the answer to its creation did. */
export function listedDifferently(items: Items, { byId, response }: Listing, { id, record }: Held): Found {
  const item = byId.get(id);
  return item ? changedSince(items, response, item, record, items.collection.listed) : [];
}

/** The list contains the item that was deleted no more, but all others. The answer of get for it is not specified. */
export async function listAfterDelete(step: Step, items: Items): Promise<void> {
  const { reader } = items;
  const gone = items.made.find(({ state }) => state === "deleted");
  if (!gone) throw new Skipped(words`no ${reader.noun} was deleted`);
  const source = sectionOf(operationOf(items.collection.delete ?? ""));
  let listing: Listing | undefined;
  await step.settled(items, async () => {
    listing = await reader.readAll();
    const { byId, response, isList, isWhole } = listing;
    if (!isList) return [];
    // Another item may have got its id.
    const item = byId.get(gone.id ?? "");
    const lost = isWhole ? items.held.filter(({ id }) => !byId.has(id)) : [];
    const isStill = words`${reader.noun} ${shown(gone.id)} is still in the list`;
    return [
      item && items.matches(item, gone) && breach(response, "value", isStill),
      ...lost.map(({ id }) =>
        breach(response, "value", words`${reader.noun} ${shown(id)} is gone, but was not deleted`),
      ),
    ].map((found) => found && { ...found, source });
  });
  await items.others.compare(listing);
}

/** Breaches of an item that differs from the answer to its creation: in its id, in what was sent, or in its time. */
function changedSince(
  items: Items,
  at: ServiceResponse,
  read: JsonObject | undefined,
  record: JsonObject,
  names: readonly string[] = Object.keys(items.collection.fields),
): Found {
  const { idField, times } = items.collection;
  const isAway = (name: string) => areDifferentTimes(fieldOf(read, name), record[name]);
  const created = Object.keys(times).filter((name) => times[name]?.moment === "created" && isAway(name));
  const lasting = [idField, ...Object.keys(items.fields), ...created].filter((name) => names.includes(name));
  return unlike(at, read, pick(record, lasting));
}
