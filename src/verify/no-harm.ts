import { requestExamples } from "../../generated/contract.js";
import { agree, differences, success } from "./document.js";
import { idOf, type Listing, look, others, rowsOf, webhookOf } from "./list-and-compare.js";
import { Failure, harm, type JsonObject, marker, options, Skip } from "./run.js";
import { type Answer, objectOf, send, settle, shown } from "./service.js";

// The walk harms nobody. Every creation, update, trigger and deletion of it is sent from this file, by these rules:
//
// - Before its first write it reads all that exists: all of it belongs to others. Without that it writes nothing.
// - It creates only with a topic or an address that this run alone uses.
// - It sends the update, which has no id, only while no other subscription has its topic or its address.
// - It deletes only what its own creations have returned, and what it has just read back as its own.
// - It compares what belongs to others with every list that it reads, and an update must return one of its own. After
//   harm it creates and updates no more, and after a deletion that did harm, it deletes no more.
// - At the end, also after Ctrl+C, it deletes what it has created, and names what is left.

/** A subscription that the walk has asked for. By the answers of the service it is there, may be there, or is not. */
export interface Made {
  sent: JsonObject;
  state: "there" | "unsure" | "gone";
  /** The id that its creation has returned, as text, and what it is now: by the walk's requests, or as a list shows it. */
  id?: string;
  record?: JsonObject;
}

/** One that may be deleted. */
export type Own = Made & Required<Pick<Made, "id" | "record">>;

/** Everything that the walk has asked for, in order. */
export const made: Made[] = [];

/** Why the walk must not create or update. */
let halted: string | undefined = "nothing was read yet";

/** Creates and updates nothing from now on. */
export function halt(reason: string): void {
  halted ??= reason;
}

/** @throws Skip when the walk must not create or update. */
function mayWrite(): void {
  if (harm.size > 0) throw new Skip("subscriptions of others are missing or changed");
  if (halted !== undefined) throw new Skip(halted);
}

/** Reads what exists before the first write, and whether the walk may write after that. */
export async function readOthers(): Promise<Listing> {
  const listing = await look({ isAll: true });
  for (const [id, row] of listing.byId) others.byId.set(id, row);
  others.isWhole = listing.isWhole;
  const isTaken = !listing.isWhole || listing.rows.some(({ topic }) => isSame(topic, options.topic));
  halted = undefined;
  if (!rowsOf(listing.answer) || !listing.rows.every(idOf))
    halt("the list could not be read with every id, so nobody knows what belongs to others");
  if (options.topic !== undefined && isTaken)
    halt(`others use the topic ${shown(options.topic)}, or may: choose another one with --topic`);
  return listing;
}

/** Whether two texts are the same for a service that does not look at the case. */
function isSame(one: unknown, other: unknown): boolean {
  return agree(one, other) || String(one).toLowerCase() === String(other).toLowerCase();
}

/** A topic and an address that nobody else has. They are not in the order of creation. */
function fieldsOf(index: number): JsonObject {
  const tag = `${marker}-${String.fromCharCode(97 + ((index * 7 + 3) % 26))}${index}`;
  const address = new URL(options.address);
  // Where a service escapes or folds what it is sent, this shows it.
  address.searchParams.set("for", "Verify");
  address.searchParams.set("verification", tag);
  const { topic = `${requestExamples.createWebhook?.webhook.topic}-${tag}` } = options;
  return { topic, address: address.href };
}

/** Whether a subscription has what only this run sends, and none of others has its id. */
function isMarked(row: JsonObject): boolean {
  const isSent = [row["topic"], row["address"]].some((value) => String(value).toLowerCase().includes(marker));
  return isSent && !others.byId.has(idOf(row) ?? "");
}

/** What creations have returned under an id that a path can hold, and that nothing of others has. */
const returned = (): Own[] => made.filter((each): each is Own => each.id !== undefined);

/** The walk's own subscriptions that the service should have, by its own answers. */
export const held = (): Own[] => returned().filter(({ state }) => state === "there");

/** Whether it is the walk's, and no creation has returned it. */
function isStray(row: JsonObject): boolean {
  return isMarked(row) && !returned().some(({ id }) => id === idOf(row));
}

