import { operations } from "../../generated/contract.js";
import { type Answer, fieldOf, idOf, type JsonObject, webhookOf } from "./answer.js";
import { expectListed, isCreated, isForgotten, isMarked } from "./created.js";
import { isSame, refusalOf, success } from "./document.js";
import { gapIn, LIMIT, type Listing, readAll, readNewest } from "./list.js";
import { Failure, Skip } from "./outcome.js";
import { read } from "./read.js";
import { chooseTopic, nextFields } from "./sent-fields.js";
import type { Created, Creation, Walk } from "./walk.js";
import { write } from "./write.js";

// What this command may do to a service that people use. One run of it is a *walk*. A subscription is *created* if this
// walk has created it. Every other one is *foreign*: it was there before, or is somebody else's. Every request that is no
// GET is sent from this file: the linter lets no other file of this folder call `write`. These are the rules. Each
// function below names those that it keeps.
//
//  1. Read first. Before the first write, the walk reads every subscription that exists: they are all foreign. If it
//     cannot read all of them, it writes nothing.
//  2. Mark. What the walk creates has an address with a mark of this walk, `verification=`. The address leads nowhere
//     unless the user names one. The topic is made up, and has the mark too. It is a real one only if the user names it,
//     or if the contract lists all topics, and only if no foreign subscription has it: the service may then send events
//     of that topic to the address. If no foreign subscription exists, the topic and the address are each left out
//     once, to see whether the service refuses that; what is still sent has the mark.
//  3. Few. There are at most `MOST_CREATIONS` creations. If the service refuses the first one, it is the last.
//  4. Updates and deliveries name no id: the document does not say how the service finds the subscription. They are sent
//     with the topic and the address of a created one, and only while no foreign subscription has that topic or that
//     address, and nobody else creates any. A delivery is sent only with --deliver. One without its topic or its address
//     is sent only if no foreign subscription exists.
//  5. Delete only what was created. A subscription is deleted only if a creation of this walk has returned its id, and
//     if the service, asked right before, shows it with that id and the mark of this walk.
//  6. Compare. Each list that the walk reads is compared with the foreign subscriptions as they were. Once one of them is
//     missing or changed, the walk says so, and only deletes what it has created, by rule 5. If a deletion has done
//     that harm, the walk sends nothing more. It cannot undo harm.
//  7. Stop. If a creation cannot be found, named or deleted again, the walk creates nothing more, and only deletes.
//  8. The token exchange names no subscription, but the document does not say whether it ends the access token, or
//     makes a new record. So give the walk a token that nothing else needs. The exchange comes last, once with the token
//     and once without.
//
// Each operation is also tried without an access token, by the same rules. Requests are sent one after another, and most
// are reads. A write that the service asks to send again, with status 429 or 503, has to pass the same rules again. At
// the end, after a failure, and after Ctrl+C, `sections/end.ts` calls `remove` for everything that was created, and names
// what is left. If the process is killed, what it has created stays: look for `verification=` in the addresses.

/** Rule 3. More than a page holds by default, so that there are pages. */
const MOST_CREATIONS = LIMIT.usual + 40;

const FORGETS =
  "this looks like a mock: it forgets what it is sent. Verify the service, or a server with a memory, such as " +
  "service-admin-sandbox";

/** Rule 1. Reads all that exists, and whether the walk may write after that. */
export async function readForeign(walk: Walk): Promise<Listing> {
  const listing = await readAll(walk);
  for (const [id, webhook] of listing.byId) walk.foreign.set(id, webhook);
  const gap = await gapIn(walk, listing);
  if (gap !== undefined) walk.onlyCleanUp(gap);
  walk.refusal = chooseTopic(walk);
  walk.hasReadForeign = true;
  return listing;
}

/**
 * Rules 1, 2, 3 and 7. Creates a subscription, unless the service refuses it.
 *
 * @param extra - Fields to send in addition, or in place of those that are required; `undefined` leaves one out.
 */
export async function create(walk: Walk, extra: JsonObject = {}, token?: string | null) {
  const fields = Object.entries({ ...nextFields(walk), ...extra });
  const sent: JsonObject = Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  const rule = async () => {
    if (!walk.hasReadForeign) throw new Skip("nobody knows what is foreign");
    if (walk.refusal !== undefined) throw new Skip(walk.refusal);
    if (!isMarked(walk, sent)) throw new Skip("nothing would tell the subscription from foreign ones");
    expectWhole(walk, sent);
    if (walk.creations.length === MOST_CREATIONS) throw new Skip(`${MOST_CREATIONS} creations are enough`);
  };
  const answer = await write(walk, "createWebhook", { body: { webhook: sent }, token }, rule);
  const creation = creationOf(walk, sent, answer);
  // A service may return what was created before, or put this in its place: it is one subscription.
  for (const earlier of walk.created) if (earlier.id === creation.id) earlier.isAbsent = true;
  walk.creations.push(creation);
  const isPlain = Object.keys(extra).length === 0 && token === undefined;
  if (creation.isAbsent && isPlain && walk.created.length === 0) walk.refusal = refusalOf(walk, answer);
  if (walk.creations.length === 1 && (await isForgotten(walk, creation, answer))) {
    creation.isAbsent = true;
    delete creation.id;
    walk.onlyCleanUp(FORGETS);
    throw new Skip(FORGETS);
  }
  // It may be refused, and done.
  if (creation.isAbsent) await expectListed(walk);
  else if (creation.id === undefined || !isMarked(walk, { ...sent, ...webhookOf(answer) }))
    walk.onlyCleanUp("what the walk creates could not be deleted again");
  return { creation, answer };
}

