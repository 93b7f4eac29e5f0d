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

// What this command may do to a service that people use. Every request that is no GET is sent from this file: the linter
// lets no other file of this folder call `write`. A subscription is *created* if this run has created it, and *foreign*
// if it was there before, or is anybody else's. These are the rules. Each function below names those that it keeps.
//
//  1. Read first. Before the first write, the walk reads every subscription that exists: they are all foreign. If it
//     cannot read all of them, it writes nothing.
//  2. Mark. Each creation has a mark of this run in its address (`verification=`), and in its topic if that is made up.
//     One of the two may be left out, to see whether it is required. A topic that is not made up is sent only if the user
//     names it, or if the contract lists all topics, and only if no foreign subscription has it: the service may then
//     send its events to the address, which leads nowhere unless the user names one.
//  3. Few. There are at most 40 creations more than a page holds by default. If the first one is refused, it is the last.
//  4. An update and a delivery name no id: the service may find subscriptions by their topic or by their address. They
//     are sent with those of a created subscription, one of which may be left out, and only while no foreign one has
//     either of them. Deliveries are sent only with --deliver.
//  5. Delete only what was created: what a creation of this run has returned, and what the service shows with its id and
//     the mark of this run right before the deletion.
//  6. Compare. Each list that the walk reads is compared with what was foreign. After any harm, the walk only deletes
//     what it has created, by rule 5. After a deletion that did harm, it sends nothing more.
//  7. Stop. If a creation cannot be found, named or deleted again, the walk creates nothing more, and only deletes.
//  8. The exchange names no subscription. It may end the access token, or make a new record: the document does not say.
//     It comes last, once with the token and once without.
//
// Each operation is also tried without an access token, by the same rules. Requests are sent one after another. A write
// that the service asks to send again, with status 429 or 503, has to pass the same rules again. At the end, after a
// failure, and after Ctrl+C, `sections/end.ts` calls `remove` for everything that was created, and names what is left.
// If the process is killed, what it has created stays: look for `verification=` in the addresses.

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
    if (walk.creations.length === MOST_CREATIONS) throw new Skip(`${MOST_CREATIONS} creations are enough`);
  };
  const answer = await write(walk, "createWebhook", { body: { webhook: sent }, token }, rule);
  const creation = creationOf(walk, sent, answer);
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
  else if (creation.id === undefined) walk.onlyCleanUp("what the walk creates could not be deleted again");
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
  const body = { webhook: { topic, address, ...extra } };
  return write(walk, "deliverWebhook", { body, token }, () => expectUnshared(walk, sent, record));
}

/** Rule 4. @throws Skip if a foreign subscription has the topic or the address, as sent or in the form that was kept. */
async function expectUnshared(walk: Walk, ...forms: readonly JsonObject[]): Promise<void> {
  const { rows, answer } = await readNewest(walk);
  success(walk, answer);
  const foreign = [...walk.foreign.values(), ...rows.filter((row) => !isCreated(walk, row))];
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
    throw new Skip(`webhook ${walk.shown(created.id)} is not read back as what the walk has created`);
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
