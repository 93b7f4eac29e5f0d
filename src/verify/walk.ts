import { setTimeout as pause } from "node:timers/promises";
import { collections, operation as operationOf, operations } from "../../generated/contract.js";
import type { Collection, Operation } from "../contract.js";
import { Items, UNKNOWN } from "./collection-items.js";
import { EXCHANGE } from "./document.js";
import { Skipped } from "./findings.js";
import { type Listing, Reader, walkable } from "./list-reader.js";
import { PATIENCE } from "./others.js";
import { Step, type Walk } from "./step.js";
import { authentication } from "./steps/authentication.js";
import { CHANGES, change } from "./steps/change.js";
import { create, createFields, createRefused } from "./steps/create.js";
import { remove } from "./steps/delete.js";
import { byExample, checkParents, harmless, onOwn, parentsOf } from "./steps/other-operations.js";
import { listDefaults, listMaximum, listPages } from "./steps/paged.js";
import { listAfterDelete, listed, readBack } from "./steps/read.js";
import { listSorted } from "./steps/sorted.js";
import { trigger } from "./steps/trigger.js";
import type { VerifyOptions } from "./verify-flags.js";

const ROLES = ["list", "create", "get", "delete", ...CHANGES, "actions", "triggers"] as const;

/** Takes every step until the walk is interrupted. What is done is recorded immediately, so that it can be cleaned up. */
export async function takeSteps(walk: Walk): Promise<void> {
  const { stateless, deliver } = walk.options;
  // A parent comes before what is in it.
  const walked = stateless ? [] : walkable.toSorted((one, other) => one.parents.length - other.parents.length);
  for (const collection of walked) await walkThrough(walk, collection);
  const known = walked.flatMap((collection) => [EXCHANGE, ...rolesOf(collection)]);
  for (const operation of Object.values(operations)) {
    const isMissing = !deliver && delivers(operation);
    if (isMissing || !known.includes(operation.id))
      await take(walk, operation.id, (step) => alone(step, operation, walk));
  }
}

/** Takes the step that may end the access token: nothing must be left to delete after it. */
export async function takeExchange(walk: Walk): Promise<void> {
  const operation = operations[EXCHANGE];
  if (!operation || walk.options.stateless) return;
  await take(walk, "exchange", (step) => harmless(step, operation, walk.items));
}

/** Does with an operation what is possible without items of the walk's own. */
async function alone(step: Step, operation: Operation, { options, items }: Walk): Promise<void> {
  if (!options.deliver && delivers(operation)) throw new Skipped(["add --deliver"]);
  if (options.stateless) return byExample(step, operation);
  if (operation.method === "GET") return harmless(step, operation, items);
  throw new Skipped(["it could change data that the walk did not create"]);
}

async function take(walk: Walk, name: string, action: (step: Step) => Promise<void>): Promise<void> {
  if (walk.signal.aborted) return;
  const step = new Step(name, walk);
  walk.steps.push(step);
  await step.take(() => action(step));
  walk.onStep(step);
}

/** What the contract lacks is a step less, and told. */
async function walkThrough(walk: Walk, collection: Collection): Promise<void> {
  const prefix = collections.length > 1 ? `${collection.name}.` : "";
  const reader = new Reader(walk.connection, collection);
  let items: Items | undefined;
  await take(walk, `${prefix}list`, async (step) => {
    reader.service = step;
    items = await itemsOf(step, reader, walk);
  });
  for (const [name, needed, action] of stepsOf(reader, walk.options).filter((each) => each[1] !== false)) {
    await take(walk, prefix + name, async (step) => {
      if (!needed) throw new Skipped(["openapi.yaml has no such operation"]);
      if (!items) throw new Skipped(UNKNOWN);
      reader.service = step;
      await action(step, items);
    });
  }
}

/** Waits to see what others do, in all collections at the same time. One of them is already listed. */
async function watch(step: Step, { earlier, signal }: Walk, path: string, listed: Listing): Promise<void> {
  earlier.set(path, listed);
  for (const collection of walkable.filter((one) => one.parents.length === 0 && one.path !== path)) {
    const listing = await new Reader(step, collection).readAll().catch(() => undefined);
    if (listing) earlier.set(collection.path, listing);
  }
  await pause(PATIENCE, undefined, { signal }).catch(() => {});
}

/** What exists is listed. All of it belongs to others. */
async function itemsOf(step: Step, reader: Reader, walk: Walk): Promise<Items> {
  const { path } = reader.collection;
  reader.parents = parentsOf(path, walk.items);
  const first = await reader.readAll();
  checkParents(first.response, reader.parents);
  if (first.byId.size > 0 && walk.earlier.size === 0) await watch(step, walk, path, first);
  const second = first.byId.size > 0 ? await reader.readAll() : first;
  const listing = second.isList ? second : first;
  const items = new Items(reader, walk.options, walk.earlier.get(path) ?? listing, listing);
  const ids = Object.values(reader.parents);
  const above = walk.items.filter(({ collection }) => path.startsWith(`${collection.path}/{`));
  if (!above.every(({ held }) => held.some(({ id }) => ids.includes(id))))
    items.halt(["it is within what belongs to others"]);
  walk.items.push(items);
  await step.take(async () => step.checkSuccess(first.response));
  return items;
}

/** A step after the list: its name, what of the contract it needs (`false` if a list need not have it), what it does. */
type CollectionStep = [name: string, needed: unknown, action: (step: Step, items: Items) => Promise<void>];

/** The steps after the list, in order: each uses the items of earlier steps. */
function stepsOf({ collection, usual, maximum }: Reader, { deliver }: VerifyOptions): CollectionStep[] {
  const { query, actions = [], triggers = [] } = collection;
  const changes = CHANGES.filter((role) => collection[role]);
  const onItem = actions.filter((id) => deliver || !delivers(operationOf(id)));
  const delivered = deliver ? triggers : [];
  return [
    ["create", true, create],
    ["get", collection.get, async (step, items) => readBack(step, items, await step.own(items))],
    ["listed", true, listed],
    ["delete", collection.delete, remove],
    ["listAfterDelete", collection.delete, listAfterDelete],
    ["createFields", true, createFields],
    ["createRefused", true, createRefused],
    ["listDefaults", usual !== undefined, listDefaults],
    ["listPages", query.size !== undefined, listPages],
    ["listMaximum", maximum !== undefined, listMaximum],
    ["listSorted", Boolean(query.sortBy && query.sortOrder), listSorted],
    ["authentication", true, authentication],
    ...(changes.length > 0 ? changes : CHANGES.slice(0, 1)).map(
      (role): CollectionStep => [role, collection[role], (step, items) => change(step, items, role)],
    ),
    ...onItem.map((id): CollectionStep => [id, true, (step, items) => onOwn(step, items, id)]),
    ...delivered.map((id): CollectionStep => [id, true, (step, items) => trigger(step, items, id)]),
  ];
}

/** Whether an operation makes the service send a delivery. */
function delivers({ callbacks = [] }: Operation): boolean {
  return callbacks.length > 0;
}

/** The operations that have a role in a collection. */
function rolesOf(collection: Collection): string[] {
  return ROLES.flatMap((role) => collection[role] ?? []);
}
