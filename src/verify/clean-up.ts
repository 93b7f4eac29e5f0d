import { setTimeout as pause } from "node:timers/promises";
import { type Census, type Service, takeCensus } from "./census.js";
import type { Items, Made } from "./collection-items.js";
import { type Connection, Interruption } from "./connection.js";
import { compareOthers, type Harm } from "./harm.js";
import { fieldOf, type JsonObject, jsonOf } from "./json.js";
import { shown, type Words, words } from "./message.js";
import { formOf, isSuccess } from "./response-form.js";

/** What became of a collection after the steps of the walk. */
export interface CleanUp extends Harm {
  /** Ids that the service says are deleted. */
  deleted: string[];
  /** What could not be deleted or found: sentences that say what to do. */
  failed: Words[];
}

/** How long to wait before reading again, in ms. */
const PAUSE = 200;
/** How long reads may lag behind writes, even if the user does not say so, in ms. */
const PATIENCE = 2_000;
/** How many answers may be lost, one after another. */
const MOST_LOST = 3;

/**
 * Deletes every item that the walk has created, and no other, whatever the service has answered. Then it compares the
 * items of others with those before the walk.
 */
export async function cleanUp(connection: Connection, items: Items, settle: number): Promise<CleanUp> {
  const service = withoutHope(connection);
  const result: CleanUp = { deleted: [], failed: [], harmed: [], doubts: [] };
  if (items.made.length === 0) return result;
  const reasons = new Map<Made, Words>();
  let census: Census | undefined;
  try {
    await patiently(items, settle, () => deleteAll(service, items, result, reasons));
    await patiently(items, settle, async () => {
      ({ census } = await takeCensus(service, items));
      if (census) items.observe(census);
      return census !== undefined && !isUnsettled(items, census);
    });
    Object.assign(result, await compareOthers(service, items, census?.items));
  } catch (error) {
    if (!(error instanceof Interruption)) throw error;
    result.doubts.push(["they were not compared again, since the deletion was ended"]);
  }
  if (result.harmed.length === 0) result.harmed.push(...items.harmed);
  result.failed.push(...leftIn(items, census, reasons));
  return result;
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
async function deleteAll(service: Service, items: Items, { deleted }: CleanUp, reasons: Map<Made, Words>) {
  const left = items.made.filter((made) => made.mayBeThere && items.isOwn(made) && !reasons.has(made));
  for (const made of items.harmed.length > 0 ? [] : left) {
    const response = await items.delete(service, made);
    if (!response || response.failure || response.status === 404) continue;
    if (isSuccess(response) && fieldOf(response.body, "success") !== false) {
      items.wasDeleted(made);
      deleted.push(made.id ?? "");
    } else reasons.set(made, formOf(response)[0]?.message ?? ["success is false"]);
  }
  return (
    items.harmed.length > 0 || !items.collection.delete || left.every((made) => !made.mayBeThere || reasons.has(made))
  );
}

/** The rows of a list that the walk has made. */
function ownIn(items: Items, { rows }: Census): JsonObject[] {
  const isOwn = (row: JsonObject) =>
    jsonOf(row)?.toLowerCase().includes(items.marker) || items.made.some((made) => items.matches(row, made));
  return rows.filter((row) => !items.others.before.has(items.idOf(row) ?? "") && isOwn(row));
}

/** Whether a list may not yet show what the service has done. */
function isUnsettled(items: Items, census: Census): boolean {
  const own = ownIn(items, census);
  const isGone = (row: JsonObject) => items.made.some(({ id, isDeleted }) => isDeleted && id === items.idOf(row));
  return own.some(isGone) || (own.length === 0 && items.made.some(({ mayBeThere }) => mayBeThere));
}

/** Sentences about what is left, or may be left. */
function leftIn(items: Items, census: Census | undefined, reasons: ReadonlyMap<Made, Words>): Words[] {
  const own = census ? ownIn(items, census) : [];
  const seen = own.map((row) => {
    const id = items.idOf(row);
    const made = items.made.find((each) => each.id === id && items.matches(row, each));
    const reason = made?.isDeleted ? ["the service says that it is deleted"] : made && reasons.get(made);
    return words`${describe(items, row, id)} was left behind: delete it by hand.${reason ? words` (${reason})` : ""}`;
  });
  const unseen = items.made.filter((made) => {
    const isSeen = own.some((row) => items.matches(row, made));
    const isUnlikely = census?.isWhole && made.status >= 300;
    return made.mayBeThere && !isSeen && !isUnlikely;
  });
  const unsure = unseen.map((made) => {
    const reason = reasons.get(made);
    const what = describe(items, made.sent, made.id);
    return words`${what} may have been left behind: look for it.${reason ? words` (${reason})` : ""}`;
  });
  return [...seen, ...unsure];
}

/** An item with its id, and with the values that tell it from others. */
function describe(items: Items, fields: JsonObject, id: string | undefined): Words {
  const told = items.others.written.filter((name) => name in fields && items.telling.includes(name));
  const values = told.flatMap((name) => words`, ${name} ${shown(fields[name])}`);
  return words`${id === undefined ? "A" : "The"} ${items.noun}${id === undefined ? "" : words` ${shown(id)}`}${values}`;
}
