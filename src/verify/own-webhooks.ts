import { requestExamples } from "../../generated/contract.js";
import { agree, breach, differences, success } from "./document.js";
import {
  harm,
  idOf,
  isPart,
  LIMIT,
  type Listing,
  list,
  look,
  NEWEST_FIRST,
  noteHarm,
  OLDEST_FIRST,
  others,
  rowsOf,
  webhookOf,
} from "./list.js";
import { cleaning, Failure, isNews, marker, options, Skip, walking } from "./run.js";
import { type Answer, type JsonObject, objectOf, pause, send, shown } from "./service.js";

// The walk harms nobody. Every creation, update, trigger and deletion of it is sent from this file, by these rules:
//
// - Before its first write it reads all that exists: all of it belongs to others. Without that it writes nothing.
// - It creates only with a topic or an address that this run alone uses.
// - It sends the update, which has no id, only while no other subscription has its topic or its address.
// - It deletes only what its own creations have returned, and what it has just read back as its own.
// - It compares what belongs to others with every list that it reads, and an update must return one of its own. After
//   harm it only cleans up, and after a deletion that did harm it sends nothing more.
// - It also only cleans up once it could not delete what it creates.
// - At the end, also after Ctrl+C, it deletes what it has created, and names what is left.

/** A subscription that the walk has asked for. */
export interface Made {
  sent: JsonObject;
  /** What it is now, by the walk's requests, or as the list shows it. */
  record: JsonObject;
  /** The id that its creation has returned, as text, if it is one of its own that a path can hold. */
  id?: string;
  /** Whether it is not there, by the answers of the service: its creation was refused, or its deletion was done. */
  isAbsent: boolean;
}

/** One that may be deleted. */
export type Own = Made & Required<Pick<Made, "id">>;

const made: Made[] = [];

/** How long reads may lag behind the last creation when the walk cleans up, in ms. */
const LAG = 3000;

const returned = (): Own[] => made.filter((each): each is Own => each.id !== undefined);

/** The walk's own subscriptions that the service should have, by its own answers. */
export const held = (): Own[] => returned().filter(({ isAbsent }) => !isAbsent);

/** Whether two texts are the same for a service that does not look at the case. */
function isSame(one: unknown, other: unknown): boolean {
  return agree(String(one).toLowerCase(), String(other).toLowerCase());
}

/** Whether a subscription has what only this run sends, and none of others has its id. */
function isMarked(row: JsonObject): boolean {
  const isSent = [row["topic"], row["address"]].some((value) => String(value).toLowerCase().includes(marker));
  return isSent && !others.has(idOf(row) ?? "");
}

/** Whether it is the walk's, and no creation has returned it. */
function isStray(row: JsonObject): boolean {
  return isMarked(row) && !returned().some(({ id }) => id === idOf(row));
}

