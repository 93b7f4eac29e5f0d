import { details, operation as operationOf, requestExamples } from "../../generated/contract.js";
import { bodies } from "../../generated/validators.js";
import type { Operation } from "../contract-types.js";
import { formOf, isSuccess, itemIn } from "./answer-form.js";
import { isAboutInput, reasonOf } from "./breach-or-refusal.js";
import { areOutOfOrder, differences, TOLERANCE } from "./compared-values.js";
import { breach, departure, type Finding, notChecked, Stop } from "./findings.js";
import { fieldOf, type JsonObject, pick, valueIn } from "./json.js";
import type { Listing } from "./list.js";
import type { Change, Held, Made, Own, Sent, Wrong } from "./own-items.js";
import { shown, type Words, words } from "./quoted-text.js";
import { sectionOf, sectionOfResource } from "./sections.js";
import { defaultsOf, enveloped, requiredOf } from "./sent-values.js";
import type { Answer } from "./service.js";
import type { Walk } from "./walk.js";

/** Why nothing more is created where it would be left. */
const UNDELETABLE: Words = ["what the walk creates cannot be deleted"];

/** Two items are created with only the required fields: the others have their defaults. */
export async function create(walk: Walk, own: Own): Promise<void> {
  for (let count = 0; count < 2; count++) checkAsSent(walk, own, await createOne(walk, own));
}

/** Creates an item, with only the required fields. @throws Stop when the service does not, or when the walk must not. */
export async function createOne(walk: Walk, own: Own, sent = own.required()): Promise<Made> {
  const made = await own.create(sent);
  if (made.state !== "refused" && !own.isOwn(made)) own.halt(UNDELETABLE);
  walk.check(made.answer);
  return made;
}

/** An item of the walk's own, to read back and change. @throws Stop when the service creates none. */
async function oneOf(walk: Walk, own: Own): Promise<Held> {
  if (own.held.length === 0) await createOne(walk, own);
  const [held] = own.held;
  if (!held) throw notChecked(words`no ${own.list.noun} of its own could be created`);
  return held;
}

/** The answer to a creation has the values that were sent, the defaults of others, and an id that nothing else has. */
function checkAsSent(walk: Walk, own: Own, one: Made): void {
  const { sent, answer, id = "" } = one;
  const isRepeated = own.held.some((other) => other !== one && other.id === id);
  const message = words`a new ${own.list.noun} has the id ${shown(id)} of another`;
  const source = sectionOfResource(details[own.creation.id]?.resource ?? "");
  walk.add([
    ...otherThanSent(own, { ...defaultsOf(own.creation), ...sent }, answer).map((each) =>
      breach(answer, "value", each),
    ),
    (isRepeated || own.others.byId.has(id)) && breach(answer, "value", message, source),
  ]);
}

/** What differs in the item of an answer from what was sent. */
function otherThanSent({ collection }: Own, sent: JsonObject, answer: Answer): Words[] {
  const item = itemIn(answer) ?? {};
  const names = Object.keys(item).filter((name) => name in collection.fields);
  return differences(item, pick(sent, names));
}

/** A new item is read back as it was created. */
export async function get(walk: Walk, own: Own): Promise<void> {
  await readBack(walk, own, await oneOf(walk, own));
}

/** Reads an item, and compares it with what the writes should have left. */
async function readBack(walk: Walk, own: Own, held: Held, after: Words = []): Promise<void> {
  await walk.settle();
  const { item, answer } = await own.list.readOne(held.id);
  walk.check(answer);
  walk.add(own.wrongOf(item, held).map((message) => breach(answer, "value", [...after, ...message])));
}

/** The list contains every new item as it was created. */
export async function listed(walk: Walk, own: Own): Promise<void> {
  await oneOf(walk, own);
  await checkNewest(walk, own);
}

/** How something wrong in a list is told. */
type Tell = (at: Answer, wrong: Wrong) => Finding;

const asBreach: Tell = (at, { message }) => breach(at, "value", message);

/** Checks that the newest items are as the writes should have left them. */
export async function checkNewest(walk: Walk, own: Own, tell?: Tell): Promise<void> {
  checkList(walk, own, await own.readNewest(), tell);
}

/** Checks that a list is as the writes should have left it, each item once. What is wrong with one is told once. */
export function checkList(walk: Walk, own: Own, listing: Listing, tell = asBreach): void {
  const { answer, rows, byId } = listing;
  walk.check(answer);
  walk.add(own.wrongIn(listing).map((wrong) => tell(answer, wrong)));
  walk.add([byId.size < rows.length && breach(answer, "value", ["the list has an item twice"])]);
  own.accept(listing);
}

