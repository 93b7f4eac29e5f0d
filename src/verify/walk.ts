import { collections, operation as operationOf, operations } from "../../generated/contract.js";
import type { Collection, Operation } from "../contract.js";
import type { VerifyOptions } from "./arguments.js";
import { Items, UNKNOWN } from "./collection-items.js";
import { EXCHANGE } from "./document.js";
import { Skipped } from "./findings.js";
import type { Words } from "./message.js";
import { Reader } from "./reading.js";
import { Step, type Walk } from "./step.js";
import { authentication } from "./steps/authentication.js";
import { CHANGES, change } from "./steps/change.js";
import { create, createFields, createRefused } from "./steps/create.js";
import { remove } from "./steps/delete.js";
import { byExample, checkParents, harmless, onOwn, parentsOf } from "./steps/other-operations.js";
import { listDefaults, listLimit, listMaximum, listPages } from "./steps/paged.js";
import { get, listAfterDelete, listed } from "./steps/read.js";
import { listSorted } from "./steps/sorted.js";
import { trigger } from "./steps/trigger.js";

type Action = (step: Step, items: Items) => Promise<void>;

/** What the walk has done so far. */
export interface Walked {
  steps: Step[];
  /** The collections that it has been to. */
  items: Items[];
  /** Steps that it left out, and why. */
  leftOut: { step: string; reason: Words }[];
}

/**
 * Takes every step until the signal aborts. What is walked is recorded as it is done, so that it can be cleaned up
 * whatever happens.
 *
 * @param onEnd - Receives each step when it ends.
 */
export async function takeSteps(
  walk: Walk,
  walked: Walked,
  signal: AbortSignal,
  onEnd: (step: Step) => void,
): Promise<void> {
  const run = async (name: string, action: (step: Step) => Promise<void>) => {
    if (signal.aborted) return;
    const step = new Step(name, walk);
    walked.steps.push(step);
    await step.take(action);
    onEnd(step);
  };
  const all = Object.values(operations);
  const isAllowed = (operation: Operation) => walk.options.deliver || !delivers(operation);
  for (const { id } of all.filter((operation) => !isAllowed(operation))) {
    walked.leftOut.push({ step: id, reason: ["add --deliver"] });
  }
  if (walk.options.stateless) {
    for (const { id } of all.filter(isAllowed)) await run(id, byExample(id));
    return;
  }
  // A parent comes before what is in it.
  const depthOf = ({ path }: Collection) => path.split("{").length;
  for (const collection of collections.toSorted((one, other) => depthOf(one) - depthOf(other))) {
    await walkThrough(collection, walk, walked, run);
  }
  const known = collections.flatMap((collection) => [...rolesOf(collection), ...below(collection)]);
  for (const { id, method } of all.filter((operation) => isAllowed(operation) && !known.includes(operation.id))) {
    if (id === EXCHANGE || method === "GET") await run(id === EXCHANGE ? "exchange" : id, harmless(id, walked.items));
    else walked.leftOut.push({ step: id, reason: ["it could change data that the walk did not create"] });
  }
}

type Run = (name: string, action: (step: Step) => Promise<void>) => Promise<void>;

async function walkThrough(collection: Collection, walk: Walk, walked: Walked, run: Run): Promise<void> {
  const prefix = collections.length > 1 ? `${collection.name}.` : "";
  const { options } = walk;
  let items: Items | undefined;
  // What exists is listed. All of it belongs to others.
  await run(`${prefix}list`, async (step) => {
    const parents = await parentsOf(step, collection.path, walked.items);
    const reader = new Reader(collection, parents);
    const listing = await reader.readAll(step);
    checkParents(listing.response, parents);
    items = new Items(reader, options, listing);
    const ids = Object.values(parents);
    const above = walked.items.filter(({ collection: { path } }) => collection.path.startsWith(`${path}/{`));
    if (!above.every(({ held }) => held.some(({ id }) => ids.includes(id))))
      items.halt(["it is within what belongs to others"]);
    walked.items.push(items);
    step.checkSuccess(listing.response);
  });
  for (const [name, action] of Object.entries(stepsOf(new Reader(collection, {}), options))) {
    await run(prefix + name, async (step) => {
      if (!items) throw new Skipped(UNKNOWN);
      await action(step, items);
    });
  }
  const { get: read, delete: deletion } = collection;
  const lacking = { get: read, delete: deletion, change: CHANGES.map((role) => collection[role]).find(Boolean) };
  for (const [name, id] of Object.entries(lacking)) {
    if (!id) walked.leftOut.push({ step: prefix + name, reason: ["openapi.yaml has no such operation"] });
  }
}

/** The steps after the list, in order: each uses the items of earlier steps. */
function stepsOf(reader: Reader, options: VerifyOptions): Record<string, Action> {
  const { collection } = reader;
  const { query, actions = [], triggers = [] } = collection;
  const onItem = [...actions, ...below(collection)].filter((id) => options.deliver || !delivers(operationOf(id)));
  return {
    create,
    ...(collection.get && { get }),
    listed,
    ...(collection.delete && { delete: remove, listAfterDelete }),
    createFields,
    createRefused,
    ...(reader.usual !== undefined && { listDefaults }),
    ...(query.size && { listLimit }),
    ...(reader.maximum !== undefined && { listMaximum }),
    ...(query.size && query.page && { listPages }),
    ...(query.sortBy && query.sortOrder && { listSorted }),
    authentication,
    ...Object.fromEntries(CHANGES.filter((role) => collection[role]).map((role) => [role, change(role)])),
    ...Object.fromEntries(onItem.map((id) => [id, onOwn(id)])),
    ...(options.deliver && Object.fromEntries(triggers.map((id) => [id, trigger(id)]))),
  };
}

/** Whether an operation makes the service send a delivery. */
function delivers({ callbacks = [] }: Operation): boolean {
  return callbacks.length > 0;
}

/** The operations on what is in an item that have no role of their own. */
function below({ path, idParameter }: Collection): string[] {
  const known = collections.flatMap(rolesOf);
  const isBelow = (operation: Operation) =>
    operation.path.startsWith(`${path}/{${idParameter}}/`) &&
    operation.path.split("{").length === path.split("{").length + 1;
  const found = Object.values(operations).filter((operation) => isBelow(operation) && !known.includes(operation.id));
  return found.map(({ id }) => id);
}

/** The operations that have a role in a collection. */
function rolesOf({ list: listing, create: creation, get: read, delete: deletion, ...others }: Collection): string[] {
  const { update, replace, patch, actions = [], triggers = [] } = others;
  const single = [listing, creation, read, deletion, update, replace, patch].filter((id) => id !== undefined);
  return [...single, ...actions, ...triggers];
}
