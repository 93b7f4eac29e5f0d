import { isDeepStrictEqual } from "node:util";
import { details, operation as operationOf } from "../../../generated/contract.js";
import type { Operation } from "../../contract.js";
import type { Held, Items, Sent } from "../collection-items.js";
import { contradictions } from "../comparison.js";
import { breach, departure, Skipped } from "../findings.js";
import { type JsonObject, pick } from "../json.js";
import { itemIn, type Listing } from "../list-reader.js";
import { shown, words } from "../message.js";
import { PATIENCE } from "../others.js";
import { isAboutInput, reasonOf } from "../refusals.js";
import { defaultsOf, enveloped, requiredOf, sendable } from "../request-body.js";
import { formOf, isSuccess } from "../response-form.js";
import type { Step } from "../step.js";
import { refuseUnlisted } from "./create.js";
import { unchanged } from "./read.js";

/** The ways to change an item: without its id, completely, and in part. */
export const CHANGES = ["update", "replace", "patch"] as const;
/** One of them. */
export type Change = (typeof CHANGES)[number];

/** An item is changed, and keeps the change. */
export async function change(step: Step, items: Items, role: Change): Promise<void> {
  const held = await step.own(items);
  const operation = operationOf(items.collection[role] ?? "");
  const changed = await sendChange(items, role, held);
  const isRefused = isAboutInput(changed.response);
  if (!isRefused || role === "patch") await checkChange(step, items, role, held, changed);
  if (role !== "patch") {
    const plain = await changeLeavingOut(step, items, role, held);
    // The document lists the value, so it is no reason to refuse what is otherwise accepted.
    if (isRefused && isSuccess(plain.response)) step.add(formOf(changed.response));
  }
  await unchanged(step, items, "update");
  const send = (unlisted: JsonObject) => sendChange(items, role, held, unlisted);
  await refuseUnlisted(step, items, operation, send, items.telling);
}

/** Changes an item without the fields that have a default: the item then has the default. */
async function changeLeavingOut(step: Step, items: Items, role: Change, held: Held): Promise<Sent> {
  const usual = defaultsOf(operationOf(items.collection[role] ?? ""));
  const leftOut = Object.fromEntries(Object.keys(usual).map((name) => [name, undefined]));
  const { sent, response } = await sendChange(items, role, held, leftOut);
  await checkChange(step, items, role, held, { sent: { ...sent, ...usual }, response });
  return { sent, response };
}

/**
 * Changes an item of the walk's own.
 *
 * @param extra - Fields to send in addition, or in place of what is usual.
 * @throws Skipped when it might change an item of others.
 */
export async function sendChange(
  items: Items,
  role: Change,
  held: Held,
  extra: JsonObject = {},
  token?: null,
): Promise<Sent> {
  const { reader, collection } = items;
  const operation = operationOf(collection[role] ?? "");
  const required = requiredOf(operation);
  // What tells an item from those of others stays, or it could not be found again and deleted.
  const fixed = role === "update" ? [...items.telling, ...Object.keys(required)] : items.telling;
  const changes = changeOf(operation, items, held.record, fixed);
  const isPart = role === "patch" && Object.keys(changes).length > 0;
  const kept = pick(held.sent, Object.keys(isPart ? required : sendable(operation.body?.fields)));
  const { idField } = collection;
  const set: JsonObject = { ...required, ...kept, ...changes, ...extra };
  // A body may repeat the id.
  const sent = idField in set ? { ...set, [idField]: held.record[idField] } : set;
  if (role === "update") await ensureOnlyOwn(items, pick(sent, [...Object.keys(required), idField]));
  const id = role === "update" ? undefined : await items.find(held);
  if (role !== "update" && !id) throw new Skipped(words`${reader.noun} ${shown(held.id)} is not found again`);
  const response = await items.send({ ...reader.about(operation.id, id), body: enveloped(operation, sent), token });
  return { sent, response };
}

/** Without an id, a service finds an item by any of the fields that it requires: no other item may have their values. */
async function ensureOnlyOwn(items: Items, values: JsonObject): Promise<void> {
  const { reader, others } = items;
  if (Object.keys(values).length === 0)
    throw new Skipped(["it requires no field, so it could change what belongs to others"]);
  const { byId } = items.newest ?? (await items.readNewest());
  const rows = [...others.before, ...byId].filter(([id]) => others.has(id)).map(([, item]) => item);
  for (const [name, value] of Object.entries(values)) {
    if (others.mayHave(name, value, rows))
      throw new Skipped(words`another ${reader.noun} has the ${name} ${shown(value)}${items.otherThan(name)}`);
  }
}

/** Another value for one field: a listed one, the other boolean, or the contract's example. */
function changeOf({ id, body }: Operation, items: Items, record: JsonObject, fixed: readonly string[]): JsonObject {
  for (const [name, { schema }] of Object.entries(sendable(body?.fields))) {
    if (fixed.includes(name) || !(name in items.collection.fields)) continue;
    const booleans = schema.type === "boolean" ? [true, false] : [];
    const values = [...(schema.enum ?? []), ...booleans, details[id]?.fields[name]];
    const other = values.find((value) => value !== undefined && !isDeepStrictEqual(value, record[name]));
    if (other !== undefined) return { [name]: other };
  }
  return {};
}

/** Which item an update without an id has changed is not specified, so an unexpected one is only a departure. */
async function checkChange(step: Step, items: Items, role: Change, held: Held, { sent, response }: Sent) {
  const { reader } = items;
  const { fields, idField } = items.collection;
  if (role === "update" && (isAboutInput(response) || response.status === 404)) {
    const refused = words`${reasonOf(response)}, for the fields of its own ${reader.noun}`;
    return step.add([departure(response, "refusal", refused, "update")]);
  }
  step.checkSuccess(response);
  const known = pick(sent, Object.keys(fields));
  const answered = itemIn(response);
  const id = reader.idOf(answered);
  if (role === "update" && id !== undefined && id !== held.id) {
    const message = words`the answer is about ${reader.noun} ${shown(id)}, not about ${shown(held.id)}`;
    step.add([departure(response, "value", message, "update")]);
    return checkListed(items, id);
  }
  const differing = contradictions(answered, { ...known, ...pick(held.record, [idField]) });
  if (differing.length > 0) return step.add(differing.map((each) => breach(response, "value", each)));
  await keeps(step, items, held, answered || role !== "update" ? known : {});
}

/** What was changed, but neither the walk has made nor a list shows, belongs to others. */
async function checkListed(items: Items, id: string): Promise<void> {
  const { others } = items;
  if (others.before.has(id) || !others.has(id)) return;
  const isListed = ({ byId }: Listing) => byId.has(id);
  const newest = await items.lasting(() => items.readNewest(), isListed, PATIENCE);
  if (!isListed(newest)) others.addUnlisted(id);
}

/** What a service answers to a change is what it returns from then on. */
async function keeps(step: Step, items: Items, held: Held, fields: JsonObject): Promise<void> {
  const { reader } = items;
  await step.settled(items, async () => {
    const { item, response } = await reader.readOne(held.id);
    step.checkSuccess(response);
    const { byId, response: list } = await items.readNewest();
    const kept = [[response, item] as const, [list, byId.get(held.id)] as const];
    return kept.flatMap(([at, shown]) =>
      contradictions(shown, fields).map((each) => breach(at, "value", words`after the change, ${each}`)),
    );
  });
  held.record = { ...held.record, ...fields };
}
