import { type Answer, idOf, type JsonObject, rowsOf, webhookOf } from "./answer.js";
import { differences, isSame, success } from "./document.js";
import { type Listing, readNewest, twiceIn } from "./list.js";
import { breach } from "./outcome.js";
import type { Created, Creation, Walk } from "./walk.js";

// Whether lists show what the walk has created as they should. Nothing here writes.

/** Whether a subscription has the mark of this run, and no foreign one has its id. */
export function isMarked(walk: Walk, webhook: JsonObject): boolean {
  const values = [webhook["address"], webhook["topic"]].map((value) => String(value).toLowerCase());
  return values.some((value) => value.includes(walk.mark)) && !walk.foreign.has(idOf(webhook) ?? "");
}

/** Whether a subscription has the mark of this run, and no creation has returned it. */
export function isStray(walk: Walk, webhook: JsonObject): boolean {
  return isMarked(walk, webhook) && !isCreated(walk, webhook);
}

/** Whether a creation of the walk has returned a subscription. */
export function isCreated(walk: Walk, webhook: JsonObject): boolean {
  return walk.created.some(({ id }) => id === idOf(webhook));
}

/**
 * Whether a server has forgotten a creation that it has answered, as a mock does: it has answered with another
 * subscription than it was sent, and lists none that is new. A mock may happen to answer with a topic that the walk has not
 * made up.
 */
export async function isForgotten(walk: Walk, { sent, id }: Creation, answer: Answer): Promise<boolean> {
  const isOwnTopic = ({ topic }: JsonObject) => walk.topic === undefined && isSame(topic, sent["topic"]);
  const isLikeSent = (webhook: JsonObject) =>
    isOwnTopic(webhook) || isSame(webhook["address"], sent["address"]) || isMarked(walk, webhook);
  const webhook = webhookOf(answer);
  if (!webhook || isLikeSent(webhook)) return false;
  const { rows, byId } = await readNewest(walk);
  const isNew = id !== undefined && byId.has(id);
  return !isNew && !rows.some(isLikeSent);
}

/** Checks that the list shows each subscription of the walk once, as the walk's requests should have left it. */
export async function expectListed(walk: Walk, when = ""): Promise<void> {
  const listing = await readNewest(walk);
  const [first] = reconcile(walk, listing);
  if (first) throw breach(when + first.message, listing.answer);
  success(walk, listing.answer);
}

/** A subscription that a list does not show as it should. */
interface Deviation {
  readonly id: string;
  readonly message: string;
}

/**
 * Compares a list with what the walk's requests should have left, and from then on expects what the list has shown: each
 * deviation is returned once. After something that no creation has returned, or a list that cannot be read, the walk only
 * cleans up.
 *
 * @throws Failure when the list has a subscription twice.
 */
export function reconcile(walk: Walk, listing: Listing): Deviation[] {
  if (!rowsOf(listing.answer)) {
    walk.onlyCleanUp("the list can no longer be read, so nobody would see what others lose");
    return [];
  }
  const deviations: Deviation[] = [];
  for (const created of walk.present) deviations.push(...deviationsOf(walk, created, listing));
  for (const row of listing.rows.filter((each) => isStray(walk, each))) {
    walk.onlyCleanUp("a creation has left what it has not returned");
    const message = `webhook ${walk.shown(idOf(row))} is in the list, and no creation has returned it`;
    if (walk.isNews(message)) deviations.push({ id: idOf(row) ?? "", message });
  }
  if (twiceIn(listing.answer) !== undefined) throw breach("the list has a subscription twice", listing.answer);
  return deviations;
}

function deviationsOf(walk: Walk, created: Created, listing: Listing): Deviation[] {
  const { id } = created;
  const row = listing.byId.get(id);
  if (!row) {
    walk.onlyCleanUp("what the walk creates is not shown, and neither would be what others lose");
    const message = `webhook ${walk.shown(id)} is not in the list: where reads lag behind writes, add --settle`;
    return walk.isNews(message) ? [{ id, message }] : [];
  }
  const news = differences(walk, row, created.record).filter(({ kind }) => walk.isNews(kind));
  created.record = { ...created.record, ...row };
  return news.map(({ text }) => ({ id, message: `webhook ${walk.shown(id)} is wrong in the list: ${text}` }));
}
