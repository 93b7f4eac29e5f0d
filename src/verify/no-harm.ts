import { operations, requestExamples } from "../../generated/contract.js";
import { agree, differences, LASTING, success } from "./document.js";
import { Failure, type JsonObject, type Made, made, marker, type Own, options, others, Skip } from "./run.js";
import { type Answer, objectOf, type Query, send, settle, shown, traffic } from "./service.js";

// The walk harms nobody. Every creation, update and deletion of the walk is sent from this file, by these rules:
//
// - Before its first write it reads all that exists: all of it belongs to others. Without that it writes nothing.
// - It creates only with a topic and an address that this run alone uses.
// - It sends the update, which has no id, only while no other subscription has its topic or its address.
// - It deletes only what its own creations have returned, and what it has just read back as its own.
// - It compares what belongs to others with every list that it reads, and an update must return one of its own. After harm it creates and updates no more, and
//   after a deletion that did harm, it deletes no more.
// - At the end, also after Ctrl+C, it deletes what it has created, and names what is left.

/** What a list has shown: a page, or several pages one after another. */
export interface Listing {
  answer: Answer;
  rows: readonly JsonObject[];
  byId: ReadonlyMap<string, JsonObject>;
  pagination: JsonObject;
  /** Whether there is a list at all, and whether it holds all that there is. */
  isList: boolean;
  isWhole: boolean;
}

const limit = operations.listWebhooks.parameters.find(({ name }) => name === "limit")?.schema;
/** How many subscriptions a page holds: by default, and at most. */
export const LIMIT = { usual: Number(limit?.default), most: Number(limit?.maximum) };
/** A service that ignores the page would keep the walk busy forever. */
const MOST_PAGES = 20;
/** In this order, what others create meanwhile comes last. */
export const OLDEST_FIRST = { sort_by: "created_at", sort_order: "asc" } as const;

/** The id of a subscription, as text. */
export function idOf(webhook: JsonObject | undefined): string | undefined {
  const id = webhook?.["id"];
  return typeof id === "number" || typeof id === "string" ? String(id) : undefined;
}

/** Reads a page of the list, whatever the answer, and compares what it shows of others. */
export async function list(query?: Query, token?: string | null): Promise<Listing> {
  const answer = await send("listWebhooks", { query, token });
  const { webhooks, pagination } = objectOf(answer.body) ?? {};
  const isList = answer.status < 300 && Array.isArray(webhooks);
  const rows = isList ? webhooks.map((row: unknown) => objectOf(row) ?? {}) : [];
  const { page = 1, limit = LIMIT.usual } = query ?? {};
  const listing = listingOf(
    rows,
    { answer, isList, pagination: objectOf(pagination) ?? {} },
    rows.length < Number(limit),
  );
  const isWhole = page === 1 && listing.isWhole;
  compareOthers({ ...listing, isWhole }, false);
  return { ...listing, isWhole };
}

/** @param isShort - Whether the last page is not full. */
function listingOf(
  rows: JsonObject[],
  about: Pick<Listing, "answer" | "isList" | "pagination">,
  isShort: boolean,
): Listing {
  const byId = new Map(rows.map((row) => [idOf(row) ?? "", row]));
  byId.delete("");
  const { total } = about.pagination;
  const isEnd = typeof total === "number" ? byId.size === total : isShort;
  // A service may list no more than the first, as many as the largest page holds.
  const isWhole = about.isList && isEnd && byId.size === rows.length && byId.size !== LIMIT.most;
  return { ...about, rows, byId, isWhole };
}

let latest: { listing: Listing; isAll: boolean; requests: number } | undefined;

/**
 * Reads the newest subscriptions, as many as a page holds, unless nothing was sent since that was done.
 *
 * @param isAll - Reads all of them, the oldest first.
 */