/** An item is deleted. Nothing more is created where that fails. */
export async function remove(walk: Walk, own: Own): Promise<void> {
  const held = await oneOf(walk, own);
  const answer = await own.delete(held);
  const isKept = held.state !== "deleted";
  if (isKept) own.halt(UNDELETABLE);
  if (!answer) throw notChecked(words`${own.list.noun} ${shown(held.id)} is not found again, or not as it was created`);
  walk.check(answer);
  const source = sectionOf(answer.operation, "deletion");
  walk.add([isKept && breach(answer, "value", ["success is false, expected true"], source)]);
}

/** The list contains the item that was deleted no more, but all others. Get may still have it, but not null in its place. */
export async function listAfterDelete(walk: Walk, own: Own): Promise<void> {
  const deleted = own.made.find(({ state }) => state === "deleted");
  if (!deleted) throw notChecked(words`no ${own.list.noun} was deleted`);
  const source = sectionOf(operationOf(own.collection.delete ?? ""));
  const tell: Tell = (at, { message }) => breach(at, "value", message, source);
  // A cache may have the answer to the request that came before the deletion.
  await checkNewest(walk, own, tell);
  const { answer } = await own.list.readOne(deleted.id ?? "");
  const { keys, status } = answer.operation.answer;
  walk.add(answer.status === status && valueIn(answer.body, keys) === null ? formOf(answer) : []);
  // Only all of it shows what the deletion has done to others.
  checkList(walk, own, await own.readAll(), tell);
  if (deleted.state !== "deleted") own.halt(UNDELETABLE);
}

/** Every optional field is accepted and kept: each of its listed values, or else the contract's example. */
export async function createFields(walk: Walk, own: Own): Promise<void> {
  own.checkAllowed();
  const extras = optionalIn(own.creation).filter((extra) => !own.values.telling.some((name) => name in extra));
  for (const extra of extras) await walk.part(() => createWith(walk, own, extra), words`, with ${shown(extra)}`);
  await checkNewest(walk, own);
}

/** Each optional field of a body with each value other than the default: those listed, or else the contract's example. */
function optionalIn({ id, body }: Operation): JsonObject[] {
  return Object.entries(body?.fields ?? {}).flatMap(([name, { schema, required }]) => {
    const values = required ? [] : (schema.enum ?? [details[id]?.fields[name]]);
    return values.filter((value) => ![undefined, schema.default].includes(value)).map((value) => ({ [name]: value }));
  });
}

async function createWith(walk: Walk, own: Own, extra: JsonObject): Promise<void> {
  const required = own.required();
  const made = await own.create({ ...required, ...extra });
  if (isAboutInput(made.answer)) await createOne(walk, own, required);
  checkWith(walk, made.answer, extra);
  checkAsSent(walk, own, made);
  const held = own.held.find((each) => each === made);
  if (held && Object.keys(extra).every((name) => name in own.collection.fields)) await readBack(walk, own, held);
}

/** Checks the form of an answer. A value that the document lists is no reason to refuse what is accepted without it. */
function checkWith(walk: Walk, answer: Answer, extra: JsonObject): void {
  const isListed = Object.keys(extra).some((name) => answer.operation.body?.fields[name]?.schema.enum);
  if (isListed && isAboutInput(answer)) throw new Stop(formOf(answer));
  walk.check(answer);
}

/** A creation without a required field is refused, or with a value that the contract does not allow. */
export async function createRefused(walk: Walk, own: Own): Promise<void> {
  own.checkAllowed();
  await refuseWrong(walk, own, own.creation, (wrong) => own.create({ ...own.required(), ...wrong }));
  await checkNewest(walk, own);
}

/** Sends some fields in place of what is usual. */
type Send = (extra: JsonObject) => Promise<Sent>;

/** Sends what the service has to refuse. A value may also be ignored, but no answer may have it. */
async function refuseWrong(walk: Walk, own: Own, operation: Operation, send: Send): Promise<void> {
  for (const name of Object.keys(requiredOf(operation)))
    await walk.part(() => refuseWithout(walk, own, name, send), words`, without ${name}`);
  const { telling, malformed } = own.values;
  for (const name of Object.keys(operation.body?.fields ?? {})) {
    // A change keeps what tells an item from those of others.
    if ((telling.includes(name) && operation !== own.creation) || !(name in own.collection.fields)) continue;
    if (bodies[operation.id]?.(enveloped(operation, { ...requiredOf(operation), [name]: malformed }))) continue;
    const { answer } = await send({ [name]: malformed });
    walk.add(fieldOf(itemIn(answer), name) === malformed ? formOf(answer) : []);
  }
}

