import { setTimeout as pause } from "node:timers/promises";
import type { Items, Made } from "./collection-items.js";
import { type Connection, Interruption, type Service } from "./connection.js";
import { fieldOf, type JsonObject, jsonOf } from "./json.js";
import { shown, type Words, words } from "./message.js";
import type { Listing } from "./reading.js";
import { formOf, isSuccess } from "./response-form.js";

/** How long to wait before reading again, in ms. */
const PAUSE = 200;
/** How long reads may lag behind writes, even if the user does not say so, in ms. */
const PATIENCE = 2_000;
/** How many answers may be lost, one after another. */
const MOST_LOST = 3;

/**
 * Deletes every item that the walk has created, and no other, whatever the service has answered. Then it compares the
 * items of others with those before the walk. What became of all is recorded in `items`.
 */
export async function cleanUp(connection: Connection, items: Items, settle: number): Promise<void> {
  if (items.made.length === 0) return;
  const service = withoutHope(connection);
  const reasons = new Map<Made, Words>();
  let listing: Listing | undefined;
  try {
    await patiently(items, settle, () => deleteAll(service, items, reasons));
    await patiently(items, settle, async () => {
      listing = await items.reader.readAll(service);
      items.observe(listing);
      return listing.isList && !isUnsettled(items, listing);
    });
    await items.compareOthers(service, listing);
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    items.others.doubts = [["they were not compared again, since the deletion was ended"]];
  }
  items.left = leftIn(items, listing?.isList ? listing : undefined, reasons);
}

/** Ends the deletion when the service answers no more: every request would take as long as the timeout. */
function withoutHope(connection: Connection): Service {
  let lost = 0;
  return {
    async send(request) {
      const response = await connection.send(request);
      lost = response.failure ? lost + 1 : 0;
      if (lost === MOST_LOST) throw new Interruption();
      return response;
    },
  };
}

/** Repeats something until it is done, as long as reads may lag behind the last write. */
async function patiently(items: Items, settle: number, isDone: () => Promise<boolean>): Promise<void> {
  const end = items.lastWrite + Math.max(settle, PATIENCE);
  while (!(await isDone()) && performance.now() < end) await pause(PAUSE);
}

/** Deletes what can be found, and returns whether that is all. */
async function deleteAll(service: Service, items: Items, reasons: Map<Made, Words>): Promise<boolean> {
  if (items.others.harmed.length > 0 || !items.collection.delete) return true;
  const isOpen = (made: Made) => made.mayBeThere && !reasons.has(made);
  const left = items.made.filter((made) => isOpen(made) && items.isOwn(made));
  for (const made of left) {
    const response = await items.delete(service, made);
    if (!response || response.failure || response.status === 404) continue;
    if (isSuccess(response) && fieldOf(response.body, "success") !== false) {
      items.wasDeleted(made);
      items.cleaned.push(made.id ?? "");
    } else reasons.set(made, formOf(response)[0]?.message ?? ["success is false"]);
  }
  return !left.some(isOpen);
}

/** The rows of a list that the walk has made. */
function ownIn(items: Items, { rows }: Listing): JsonObject[] {
  const isOwn = (row: JsonObject) =>
    jsonOf(row)?.toLowerCase().includes(items.values.marker) || items.made.some((made) => items.matches(row, made));
  return rows.filter((row) => !items.others.before.has(items.reader.idOf(row) ?? "") && isOwn(row));
}

/** Whether a list may not yet show what the service has done. */
function isUnsettled(items: Items, listing: Listing): boolean {
  const own = ownIn(items, listing);
  const isGone = (row: JsonObject) =>
    items.made.some(({ id, isDeleted }) => isDeleted && id === items.reader.idOf(row));
  return own.some(isGone) || (own.length === 0 && items.made.some(({ mayBeThere }) => mayBeThere));
}

/** Sentences about what is left, or may be left. */
function leftIn(items: Items, listing: Listing | undefined, reasons: ReadonlyMap<Made, Words>): Words[] {
  const own = listing ? ownIn(items, listing) : [];
  const because = (reason: Words | undefined) => (reason ? words` (${reason})` : []);
  const seen = own.map((row) => {
    const id = items.reader.idOf(row);
    const made = items.made.find((each) => each.id === id && items.matches(row, each));
    const reason = made?.isDeleted ? ["the service says that it is deleted"] : made && reasons.get(made);
    return words`${describe(items, row, id)} was left behind: delete it by hand.${because(reason)}`;
  });
  const unseen = items.made.filter((made) => {
    const isSeen = own.some((row) => items.matches(row, made));
    const isUnlikely = listing?.isWhole && made.response && made.response.status >= 300;
    return made.mayBeThere && !isSeen && !isUnlikely;
  });
  const unsure = unseen.map(
    (made) =>
      words`${describe(items, made.sent, made.id)} may have been left behind: look for it.${because(reasons.get(made))}`,
  );
  return [...seen, ...unsure];
}

/** An item with its id, and with the values that tell it from others. */
function describe(items: Items, fields: JsonObject, id: string | undefined): Words {
  const told = items.others.written.filter((name) => name in fields && items.telling.includes(name));
  const values = told.flatMap((name) => words`, ${name} ${shown(fields[name])}`);
  const { noun } = items.reader;
  return id === undefined ? words`A ${noun}${values}` : words`The ${noun} ${shown(id)}${values}`;
}
