import type { Items, Made } from "./collection-items.js";
import { Interruption, type Service } from "./connection.js";
import type { JsonObject } from "./json.js";
import type { Listing } from "./list-reader.js";
import { shown, type Words, words } from "./message.js";
import { PATIENCE } from "./others.js";
import { formOf } from "./response-form.js";

/**
 * Deletes every item that the walk has created, and no other, whatever the service has answered. Then it compares the
 * items of others with those before the walk. What became of all is recorded in `items`.
 */
export async function cleanUp(service: Service, items: Items): Promise<void> {
  const { reader } = items;
  reader.service = service;
  const isRight = (all: Listing) => isSettled(items, all);
  await look(items, async () => {
    await items.lasting(() => deleteAll(items), Boolean, PATIENCE);
    return items.lasting(() => reader.readAll(), isRight, PATIENCE);
  });
}

/** Looks once more, since a service may do later what a request has set off. */
export async function lookAgain(items: Items): Promise<void> {
  await look(items, () => items.reader.readAll());
}

/** Records what has become of the items of others, and what is left of the walk's own. */
async function look(items: Items, read: () => Promise<Listing>): Promise<void> {
  const { made, others } = items;
  if (made.length === 0 && others.before.size === 0) return;
  try {
    const listing = await read();
    await others.compare(listing);
    if (listing.isList || items.left.length === 0) items.left = leftIn(items, listing, ["open"]);
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    others.doubts = [["they were not compared again, since the deletion was ended"]];
    // Nobody has looked for what the service says is deleted, or not created.
    items.left = leftIn(items, undefined, ["open", "deleted", "refused"]);
  }
}

/** Deletes what can be found, and returns whether that is all. */
async function deleteAll(items: Items): Promise<boolean> {
  if (items.others.harmed.length > 0 || !items.collection.delete) return true;
  const isEnded = ({ reason, isDoubtful }: Made) => reason !== undefined && !isDoubtful;
  const open = items.open.filter((made) => !isEnded(made));
  for (const made of open) {
    const response = await items.delete(made);
    if (made.state !== "deleted" && response && !response.failure && response.status !== 404)
      made.reason = formOf(response)[0]?.message ?? ["success is false"];
  }
  return open.every(isEnded);
}

/** The rows of a list that the walk has made. */
function ownIn(items: Items, { rows }: Listing): JsonObject[] {
  const isOwn = (row: JsonObject) =>
    JSON.stringify(row).toLowerCase().includes(items.others.marker) ||
    items.made.some((made) => items.matches(row, made));
  return rows.filter((row) => !items.others.before.has(items.reader.idOf(row) ?? "") && isOwn(row));
}

/** Whether a list shows what the service has done: some of what is not deleted, and nothing else of the walk. */
function isSettled(items: Items, listing: Listing): boolean {
  const own = ownIn(items, listing);
  const isGone = (row: JsonObject) =>
    items.made.some(({ id, state }) => state === "deleted" && id === items.reader.idOf(row));
  const isLacking = own.length === 0 && items.made.some(({ state }) => state === "open");
  return listing.isList && !own.some(isGone) && !isLacking;
}

/** Sentences about what is left, or may be left: of what the list does not show, that in an uncertain state. */
function leftIn(items: Items, listing: Listing | undefined, uncertain: readonly Made["state"][]): Words[] {
  const own = listing ? ownIn(items, listing) : [];
  const because = (made: Made | undefined) => (made?.reason ? words` (${made.reason})` : []);
  const seen = own.map((row) => {
    const id = items.reader.idOf(row);
    const made = items.made.find((each) => each.id === id && items.matches(row, each));
    const what = describe(items, row, id);
    // Others may have created it meanwhile, and the service has changed it in place of another.
    if (!made) return words`${what} has what the walk has sent: if it belongs to nobody else, delete it by hand.`;
    return words`${what} was left behind: delete it by hand.${because(made)}`;
  });
  const isAt = (row: JsonObject, { id }: Made) => id !== undefined && items.reader.idOf(row) === id;
  // A list may show some of them and not yet others, which can look alike.
  const unclaimed = own.filter((row) => !items.made.some((made) => isAt(row, made)));
  const unseen = items.made.filter((made) => {
    const isSeen = own.some((row) => isAt(row, made)) || unclaimed.some((row) => items.matches(row, made));
    const isUnlikely = listing?.isWhole && made.response.status >= 300;
    return uncertain.includes(made.state) && !isSeen && !isUnlikely;
  });
  const unsure = unseen.map(
    (made) => words`${describe(items, made.sent, made.id)} may have been left behind: look for it.${because(made)}`,
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
