import { isDeepStrictEqual } from "node:util";
import { details, operation as operationOf } from "../../../generated/contract.js";
import type { Operation } from "../../contract.js";
import { type Held, type Items, UNKNOWN } from "../collection-items.js";
import type { ServiceRequest, ServiceResponse } from "../connection.js";
import { departure } from "../departures.js";
import { breach, Skipped } from "../findings.js";
import { fieldOf, type JsonObject } from "../json.js";
import { shown, type Words, words } from "../message.js";
import { hasValue } from "../others.js";
import { reasonOf } from "../refusals.js";
import type { Step } from "../step.js";
import { enveloped, requiredOf } from "../values.js";
import { differing, readOne } from "./read.js";

/** The ways to change an item: without its id, completely, and in part. */
export const CHANGES = ["update", "replace", "patch"] as const;
/** One of them. */
export type Change = (typeof CHANGES)[number];

/** An item is changed, and keeps the change. */
export function change(role: Change): (step: Step, items: Items) => Promise<void> {
  return async (step, items) => {
    const held = await step.own(items);
    const { request, fields } = await changing(step, items, role, held);
    const response = await items.write(step, request);
    if (role === "update") return updated(step, items, held, fields, response);
    step.checkSuccess(response);
    const { holds } = operationOf(response.operation).answer;
    const known = Object.entries(fields).filter(([name]) => name in items.collection.fields);
    const answered = items.reader.itemIn(response);
    if (holds) step.add(known.flatMap(([name, value]) => differing(response, answered, name, value)));
    await keeps(step, items, held, Object.fromEntries(known));
  };
}

/** The request that changes an item of the walk's own. @throws Skipped when it might change an item of others. */
export async function changing(
  step: Step,
  items: Items,
  role: Change,
  held: Held,
): Promise<{ request: ServiceRequest; fields: JsonObject }> {
  const { reader, collection } = items;
  const operation = operationOf(collection[role] ?? "");
  const { fields: known = {} } = operation.body ?? {};
  const required = requiredOf(operation);
  // What tells an item from those of others stays, or it could not be found again and deleted.
  const fixed = role === "update" ? Object.keys(required) : items.telling;
  const changes = changeOf(operation, items, held.record, fixed);
  const isPart = role === "patch" && Object.keys(changes).length > 0;
  const kept = Object.entries(held.sent).filter(([name]) => name in (isPart ? required : known));
  const fields: JsonObject = { ...required, ...Object.fromEntries(kept), ...changes };
  let id: string | undefined;
  if (role === "update") await ensureOnlyOwn(step, items, fixed, fields);
  else {
    id = await items.find(step, held);
    if (!id) throw new Skipped(words`${reader.noun} ${shown(held.id)} is not found again`);
  }
  return { request: { ...reader.about(operation.id, id), body: enveloped(operation, fields) }, fields };
}

/** Without an id, a service finds an item by any of the fields that it requires: no other item may have their values. */
async function ensureOnlyOwn(step: Step, items: Items, names: readonly string[], fields: JsonObject): Promise<void> {
  const { reader, others, isLarge } = items;
  const listing = isLarge ? undefined : await reader.readAll(step);
  if (listing && !listing.isList) throw new Skipped(UNKNOWN);
  const own = items.made.map(({ id }) => id);
  const foreign = [...(listing?.byId ?? others.before)].flatMap(([id, item]) =>
    own.includes(id) && !others.before.has(id) ? [] : [item],
  );
  for (const name of names) {
    const value = fields[name];
    const isUnknown = !others.isWhole && !String(value).includes(items.values.marker);
    if (!hasValue(foreign, name, value) && !isUnknown) continue;
    throw new Skipped(words`another ${reader.noun} has the ${name} ${shown(value)}${items.otherThan(name)}`);
  }
}

/** Another value for one field: a listed one, the other boolean, or the contract's example. */
function changeOf({ id, body }: Operation, items: Items, record: JsonObject, fixed: readonly string[]): JsonObject {
  for (const [name, { schema }] of Object.entries(body?.fields ?? {})) {
    if (fixed.includes(name) || !(name in items.collection.fields) || schema["readOnly"] === true) continue;
    const values = [
      ...(schema.enum ?? []),
      ...(schema.type === "boolean" ? [true, false] : []),
      details[id]?.fields[name],
    ];
    const other = values.find((value) => value !== undefined && !isDeepStrictEqual(value, record[name]));
    if (other !== undefined) return { [name]: other };
  }
  return {};
}

/** The item that an operation without an id has changed is not specified, so an unexpected one is only a departure. */
async function updated(step: Step, items: Items, held: Held, fields: JsonObject, response: ServiceResponse) {
  const { status } = response;
  const { reader } = items;
  if (status >= 400 && status < 500 && ![401, 403, 405, 429].includes(status)) {
    const refused = words`${reasonOf(response)}, for the fields of its own ${reader.noun}`;
    return step.add([departure(response, "refusal", refused, "update")]);
  }
  step.checkSuccess(response);
  const { idField } = items.collection;
  const answered = reader.itemIn(response);
  const differs = mismatch({ ...fields, [idField]: held.record[idField] }, answered);
  if (!differs) return keeps(step, items, held, answered ? fields : {});
  const message = words`the answer does not match ${reader.noun} ${shown(held.id)}: ${differs}`;
  step.add([departure(response, "value", message, "update")]);
}

/** What a service answers to a change is what it returns from then on. */
async function keeps(step: Step, items: Items, held: Held, fields: JsonObject): Promise<void> {
  await step.settled(items, async () => {
    const { item, response } = await readOne(step, items, held.id);
    const differs = mismatch(fields, item);
    return differs ? [breach(response, "value", words`a change is answered, but not kept: ${differs}`)] : [];
  });
  held.record = { ...held.record, ...fields };
}

/** The first field of an answer with another value than was sent; `undefined` if there is none. */
export function mismatch(sent: JsonObject, answered: unknown): Words | undefined {
  const isOther = (name: string) => name in Object(answered) && !isDeepStrictEqual(fieldOf(answered, name), sent[name]);
  const name = Object.keys(sent).find(isOther);
  return name === undefined ? undefined : words`${name} is ${shown(fieldOf(answered, name))}, not ${shown(sent[name])}`;
}