export async function look({ isAll = false } = {}): Promise<Listing> {
  if (latest?.requests === traffic.requests && latest.isAll === isAll) return latest.listing;
  await settle();
  const query = { ...OLDEST_FIRST, ...(!isAll && { sort_order: "desc" }), limit: LIMIT.most };
  let listing = await list({ ...query, page: 1 });
  for (let page = 2; isAll && listing.isList && !listing.isWhole && page <= MOST_PAGES; page++) {
    const { rows } = await list({ ...query, page });
    if (rows.every((row) => listing.byId.has(idOf(row) ?? ""))) break;
    listing = listingOf([...listing.rows, ...rows], listing, rows.length < LIMIT.most);
  }
  compareOthers(listing, isAll || listing.isWhole);
  latest = { listing, isAll, requests: traffic.requests };
  return listing;
}

/** Reads what exists before the first write. */
export async function readOthers(): Promise<Listing> {
  const listing = await look({ isAll: true });
  Object.assign(others, { isKnown: listing.isList && listing.rows.every(idOf), isWhole: listing.isWhole });
  for (const [id, row] of listing.byId) others.byId.set(id, row);
  return listing;
}

/** Notes what is missing or changed. @param isAll - Whether the list should show all that there is. */
function compareOthers({ byId, isList, isWhole }: Listing, isAll: boolean): void {
  const isMissed = isAll && isList && (others.isWhole || isWhole);
  for (const [id, before] of others.byId) {
    const now = byId.get(id);
    const changed = LASTING.filter((name) => name in before && !agree(now?.[name], before[name]));
    if (changed.length === 0 || (!now && !isMissed)) continue;
    const values = changed.map((name) => `${name} was ${shown(before[name])}${now ? `, is ${shown(now[name])}` : ""}`);
    others.harm.set(id, `webhook ${shown(id)} of others is ${now ? "changed" : "missing"}: ${values.join("; ")}`);
  }
}

let halted: string | undefined;

/** Creates and updates nothing from now on. */
export function halt(reason: string): void {
  halted ??= reason;
}

/** @throws Skip when the walk must not create or update anything. */
function mayWrite(): void {
  if (others.harm.size > 0) throw new Skip("subscriptions of others are missing or changed");
  if (!others.isKnown)
    throw new Skip("the list could not be read with every id, so nobody knows what belongs to others");
  if (halted) throw new Skip(halted);
  const isTaken = (row: JsonObject) => isSame(row["topic"], options.topic);
  if (options.topic !== undefined && (!others.isWhole || [...others.byId.values()].some(isTaken)))
    throw new Skip(`others use the topic ${shown(options.topic)}, or may: choose another one with --topic`);
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
  const example = objectOf(objectOf(requestExamples["createWebhook"])?.["webhook"])?.["topic"];
  return { topic: options.topic ?? `${example}-${tag}`, address: address.href };
}

/** Whether a subscription has what only this run sends. */
function isMarked({ topic, address }: JsonObject): boolean {
  return [topic, address].some((value) => String(value).toLowerCase().includes(marker));
}

/** Whether the walk has asked for a subscription, and no creation has returned its id. */
function isStray(row: JsonObject): boolean {
  const id = idOf(row);
  return isMarked(row) && (id === undefined || ![...others.byId.keys(), ...made.map((each) => each.id)].includes(id));
}

/** Whether it may be deleted: its creation has returned an id that nothing of others has, and that a path can hold. */
function isOwn(each: Made): each is Own {
  return each.id !== undefined && !/^\.{0,2}$|\p{Cs}/u.test(each.id) && !others.byId.has(each.id);
}