/** Reads what exists before the first write, and whether the walk may write after that. */
export async function readOthers(): Promise<Listing> {
  const listing = await look(true);
  // A service may cut its pages off, and say so nowhere.
  const next = rowsOf(listing.answer) && (await list({ ...OLDEST_FIRST, limit: LIMIT.most, page: 2 }));
  const hasMore = next?.rows.some((row) => !listing.byId.has(idOf(row) ?? ""));
  for (const [id, row] of listing.byId) others.set(id, row);
  if (!rowsOf(listing.answer) || others.size < listing.rows.length)
    walking.end("the list could not be read with every id, so nobody knows what belongs to others");
  if (options.topic !== undefined && listing.rows.some(({ topic }) => isSame(topic, options.topic)))
    walking.end(`others use the topic ${shown(options.topic)}: choose another one with --topic`);
  // A mock may invent how many there are.
  if (!options.stateless && (hasMore || isPart(listing)))
    walking.end("not all of the list can be read, so nobody would see what others lose");
  return listing;
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

/**
 * Asks the service for a subscription, and ends the walk if what that creates could not be deleted again.
 *
 * @param extra - Fields to send in addition, or in place of what is usual; `undefined` leaves one out.
 * @throws Failure when it is refused, and created all the same.
 */
export async function create(extra: JsonObject = {}, token?: string | null): Promise<{ one: Made; answer: Answer }> {
  const { one, answer } = await ask(extra, token);
  if (one.isAbsent) await expectListed();
  else if (one.id === undefined) walking.end("what the walk creates could not be deleted again");
  return { one, answer };
}

/** Checks that the list shows each subscription of the walk once, as the walk's requests should have left it. */
export async function expectListed(when = ""): Promise<void> {
  const listing = await look();
  if (!rowsOf(listing.answer)) walking.end("the list can no longer be read, so nobody would see what others lose");
  else for (const { message } of reconcile(listing)) throw breach(`${when}${message}`);
  success(listing.answer);
}

/** Asks the service for a subscription, and records that it may exist. */
async function ask(extra: JsonObject = {}, token?: string | null): Promise<{ one: Made; answer: Answer }> {
  const fields = Object.entries({ ...fieldsOf(made.length), ...extra });
  const sent: JsonObject = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  if (!isMarked(sent)) throw new Skip("nothing would tell the subscription from those of others");
  const answer = await send("createWebhook", { body: { webhook: sent }, token });
  const webhook = answer.status < 300 ? webhookOf(answer) : undefined;
  const isUnknown = answer.lost !== undefined || (answer.status >= 500 && answer.status !== 503);
  const one: Made = { sent, record: { ...webhook, ...sent }, isAbsent: !webhook && !isUnknown };
  const id = idOf(webhook);
  if (id !== undefined && !/^\.{0,2}$/.test(id) && !others.has(id)) one.id = id;
  made.push(one);
  return { one, answer };
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
    success(answer);
    const foreign = [...others.values(), ...rows].filter((row) => !returned().some(({ id }) => id === idOf(row)));
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
    throw new Failure(
      "Harm",
      noteHarm(id, "is what updateWebhook returns, and no creation of the walk has returned it"),
    );
  return answer;
}

/** Triggers a delivery with the values of a subscription of the walk's own. */
export async function trigger(own: Own, extra: JsonObject = {}, token?: string | null): Promise<Answer> {
  const { topic, address } = own.sent;
  return send("deliverWebhook", { body: { webhook: { topic, address, ...extra } }, token });
}

let isFirstDeletion = true;

/**
 * Deletes a subscription that the walk has created.
 *
 * @throws Skip when it is not read back as its own.
 * @throws Failure when that has harmed others.
 */
export async function remove(own: Own, token?: string | null): Promise<Answer> {
  // What one deletion has harmed, the next one would, too: around the first, all of others is compared.
  const isAll = isFirstDeletion || undefined;
  isFirstDeletion = false;
  const guard = async () => {
    await look(isAll);
    if (!(await isReadBack(own))) throw new Skip(`webhook ${shown(own.id)} is not read back as the walk's own`);
  };
  const answer = await send("deleteWebhook", { id: own.id, token, guard });
  const isDone = objectOf(answer.body)?.["success"];
  const isAccepted = token === undefined && answer.status >= 200 && answer.status < 300 && isDone !== false;
  own.isAbsent = isDone === true || isAccepted;
  const { byId } = await look(isAll).catch((reason: unknown) => {
    if (reason instanceof Failure) {
      own.isAbsent = false;
      cleaning.end("a deletion has harmed others");
    }
    throw reason;
  });
  if (byId.has(own.id)) own.isAbsent = false;
  if (token === undefined && !own.isAbsent) walking.end("what the walk creates could not be deleted");
  return answer;
}

/** Whether a subscription is there, and is the walk's own. Where get shows none at all, the list is enough. */
async function isReadBack(own: Own): Promise<boolean> {
  const answer = await send("getWebhook", { id: own.id });
  const webhook = webhookOf(answer) ?? (await look()).byId.get(own.id);
  return webhook !== undefined && idOf(webhook) === own.id && isMarked(webhook);
}

/**
 * Compares a list with what the walk's own requests should have left, and from then on expects what the list has shown:
 * each difference is returned once. After something that no creation has returned, the walk only cleans up.
 *
 * @throws Failure when it has a subscription twice.
 */
export function reconcile({ byId, rows }: Listing): { id: string; message: string }[] {
  const wrong: { id: string; message: string }[] = [];
  const tell = (id: string, text: string) => wrong.push({ id, message: `webhook ${shown(id)} ${text}` });
  for (const own of held()) {
    const row = byId.get(own.id);
    if (!row) {
      walking.end("what the walk creates is not shown, and neither would be what others lose");
      tell(own.id, "is not in the list: where reads lag behind writes, add --settle");
    } else for (const text of differences(row, own.record)) tell(own.id, `is wrong in the list: ${text}`);
    own.record = { ...own.record, ...row };
  }
  for (const row of rows.filter(isStray)) {
    walking.end("a creation has left what it has not returned");
    tell(idOf(row) ?? "", "is in the list, and no creation has returned it");
  }
  if (byId.size < rows.filter(idOf).length) throw breach("the list has a subscription twice");
  return wrong.filter(({ message }) => isNews(message));
}

/**
 * Shows that a server has no memory: it returns another subscription than it was sent, and lists none that is new.
 *
 * @throws Failure when it has one, and Skip when nobody knows.
 */
export async function proveForgetful(): Promise<void> {
  await readOthers();
  const { one, answer } = await ask();
  const webhook = webhookOf(answer) ?? {};
  // A mock may invent other rows each time.
  const { rows, byId, answer: listed } = await list({ ...NEWEST_FIRST, limit: LIMIT.most });
  const isSent = (row: JsonObject) =>
    isMarked(row) || ["topic", "address"].some((name) => isSame(row[name], one.sent[name]));
  if ((one.id !== undefined && byId.has(one.id)) || [webhook, ...rows].some(isSent))
    throw new Failure("Stopped", "the server remembers what it is sent: leave out --stateless");
  const isShown = answer.status < 300 && typeof webhook["topic"] === "string" && typeof webhook["address"] === "string";
  if (!isShown) success(answer);
  if (!isShown || !rowsOf(listed)) throw new Skip("nobody knows whether the server has a memory");
  one.isAbsent = true;
  others.clear();
}

/** Deletes everything that the walk has created, and nothing else, whatever the service has answered. */
export async function cleanUp(): Promise<void> {
  let failure: unknown;
  const removeAll = async () => {
    for (const own of held()) await remove(own).catch((reason: unknown) => (failure = reason));
  };
  await removeAll();
  // Reads may lag behind what was created last.
  if (held().length > 0 && !cleaning.ended) await pause(LAG);
  await removeAll();
  if (held().length > 0 && failure !== undefined) throw failure;
}

/** Looks for what is left, or may be. @throws Failure that names it. */
export async function expectNothingLeft(): Promise<void> {
  if (made.length === 0) throw new Skip("the walk has written nothing");
  const { rows } = await look().catch(() => ({ rows: [] }));
  const left = new Map<unknown, string>();
  const name = (id: string | undefined, { topic, address }: JsonObject, advice: string) => {
    const subscription = id === undefined ? "a webhook without an id" : `webhook ${shown(id)}`;
    left.set(id ?? address, `${subscription}, topic ${shown(topic)}, address ${shown(address)}, ${advice}`);
  };
  for (const { id, sent, isAbsent } of made) if (!isAbsent) name(id, sent, "may be left: look for it");
  for (const row of rows.filter(isMarked)) {
    const advice = isStray(row) ? "no creation has returned it, so look whose it is" : "delete it by hand";
    name(idOf(row), row, `is left: ${advice}`);
  }
  if (left.size > 0) throw new Failure("Left behind", [...left.values()].join("\n"));
}

/** Compares everything of others with what it was. @throws Failure that tells all harm. */
export async function expectNoHarm(): Promise<void> {
  if (harm.size === 0 && made.length === 0) throw new Skip("the walk has written nothing");
  if (harm.size === 0) success((await look(true)).answer);
  if (harm.size > 0) throw new Failure("Harm", [...harm.values()].join("\n"));
}
