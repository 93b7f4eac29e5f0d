import type { Held, Items, Made } from "../collection-items.js";
import type { ServiceResponse } from "../connection.js";
import { sectionOf } from "../document.js";
import { breach, type Finding, type Found, Skipped } from "../findings.js";
import { fieldOf, type JsonObject } from "../json.js";
import { shown, words } from "../message.js";
import type { Listing } from "../reading.js";
import { areOutOfOrder } from "../sort-order.js";
import type { Step } from "../step.js";
import { momentOf } from "../timestamps.js";

/** Two forms of one time may be rounded differently. */
const SECOND = 1_000_000_000n;

/** An item is read back as it was created. */
export async function get(step: Step, items: Items): Promise<void> {
  await readBack(step, items, await step.own(items));
}

/** Reads an item back, and compares it with the answer to its creation. */
export async function readBack(step: Step, items: Items, { id = "", record = {} }: Made): Promise<void> {
  await step.settled(items, async () => {
    const { item, response } = await readOne(step, items, id);
    return differences(items, response, item, record);
  });
}

/** Reads one item. @throws As `checkSuccess` does. */
export async function readOne(step: Step, items: Items, id: string) {
  const read = await items.reader.readOne(step, id);
  step.checkSuccess(read.response);
  return read;
}

/** The list contains a new item as it was created. */
export async function listed(step: Step, items: Items): Promise<void> {
  const held = await step.own(items);
  let whole: Listing | undefined;
  await step.settled(items, async () => {
    const listing = await step.read(items, items.reader.largest("desc"));
    if (listing.isWhole) whole = listing;
    const item = listing.byId.get(held.id);
    if (item) return differences(items, listing.response, item, held.record, items.collection.listed);
    if (!listing.isWhole && !reaches(items, listing, held)) return [];
    return [breach(listing.response, "value", words`${items.reader.noun} ${shown(held.id)} is not in the list`)];
  });
  if (whole) await items.compareOthers(step, whole);
}

/** Whether the part of a list that begins with the newest goes back far enough to contain an item. */
function reaches({ reader: { sortExample, maximum = 0 } }: Items, { rows }: Listing, { record }: Held): boolean {
  const field = String(sortExample);
  return rows.length < maximum || areOutOfOrder(rows.at(-1)?.[field], record[field], "desc");
}

/** The list contains the item that was deleted no more, but all others. The answer of get for it is not specified. */
export async function listAfterDelete(step: Step, items: Items): Promise<void> {
  const { reader, isLarge } = items;
  const gone = items.made.find(({ isDeleted }) => isDeleted);
  if (!gone) throw new Skipped(words`no ${reader.noun} was deleted`);
  const source = sectionOf(items.collection.delete ?? "");
  let listing: Listing | undefined;
  await step.settled(items, async () => {
    listing = await reader.readAll(step, isLarge ? "newest" : "all");
    const { byId, response, isList, isWhole } = listing;
    if (!isList) return [];
    // Another item may have got its id.
    const item = byId.get(gone.id ?? "");
    const lost = isWhole ? items.held.filter(({ id }) => !byId.has(id)) : [];
    const isStill = words`${reader.noun} ${shown(gone.id)} is still in the list`;
    return [
      item !== undefined && items.matches(item, gone) && breach(response, "value", isStill, source),
      ...lost.map(({ id }) =>
        breach(response, "value", words`${reader.noun} ${shown(id)} is gone, but was not deleted`, source),
      ),
    ];
  });
  if (!isLarge) await items.compareOthers(step, listing);
}

/** The differences of an item from the answer to its creation: in its id, in what was sent, and in its time. */
function differences(
  items: Items,
  at: ServiceResponse,
  read: unknown,
  record: JsonObject,
  shownFields: readonly string[] = Object.keys(items.collection.fields),
): Found {
  const { idField, fields, times } = items.collection;
  const lasting = [idField, ...Object.keys(items.creation.body?.fields ?? {}).filter((name) => name in fields)];
  const created = Object.keys(times).filter((name) => times[name]?.moment === "created");
  const isAway = (name: string) => {
    const [moment, expected] = [momentOf(fieldOf(read, name)), momentOf(record[name])];
    return moment !== undefined && expected !== undefined && (moment - expected > SECOND || expected - moment > SECOND);
  };
  const compared = [...lasting, ...created.filter(isAway)].filter((name) => shownFields.includes(name));
  return compared.flatMap((name) => differing(at, read, name, record[name]));
}

/** A breach if a field has another value than expected. */
export function differing(at: ServiceResponse, record: unknown, name: string, expected: unknown): Finding[] {
  const value = fieldOf(record, name);
  const message = words`${name} is ${shown(value)}, expected ${shown(expected)}`;
  return holds(value, expected) ? [] : [breach(at, "value", message)];
}

/** Whether a value is as expected. An object in it may have more fields, which the service has added. */
function holds(value: unknown, expected: unknown): boolean {
  if (typeof value !== "object" || typeof expected !== "object" || !value || !expected) return value === expected;
  if (Array.isArray(value) !== Array.isArray(expected)) return false;
  if (Array.isArray(value) && Array.isArray(expected) && value.length !== expected.length) return false;
  return Object.entries(expected).every(([name, inner]) => holds(Reflect.get(value, name), inner));
}