/** What is known of a creation. It may be there unless the service has refused it. */
function creationOf(walk: Walk, sent: JsonObject, answer: Answer): Creation {
  const { status } = answer;
  const webhook = status < 300 ? webhookOf(answer) : undefined;
  const isFailure = status === 0 || (status >= 500 && status !== 503);
  // A service may say what it refuses with the status of a success. With another one it has no words for that.
  const isOtherSuccess = status > 0 && status < 300 && status !== operations.createWebhook.status;
  const isAbsent = webhook === undefined && !isFailure && !isOtherSuccess;
  const creation: Creation = { sent, record: { ...webhook, ...sent }, isAbsent };
  const id = idOf(webhook);
  // A path cannot hold "", "." and "..": they would lead elsewhere.
  const canBeNamed = id !== undefined && !/^\.{0,2}$/.test(id) && !walk.foreign.has(id);
  return canBeNamed ? { ...creation, id } : creation;
}

/** Rules 4 and 6. What an update returns must be created, although no list may show what it has changed. */
export async function update(walk: Walk, { sent, record }: Created, extra: JsonObject = {}, token?: string | null) {
  const { topic, address } = sent;
  const body = { webhook: { topic, address, ...extra } };
  const answer = await write(walk, "updateWebhook", { body, token }, () => expectUnshared(walk, sent, record));
  const webhook = webhookOf(answer);
  const id = idOf(webhook);
  if (webhook === undefined || id === undefined || isCreated(walk, webhook)) return answer;
  const harm = walk.noteHarm(id, "is what updateWebhook returns, and no creation of the walk has returned it");
  throw new Failure("Harm", harm, answer);
}

/** Rule 4. Triggers a delivery to the address of what was created. */
export function trigger(walk: Walk, { sent, record }: Created, extra: JsonObject = {}, token?: string | null) {
  const { topic, address } = sent;
  const webhook: JsonObject = { topic, address, ...extra };
  const rule = async () => {
    expectWhole(walk, webhook);
    await expectUnshared(walk, sent, record);
  };
  return write(walk, "deliverWebhook", { body: { webhook }, token }, rule);
}

/**
 * Rules 2 and 4. A service that looks for what is left out may find every subscription.
 *
 * @throws Skip if the topic or the address is left out while foreign subscriptions exist.
 */
function expectWhole(walk: Walk, webhook: JsonObject): void {
  const isWhole = webhook["topic"] !== undefined && webhook["address"] !== undefined;
  if (!isWhole && walk.foreign.size > 0) throw new Skip("it is sent only where no foreign subscription exists");
}

/**
 * Rule 4. The topic and the address are compared as they were sent, and in the form that the service has kept.
 *
 * @throws Skip if a foreign subscription has one of them, or if others create subscriptions.
 */
async function expectUnshared(walk: Walk, ...forms: readonly JsonObject[]): Promise<void> {
  const { rows, answer } = await readNewest(walk);
  success(walk, answer);
  const others = rows.filter((row) => !isCreated(walk, row));
  // A service may find the newest subscription.
  if (others.some((row) => !walk.foreign.has(idOf(row) ?? ""))) throw new Skip("others create subscriptions meanwhile");
  const foreign = [...walk.foreign.values(), ...others];
  for (const name of ["topic", "address"])
    for (const { [name]: value } of forms)
      if (foreign.some((row) => isSame(row[name], value)))
        throw new Skip(`another subscription has the ${name} ${walk.shown(value)}: choose another one with --${name}`);
}

/** Rules 5, 6 and 7. @throws Skip if it is not shown as created, and Failure if the deletion has harmed others. */
export async function remove(walk: Walk, created: Created, token?: string | null): Promise<Answer> {
  // If deletions harm others, the first one does: around it, all of them are compared, later those on one page.
  const compare = walk.hasDeleted ? readNewest : readAll;
  walk.hasDeleted = true;
  const rule = async () => {
    await compare(walk);
    if (await isShownAsCreated(walk, created)) return;
    const reason = `webhook ${walk.shown(created.id)} is not read back as what the walk has created`;
    walk.onlyCleanUp(reason);
    throw new Skip(reason);
  };
  const answer = await write(walk, "deleteWebhook", { id: created.id, token }, rule);
  created.isAbsent = isDeletion(answer);
  const { byId } = await compare(walk).catch((reason: unknown) => {
    if (reason instanceof Failure && reason.name === "Harm") {
      created.isAbsent = false;
      walk.sendNothingMore("a deletion has harmed others");
    }
    throw reason;
  });
  if (byId.has(created.id)) created.isAbsent = false;
  if (token === undefined && !created.isAbsent) walk.onlyCleanUp("what the walk creates could not be deleted");
  return answer;
}

/** Rule 5. Where get shows no subscription at all, the list is enough. */
async function isShownAsCreated(walk: Walk, { id }: Created): Promise<boolean> {
  const answer = await read(walk, "getWebhook", { id });
  const webhook = webhookOf(answer) ?? (await readNewest(walk)).byId.get(id);
  return webhook !== undefined && idOf(webhook) === id && isMarked(walk, webhook);
}

/** Whether a service says that it has deleted something. With the user's token, a success in any form says so. */
function isDeletion({ status, body, request }: Answer): boolean {
  const success = fieldOf(body, "success");
  const isAccepted = request.token === undefined && status >= 200 && status < 300 && success !== false;
  return success === true || isAccepted;
}

/** Rule 8. */
export function exchange(walk: Walk, token?: string | null): Promise<Answer> {
  const rule = async () => {
    if (!walk.hasReadForeign) throw new Skip("nobody knows what is foreign");
  };
  return write(walk, "exchangeAccessToken", { body: walk.options.exchangeBody, token }, rule);
}