/** The walk's own subscriptions that the service should have, by its own answers. */
export function held(): Own[] {
  return made.filter(isOwn).filter(({ state }) => state === "there");
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
  const record = objectOf(objectOf(answer.body)?.["webhook"]);
  const id = idOf(record);
  const one: Made = { sent, state: stateAfter(answer, record) };
  if (record && id !== undefined && one.state === "there") Object.assign(one, { id, record: { ...record, ...sent } });
  if (["lost", "unsure"].includes(one.state) || (one.state === "there" && !isOwn(one)))
    halt("what the walk creates could not be deleted again");
  made.push(one);
  // What shows no subscription may be a refusal, or have created one all the same.
  if (answer.status < 300 && !record && answer.lost === undefined && (await look()).rows.some(isStray))
    halt("a creation has left what it has not returned");
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
  const webhook = objectOf(objectOf(answer.body)?.["webhook"]);
  const { isList, rows, byId } = await look({ isAll: true });
  const isSent = (row: JsonObject) =>
    isMarked(row) || ["topic", "address"].some((name) => isSame(row[name], one.sent[name]));
  const isListed = one.id !== undefined && byId.has(one.id) && !others.byId.has(one.id);
  if (isListed || [webhook ?? {}, ...rows].some(isSent))
    throw new Failure("Error", "the server remembers what it is sent: leave out --stateless");
  if (
    answer.status > 299 ||
    !isList ||
    typeof webhook?.["topic"] !== "string" ||
    typeof webhook["address"] !== "string"
  ) {
    success(answer);
    throw new Skip("nobody knows whether the server has a memory");
  }
  one.state = "refused";
}

/** What a creation has done, by its answer. A refusal may have any status, but then it shows no subscription. */
function stateAfter({ lost, status }: Answer, record: JsonObject | undefined): Made["state"] {
  if (lost !== undefined) return "lost";
  if (status < 300 && record) return idOf(record) === undefined ? "lost" : "there";
  return status >= 500 && status !== 503 ? "unsure" : "refused";
}

/**
 * Updates a subscription of the walk's own, found by its topic and its address.
 *
 * @throws Skip when that might update one of others.
 */
export async function update(own: Own, extra: JsonObject = {}, token?: string | null): Promise<Answer> {
  const isAlone = async () => {
    mayWrite();
    const { byId, answer } = await look();
    mayWrite();
    success(answer);
    const isForeign = (id: string) => !made.some((each) => each.id === id && each.state !== "refused");
    const foreign = [...others.byId, ...byId].flatMap(([id, row]) => (isForeign(id) ? [row] : []));
    // A service may keep a value in another form than it was sent.
    for (const name of ["topic", "address"])
      for (const value of [own.sent[name], own.record[name]])
        if (foreign.some((row) => isSame(row[name], value)))
          throw new Skip(`another subscription has the ${name} ${shown(value)}: choose another one with --${name}`);
    return true;
  };
  await isAlone();
  const { topic, address } = own.sent;
  const answer = await send("updateWebhook", {
    body: { webhook: { topic, address, ...extra } },
    token,
    mayRepeat: isAlone,
  });
  const id = idOf(objectOf(objectOf(answer.body)?.["webhook"]));
  // No list need show it: it may hold only a part of what there is.
  if (id !== undefined && !made.some((each) => each.id === id))
    others.harm.set(
      id,
      `webhook ${shown(id)} is what updateWebhook returns, and no creation of the walk has returned it`,
    );
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
  if (answer.lost !== undefined) return false;
  const webhook = objectOf(objectOf(answer.body)?.["webhook"]) ?? (await look()).byId.get(own.id);
  return webhook !== undefined && idOf(webhook) === own.id && isMarked(webhook);
}

let deletions = 0;
let isDeletionHarmful = false;

/** Deletes a subscription that the walk has created. @returns `undefined` when it is not read back as its own. */
export async function remove(own: Own, token?: string | null): Promise<Answer | undefined> {
  const mayDelete = async () => !isDeletionHarmful && (await isReadBack(own));
  if (!(await mayDelete())) return undefined;
  const harmed = others.harm.size;
  const answer = await send("deleteWebhook", { id: own.id, token, mayRepeat: mayDelete });
  const isDone = objectOf(answer.body)?.["success"];
  const isAccepted = token === undefined && answer.status >= 200 && answer.status < 300 && isDone !== false;
  if (isDone === true || isAccepted) own.state = "deleted";
  else if (answer.lost !== undefined || answer.status >= 500) own.state = "unsure";
  // What one has harmed, the next one would, too: the first of the walk is looked at, and the first that cleans up.
  if (deletions++ < 2) await look({ isAll: true });
  isDeletionHarmful ||= others.harm.size > harmed;
  return answer;
}

