import { isDeepStrictEqual } from "node:util";
import { details, operation as operationOf } from "../../../generated/contract.js";
import type { Operation } from "../../contract.js";
import { type Held, type Items, UNKNOWN } from "../collection-items.js";
import { contradictions, unlike } from "../comparison.js";
import type { ServiceRequest, ServiceResponse } from "../connection.js";
import { breach, departure, Skipped } from "../findings.js";
import { type JsonObject, pick } from "../json.js";
import { shown, words } from "../message.js";
import { itemIn } from "../reading.js";
import { isAboutInput, reasonOf } from "../refusals.js";
import { enveloped, requiredOf, sendable } from "../request-body.js";
import type { Step } from "../step.js";
import { refuseUnlisted } from "./create.js";
import { readOne } from "./read.js";

/** The ways to change an item: without its id, completely, and in part. */
export const CHANGES = ["update", "replace", "patch"] as const;
/** One of them. */
export type Change = (typeof CHANGES)[number];

/** An item is changed, and keeps the change. */
export function change(role: Change): (step: Step, items: Items) => Promise<void> {
  return async (step, items) => {
    const held = await step.own(items);
    const { request, fields } = await changing(items, role, held);
    const response = await items.send(request);
    await (role === "update" ? updated : answered)(step, items, held, fields, response);
    await refuseUnlisted(step, items, request.operation, async (unlisted) => {
      const again = await changing(items, role, held);
      return items.send({ ...again.request, body: enveloped(request.operation, { ...again.fields, ...unlisted }) });
    });
  };
}

async function answered(step: Step, items: Items, held: Held, fields: JsonObject, response: ServiceResponse) {
  step.checkSuccess(response);
  const known = pick(fields, Object.keys(items.collection.fields));
  if (response.operation.answer.holds) step.add(unlike(response, itemIn(response), known));
  await keeps(step, items, held, known);
}

/** The request that changes an item of the walk's own. @throws Skipped when it might change an item of others. */
export async function changing(
  items: Items,
  role: Change,
  held: Held,
): Promise<{ request: ServiceRequest; fields: JsonObject }> {
  const { reader, collection } = items;
  const operation = operationOf(collection[role] ?? "");
  const required = requiredOf(operation);
  // What tells an item from those of others stays, or it could not be found again and deleted.
  const fixed = role === "update" ? [...items.telling, ...Object.keys(required)] : items.telling;
  const changes = changeOf(operation, items, held.record, fixed);
  const isPart = role === "patch" && Object.keys(changes).length > 0;
  const kept = pick(held.sent, Object.keys(isPart ? required : sendable(operation.body?.fields)));
  const { idField } = collection;
  const set: JsonObject = { ...required, ...kept, ...changes };
  // A body may repeat the id.
  const fields = idField in set ? { ...set, [idField]: held.record[idField] } : set;
  if (role === "update") await ensureOnlyOwn(items, pick(fields, Object.keys(required)));
  const id = role === "update" ? undefined : await items.find(held);
  if (role !== "update" && !id) throw new Skipped(words`${reader.noun} ${shown(held.id)} is not found again`);
  return { request: { ...reader.about(operation.id, id), body: enveloped(operation, fields) }, fields };
}

/** Without an id, a service finds an item by any of the fields that it requires: no other item may have their values. */
async function ensureOnlyOwn(items: Items, values: JsonObject): Promise<void> {
  const { reader, others } = items;
  const { byId: newest, isList } = await reader.read(reader.largest("desc"));
  if (!isList) throw new Skipped(UNKNOWN);
  const rows = [...others.before, ...newest].filter(([id]) => others.has(id)).map(([, item]) => item);
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

/** The item that an operation without an id has changed is not specified, so an unexpected one is only a departure. */
async function updated(step: Step, items: Items, held: Held, fields: JsonObject, response: ServiceResponse) {
  const { noun } = items.reader;
  if (isAboutInput(response) || response.status === 404) {
    const refused = words`${reasonOf(response)}, for the fields of its own ${noun}`;
    return step.add([departure(response, "refusal", refused, "update")]);
  }
  step.checkSuccess(response);
  const { idField } = items.collection;
  const answered = itemIn(response);
  const [differs] = contradictions(answered, { ...fields, [idField]: held.record[idField] });
  if (!differs) return keeps(step, items, held, answered ? fields : {});
  const message = words`the answer does not match ${noun} ${shown(held.id)}: ${differs}`;
  step.add([departure(response, "value", message, "update")]);
}

/** What a service answers to a change is what it returns from then on. */
async function keeps(step: Step, items: Items, held: Held, fields: JsonObject): Promise<void> {
  await step.settled(items, async () => {
    const { item, response } = await readOne(step, items, held.id);
    const differs = contradictions(item, fields);
    return differs.map((each) => breach(response, "value", words`a change is answered, but not kept: ${each}`));
  });
  held.record = { ...held.record, ...fields };
}
