import { idOf, type JsonObject } from "../answer.js";
import { isMarked, isStray } from "../created.js";
import { success } from "../document.js";
import { readAll, readNewest } from "../list.js";
import { Failure, Skip } from "../outcome.js";
import { remove } from "../safety.js";
import type { Walk } from "../walk.js";
import type { Tests } from "./section.js";

/** How long reads may lag behind the last creation, in ms. */
const LAG = 3000;

/** What the walk leaves. These also run after a failure and after Ctrl+C. */
export const end: Tests = {
  "what the walk has created is deleted": cleanUp,
  "everything foreign is as it was": async (walk) => {
    if (walk.harm.size === 0 && walk.creations.length === 0) throw new Skip("the walk has written nothing");
    if (walk.harm.size === 0) success(walk, (await readAll(walk)).answer);
    if (walk.harm.size > 0) throw new Failure("Harm", [...walk.harm.values()].join("\n"));
  },
  "nothing of the walk is left": expectNothingLeft,
  "something could be created": async (walk) => {
    if (walk.created.length > 0) return;
    const reason = walk.refusal ?? walk.walking.ended ?? "see above";
    throw new Skip(`nothing was, so that most is not checked: ${reason}`);
  },
};

/** Deletes everything that the walk has created, and nothing else, whatever the service has answered. */
async function cleanUp(walk: Walk): Promise<void> {
  let failure = await removeAll(walk);
  // Reads may lag behind what was created last.
  if (walk.present.length > 0 && !walk.cleaning.ended) await walk.cleaning.pause(LAG);
  failure = (await removeAll(walk)) ?? failure;
  if (walk.present.length > 0 && failure !== undefined) throw failure;
}

/** Tries to delete each, and returns why the last one that was not deleted was not. */
async function removeAll(walk: Walk): Promise<unknown> {
  let failure: unknown;
  for (const created of walk.present)
    await remove(walk, created).catch((reason: unknown) => {
      failure = reason;
    });
  return failure;
}

/** Looks for what is left, or may be. @throws Failure that names it; or that, or Skip, if the list cannot be read. */
async function expectNothingLeft(walk: Walk): Promise<void> {
  if (walk.creations.length === 0) throw new Skip("the walk has written nothing");
  let rows: readonly JsonObject[] = [];
  let obstacle: unknown;
  try {
    const listing = await readNewest(walk);
    rows = listing.rows;
    success(walk, listing.answer);
  } catch (reason) {
    obstacle = reason;
  }
  const left = new Map<unknown, string>();
  for (const { id, sent, isAbsent } of walk.creations)
    if (!isAbsent) left.set(id ?? sent["address"], `${named(walk, id, sent)}, may be left: look for it`);
  for (const row of rows.filter((each) => isMarked(walk, each))) {
    const advice = isStray(walk, row) ? "no creation has returned it, so look whose it is" : "delete it by hand";
    left.set(idOf(row) ?? row["address"], `${named(walk, idOf(row), row)}, is left: ${advice}`);
  }
  if (left.size > 0) throw new Failure("Left behind", [...left.values()].join("\n"));
  if (obstacle !== undefined) throw obstacle;
}

function named(walk: Walk, id: string | undefined, { topic, address }: JsonObject): string {
  const webhook = id === undefined ? "a webhook without an id" : `webhook ${walk.shown(id)}`;
  return `${webhook}, topic ${walk.shown(topic)}, address ${walk.shown(address)}`;
}