/** Something in a list that is not as the walk's own requests should have left it. */
export interface Wrong {
  id: string;
  message: string;
}

/**
 * Finds what is wrong with the walk's own subscriptions in a list, and from then on expects what the list has shown: what
 * is told once is not told again.
 */
export function wrongIn({ byId, isWhole }: Listing): Wrong[] {
  const own = held();
  const wrong = own.flatMap(({ id, record }) => {
    const row = byId.get(id);
    if (row)
      return differences(row, record).map((text) => ({ id, message: `of webhook ${shown(id)} in the list, ${text}` }));
    return isWhole ? [{ id, message: `webhook ${shown(id)} is not in the list` }] : [];
  });
  const isAnswerLost = made.some(({ state }) => state === "lost" || state === "unsure");
  for (const [id, row] of byId) {
    const known = made.findLast((each) => each.id === id);
    if (!isMarked(row) || others.byId.has(id) || (known && known.state !== "deleted")) continue;
    if (known) known.state = "unsure";
    else {
      made.push({ id, sent: row, state: "refused" });
      halt("a creation has left what it has not returned");
      if (isAnswerLost) continue;
    }
    wrong.push({
      id,
      message: `webhook ${shown(id)} is ${known ? "still" : "there, and no creation has returned it,"} in the list`,
    });
  }
  for (const each of own) {
    if (byId.has(each.id)) each.record = { ...each.record, ...byId.get(each.id) };
    else if (isWhole) each.state = "hidden";
  }
  return wrong;
}

/** Deletes everything that the walk has created, and nothing else, whatever the service has answered. */
export async function cleanUp(): Promise<void> {
  await settle();
  const open = made.filter(isOwn).filter(({ state }) => state !== "deleted" && state !== "refused");
  // What fails once may succeed at the second time.
  for (const own of [...open, ...open]) if (own.state !== "deleted") await remove(own);
}

/** Names what is left, or may be. @param listing - What there is at the end; `undefined` if nobody has looked. */
export function leftBehind(listing: Listing | undefined): string[] {
  if (listing) wrongIn(listing);
  const marked = (listing?.rows ?? []).filter((row) => isMarked(row) && !others.byId.has(idOf(row) ?? ""));
  // A list may show one twice, or without an id.
  const rows = [...new Map(marked.map((row) => [idOf(row) ?? row, row])).values()];
  const listed = rows.map((row) => {
    const { topic, address } = row;
    const id = idOf(row);
    const isReturned = made.some((each) => id !== undefined && each.id === id && each.state !== "refused");
    const advice = isReturned ? "delete it by hand" : "no creation has returned it, so look whose it is";
    const name = id === undefined ? "a webhook without an id" : `webhook ${shown(id)}`;
    return `${name}, topic ${shown(topic)}, address ${shown(address)}, is left: ${advice}`;
  });
  const isListed = (each: Made) =>
    rows.some(
      (row) => (each.id !== undefined && idOf(row) === each.id) || isSame(row["address"], each.sent["address"]),
    );
  const hidden = made.filter((each) => {
    const isGone = ["deleted", "refused"].includes(each.state) || (each.state === "unsure" && listing?.isWhole);
    return !(listing && isGone) && !isListed(each);
  });
  return [
    ...listed,
    ...hidden.map((each) => {
      const { topic, address } = each.sent;
      const id = isOwn(each) ? ` ${shown(each.id)}` : "";
      return `webhook${id}, topic ${shown(topic)}, address ${shown(address)}, may be left: look for it`;
    }),
  ];
}