/**
 * Asks the service for a subscription, and records that it may exist.
 *
 * @param extra - Fields to send in addition, or in place of what is usual; `undefined` leaves one out.
 * @throws Skip when the walk must not.
 */
export async function create(extra: JsonObject = {}, token?: string | null): Promise<{ one: Made; answer: Answer }> {
  mayWrite();
  const fields = Object.entries({ ...fieldsOf(made.length), ...extra });
  const sent: JsonObject = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  if (!isMarked(sent)) throw new Skip("nothing would tell the subscription from those of others");
  const answer = await send("createWebhook", { body: { webhook: sent }, token });
  const one: Made = { sent, state: "gone" };
  made.push(one);
  const record = answer.status < 300 ? webhookOf(answer) : undefined;
  const id = idOf(record);
  if (id !== undefined && !/^\.{0,2}$|\p{Cs}/u.test(id) && !others.byId.has(id))
    Object.assign(one, { state: "there", id, record: { ...record, ...sent } });
  else if (record || answer.lost !== undefined || (answer.status >= 500 && answer.status !== 503)) {
    one.state = "unsure";
    halt("what the walk creates could not be deleted again");
  }
  // A refusal may have created one all the same.
  else if ((await look()).rows.some(isStray)) halt("a creation has left what it has not returned");
  return { one, answer };
}

/**
 * Shows that a server has no memory: it returns another subscription than it was sent, and lists none that is new.
 *
 * @throws Failure when it has one, and Skip when nobody knows.
 */
export async function proveForgetful(): Promise<void> {
  await readOthers();
  const { one, answer } = await create();
  const webhook = webhookOf(answer) ?? {};
  const { rows, byId, answer: listed } = await look({ isAll: true });
  const isSent = (row: JsonObject) =>
    isMarked(row) || ["topic", "address"].some((name) => isSame(row[name], one.sent[name]));
  if ((one.id !== undefined && byId.has(one.id)) || [webhook, ...rows].some(isSent))
    throw new Failure("Stopped", "the server remembers what it is sent: leave out --stateless");
  const isShown = answer.status < 300 && typeof webhook["topic"] === "string" && typeof webhook["address"] === "string";
  if (!isShown) success(answer);
  if (!isShown || !rowsOf(listed)) throw new Skip("nobody knows whether the server has a memory");
  one.state = "gone";
}

/**
 * Updates a subscription of the walk's own, found by its topic and its address.
 *
 * @throws Skip when that might update one of others.
 */
export async function update(own: Own, extra: JsonObject = {}, token?: string | null): Promise<Answer> {
  const { topic, address } = own.sent;
  const guard = async () => {
    const { rows, answer } = await look();
    mayWrite();
    success(answer);
    const foreign = [...others.byId.values(), ...rows].filter((row) => !returned().some(({ id }) => id === idOf(row)));
    // A service may keep a value in another form than it was sent.
    for (const name of ["topic", "address"])
      for (const value of [own.sent[name], own.record[name]])
        if (foreign.some((row) => isSame(row[name], value)))
          throw new Skip(`another subscription has the ${name} ${shown(value)}: choose another one with --${name}`);
  };
  const answer = await send("updateWebhook", { body: { webhook: { topic, address, ...extra } }, token, guard });
  const id = idOf(webhookOf(answer));
  // No list need show it: it may hold only a part of what there is.
  if (id !== undefined && !returned().some((each) => each.id === id))
    harm.set(id, `webhook ${shown(id)} is what updateWebhook returns, and no creation of the walk has returned it`);
  return answer;
}

/** Triggers a delivery with the values of a subscription of the walk's own. */
export async function trigger(own: Own, extra: JsonObject = {}, token?: string | null): Promise<Answer> {
  mayWrite();
  const { topic, address } = own.sent;
  return send("deliverWebhook", { body: { webhook: { topic, address, ...extra } }, token });
}

