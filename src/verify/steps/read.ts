import { operation as operationOf } from "../../../generated/contract.js";
import type { Items, Made } from "../collection-items.js";
import { areDifferentTimes, unlike } from "../comparison.js";
import type { ServiceResponse } from "../connection.js";
import { sectionOf } from "../document.js";
import { breach, type Choice, departure, type Found, Skipped } from "../findings.js";
import { fieldOf, type JsonObject, pick } from "../json.js";
import type { Listing } from "../list-reader.js";
import { shown, words } from "../message.js";
import type { Step } from "../step.js";

/** Reads an item back, and compares it with the answer to its creation. */
export async function readBack(step: Step, items: Items, { id = "", record = {} }: Made): Promise<void> {
  await step.settled(items, async () => {
    const { item, response } = await items.reader.readOne(id);
    step.checkSuccess(response);
    return changedSince(items, response, item, record);
  });
}

/** The list contains every new item as it was created. */
export async function listed(step: Step, items: Items): Promise<void> {
  await step.own(items);
  await checkAll(step, items, (listing) => wrongIn(items, listing));
}

/** Checks all of the list, and that what belongs to others is as it was. */
async function checkAll(step: Step, items: Items, check: (listing: Listing) => Found): Promise<void> {
  let listing: Listing | undefined;
  await step.settled(items, async () => {
    listing = await items.reader.readAll();
    step.checkSuccess(listing.response);
    return check(listing);
  });
  await items.others.compare(listing);
}

/** Breaches of a list that lacks an item of the walk, or shows it, or another one, otherwise than the service has answered. */
export function wrongIn(items: Items, listing: Listing): Found {
  const { byId, response, isWhole } = listing;
  const { noun } = items.reader;
  const wrong = items.held.flatMap(({ id, record }) => {
    const item = byId.get(id);
    if (item) return changedSince(items, response, item, record);
    return isWhole ? [breach(response, "value", words`${noun} ${shown(id)} is not in the list`)] : [];
  });
  const message = (id: string) =>
    words`${noun} ${shown(id)} has what the walk has sent, but no creation has returned it`;
  return [...wrong, ...items.unaskedIn(listing).map((id) => breach(response, "value", message(id)))];
}

/** Departures of a list from what the walk has: nothing says what an operation does to other items than it is about. */
export async function unchanged(step: Step, items: Items, choice: Choice): Promise<void> {
  const { held } = items;
  let listing: Listing | undefined;
  await step.settled(items, async () => {
    listing = await items.readNewest();
    step.checkSuccess(listing.response);
    return wrongIn(items, listing).map((found) => found && departure(found.at, found.check, found.message, choice));
  });
  // What is told once is not told again.
  for (const made of held) {
    made.record = { ...made.record, ...listing?.byId.get(made.id) };
    made.isDoubtful = listing?.isWhole === true && !listing.byId.has(made.id);
  }
}

/** The list contains the item that was deleted no more, but all others. The answer of get for it is not specified. */
export async function listAfterDelete(step: Step, items: Items): Promise<void> {
  const { noun } = items.reader;
  const gone = items.made.find(({ state }) => state === "deleted");
  if (!gone) throw new Skipped(words`no ${noun} was deleted`);
  const source = sectionOf(operationOf(items.collection.delete ?? ""));
  await checkAll(step, items, (listing) => {
    // Another item may have got its id.
    const item = listing.byId.get(gone.id ?? "");
    const isStill = item && items.matches(item, gone);
    const message = words`${noun} ${shown(gone.id)} is still in the list`;
    const wrong = [isStill && breach(listing.response, "value", message), ...wrongIn(items, listing)];
    return wrong.map((found) => found && { ...found, source });
  });
}

/** Breaches of an item that differs from the answer to its creation: in its id, in what was sent, or in its time. */
function changedSince(items: Items, at: ServiceResponse, read: JsonObject | undefined, record: JsonObject): Found {
  const { idField, times, fields } = items.collection;
  const { names = Object.keys(fields) } = at.operation.answer;
  const isAway = (name: string) => areDifferentTimes(fieldOf(read, name), record[name]);
  const created = Object.keys(times).filter((name) => times[name]?.moment === "created" && isAway(name));
  const lasting = [idField, ...Object.keys(items.fields), ...created].filter((name) => names.includes(name));
  return unlike(at, read, pick(record, lasting));
}