async function refuseWithout(walk: Walk, own: Own, name: string, send: Send): Promise<void> {
  const { answer } = await send({ [name]: undefined });
  const { operation } = answer;
  const message = words`${name} is required, but ${operation.id} succeeds without it`;
  // What an update finds its item by is not specified.
  const isFound = operation.id === own.collection.update;
  const found = isFound ? departure(answer, "refusal", message, "update") : breach(answer, "refusal", message);
  // The item may lack the field then, so that its form is wrong.
  walk.add([answer.status === operation.answer.status && itemIn(answer) !== undefined && found]);
}

/** An item is changed, and keeps the change. */
export async function change(walk: Walk, own: Own, role: Change): Promise<void> {
  const held = await oneOf(walk, own);
  const operation = operationOf(own.collection[role] ?? "");
  const changed = await own.change(role, held);
  const isRefused = isAboutInput(changed.answer);
  if (!isRefused || role === "patch") await checkChange(walk, own, role, held, changed);
  if (role !== "patch") {
    const usual = defaultsOf(operation);
    const leftOut = Object.fromEntries(Object.keys(usual).map((name) => [name, undefined]));
    const { sent, answer } = await own.change(role, held, leftOut);
    await checkChange(walk, own, role, held, { sent: { ...sent, ...usual }, answer });
    // The document lists the value, so it is no reason to refuse what is otherwise accepted.
    if (isRefused && isSuccess(answer)) walk.add(formOf(changed.answer));
  }
  await refuseWrong(walk, own, operation, (wrong) => own.change(role, held, wrong));
  // What it has still done is told.
  own.accept(await own.readNewest());
}

/** Checks the answer to a change, and what is left of it. */
async function checkChange(walk: Walk, own: Own, role: Change, held: Held, { sent, answer }: Sent): Promise<void> {
  const { noun } = own.list;
  if (role === "update" && (isAboutInput(answer) || answer.status === 404)) {
    const refused = words`${reasonOf(answer)}, for the fields of its own ${noun}`;
    return walk.add([departure(answer, "refusal", refused, "update")]);
  }
  walk.check(answer);
  const id = own.list.idOf(itemIn(answer));
  // Which item an update without an id changes is not specified, so an unexpected one is only a departure.
  const isOther = role === "update" && id !== undefined && id !== held.id;
  if (isOther) {
    const message = words`the answer is about ${noun} ${shown(id)}, not about ${shown(held.id)}`;
    walk.add([departure(answer, "value", message, "update")]);
  } else {
    const { fields, idField } = own.collection;
    const differing = otherThanSent(own, { ...sent, [idField]: held.record[idField] }, answer);
    if (differing.length > 0) throw new Stop(differing.map((each) => breach(answer, "value", each)));
    held.record = { ...held.record, ...pick(sent, Object.keys(fields)) };
    checkTime(walk, own, answer);
    await readBack(walk, own, held, ["after the change, "]);
  }
  // Nothing says what a change does to other items than it is about.
  await checkNewest(walk, own, (at, { id: wrong, message }) =>
    wrong === held.id && !isOther
      ? breach(at, "value", words`after the change, ${message}`)
      : departure(at, "value", message, "update"),
  );
}

/** The time of a change is not before the creation of what the walk had created until then. */
function checkTime(walk: Walk, { collection: { times }, held }: Own, answer: Answer): void {
  const [created = "", updated = ""] = (["created", "updated"] as const).map((moment) =>
    Object.keys(times).find((name) => times[name]?.moment === moment),
  );
  const changed = itemIn(answer)?.[updated];
  const later = held.find(({ record }) => areOutOfOrder(record[created], changed, "asc", TOLERANCE));
  const message = words`after the change, ${updated} is ${shown(changed)}, before the ${created} of ${shown(later?.id)}`;
  walk.add([later && departure(answer, "value", message, "times")]);
}

/** A delivery to an address of the walk's own is triggered, then one with each listed value. */
export async function trigger(walk: Walk, own: Own, id: string): Promise<void> {
  own.checkAllowed();
  const held = await oneOf(walk, own);
  const operation = operationOf(id);
  for (const extra of [{}, ...optionalIn(operation)]) {
    const { sent, answer } = await own.trigger(id, held, extra);
    checkWith(walk, answer, extra);
    const [differs] = otherThanSent(own, sent, answer);
    const message = words`the answer does not match the request: ${differs ?? ""}`;
    walk.add([differs && departure(answer, "value", message, "trigger")]);
  }
  await refuseWrong(walk, own, operation, (wrong) => own.trigger(id, held, wrong));
  await checkNewest(walk, own, (at, wrong) => departure(at, "value", wrong.message, "trigger"));
}

/** An operation answers the contract's examples in the right form. */
export async function byExample(walk: Walk, operation: Operation): Promise<void> {
  const body = requestExamples[operation.id] ?? walk.options.exchangeBody;
  walk.check(await walk.send({ operation, body: operation.body && body }));
}