/** Whether a subscription is there, and is the walk's own. Where get shows none at all, the list is enough. */
async function isReadBack(own: Own): Promise<boolean> {
  const answer = await send("getWebhook", { id: own.id });
  const webhook = webhookOf(answer) ?? (await look()).byId.get(own.id);
  return webhook !== undefined && idOf(webhook) === own.id && isMarked(webhook);
}

let deletions = 0;
let isDeletionHarmful = false;

/**
 * Deletes a subscription that the walk has created.
 *
 * @throws Skip when it is not read back as its own, or a deletion has harmed others.
 */
export async function remove(own: Own, token?: string | null): Promise<Answer> {
  // What one has harmed, the next one would, too: around the first two, all of others is compared, and the newest always.
  const isAll = deletions++ < 2;
  let harmed = 0;
  const guard = async () => {
    if (isDeletionHarmful) throw new Skip("a deletion has harmed others");
    await look({ isAll });
    harmed = harm.size;
    if (!(await isReadBack(own))) throw new Skip(`webhook ${shown(own.id)} is not read back as the walk's own`);
  };
  const answer = await send("deleteWebhook", { id: own.id, token, guard });
  const isDone = objectOf(answer.body)?.["success"];
  const isAccepted = token === undefined && answer.status >= 200 && answer.status < 300 && isDone !== false;
  if (isDone === true || isAccepted) own.state = "gone";
  else if (answer.lost !== undefined || answer.status >= 500) own.state = "unsure";
  await look({ isAll });
  isDeletionHarmful ||= harm.size > harmed;
  return answer;
}

const strays = new Set<string>();

/**
 * Compares a list with what the walk's own requests should have left, and from then on expects what the list has shown:
 * each difference is returned once. After something that no creation has returned, the walk creates and updates no more.
 */
export function reconcile({ byId, isWhole, rows }: Listing): { id: string; message: string }[] {
  const wrong: { id: string; message: string }[] = [];
  const tell = (id: string, text: string) => wrong.push({ id, message: `webhook ${shown(id)} ${text}` });
  for (const own of returned()) {
    const { id, record, state } = own;
    const row = byId.get(id);
    if (state === "there" && row) {
      for (const text of differences(row, record)) tell(id, `is wrong in the list: ${text}`);
      own.record = { ...record, ...row };
    } else if (state === "there" ? isWhole : state === "gone" && row) {
      tell(id, row ? "is still in the list" : "is not in the list");
      own.state = "unsure";
    }
  }
  for (const row of rows.filter(isStray)) {
    const id = idOf(row) ?? "";
    halt("a creation has left what it has not returned");
    if (!strays.has(id)) tell(id, "is in the list, and no creation has returned it");
    strays.add(id);
  }
  return wrong;
}

/** Deletes everything that the walk has created, and nothing else, whatever the service has answered. */
export async function cleanUp(): Promise<void> {
  await settle();
  const open = () => returned().filter(({ state }) => state !== "gone");
  const reasons: unknown[] = [];
  // What fails once may succeed at the second time.
  for (const own of [...open(), ...open()])
    if (own.state !== "gone") await remove(own).catch((reason: unknown) => reasons.push(reason));
  if (open().length > 0 && reasons.length > 0) throw reasons.at(-1);
}

/** Names what is left, or may be. @param listing - What there is at the end; `undefined` if nobody has looked. */
export function leftBehind(listing: Listing | undefined): string[] {
  const nameOf = (id: string | undefined, { topic, address }: JsonObject) =>
    `webhook ${id === undefined ? "without an id" : shown(id)}, topic ${shown(topic)}, address ${shown(address)},`;
  const rows = (listing?.rows ?? []).filter(isMarked);
  const listed = rows.map((row) => {
    const advice = isStray(row) ? "no creation has returned it, so look whose it is" : "delete it by hand";
    return `${nameOf(idOf(row), row)} is left: ${advice}`;
  });
  const isListed = ({ id, sent }: Made) =>
    rows.some((row) => (id !== undefined && idOf(row) === id) || isSame(row["address"], sent["address"]));
  const unlisted = made.filter((each) => !(listing && each.state === "gone") && !isListed(each));
  return [...listed, ...unlisted.map(({ id, sent }) => `${nameOf(id, sent)} may be left: look for it`)];
}
