import { collections, operation as operationOf, operations } from "../../generated/contract.js";
import type { Collection, Operation } from "../contract.js";
import { Items } from "./collection-items.js";
import { EXCHANGE } from "./document.js";
import type { Words } from "./message.js";
import { Step, take, type Walk } from "./step.js";
import { authentication } from "./steps/authentication.js";
import { create, createFields, createRefused } from "./steps/create.js";
import { remove } from "./steps/delete.js";
import { exchange } from "./steps/exchange.js";
import { get } from "./steps/get.js";
import { list, listAfterDelete, listed } from "./steps/list.js";
import { listDefaults, listLimit, listMaximum, listPages } from "./steps/list-pages.js";
import { byExample, delivers, onOwn, parentsOf, reading } from "./steps/other-operations.js";
import { listSorted } from "./steps/sorted.js";
import { trigger } from "./steps/triggers.js";
import { CHANGES, change } from "./steps/update.js";

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
    await take(step, action);
    onEnd(step);
  };
  const { deliver, stateless } = walk.options;
  const isAllowed = (operation: Operation) => deliver || !delivers(operation);
  const all = Object.values(operations);
  for (const { id } of all.filter((operation) => !isAllowed(operation))) {
    walked.leftOut.push({ step: id, reason: ["add --deliver"] });
  }
  if (stateless) {
    for (const { id } of all.filter(isAllowed)) await run(id, byExample(id));
    return;
  }
  // A parent comes before what is in it.
  for (const collection of collections.toSorted((one, other) => depthOf(one) - depthOf(other))) {
    await walkThrough(collection, walk, walked, run);
  }
  if (EXCHANGE in operations) await run("exchange", exchange);
  const known = collections.flatMap(rolesOf);
  for (const { id, method, path } of all) {
    if (id === EXCHANGE || known.includes(id) || collections.some((collection) => isBelow(collection, path))) continue;
    if (method === "GET") await run(id, reading(id, walked.items));
    else walked.leftOut.push({ step: id, reason: ["it could change data that the walk did not create"] });
  }
}

type Run = (name: string, action: (step: Step) => Promise<void>) => Promise<void>;

async function walkThrough(collection: Collection, walk: Walk, walked: Walked, run: Run): Promise<void> {
  const prefix = collections.length > 1 ? `${collection.name}.` : "";
  let items = new Items(collection);
  const enter: Action = async (step) => {
    items = new Items(collection, await parentsOf(step, collection.path, walked.items));
    walked.items.push(items);
    await list(step, items);
  };
  const steps = { list: enter, ...stepsOf(items, walk) };
  for (const [name, action] of Object.entries(steps)) await run(prefix + name, (step) => action(step, items));
  const { get: read, delete: deletion } = collection;
  const lacking = { get: read, delete: deletion, change: CHANGES.map((role) => collection[role]).find(Boolean) };
  for (const [name, id] of Object.entries(lacking)) {
    if (!id) walked.leftOut.push({ step: prefix + name, reason: ["openapi.yaml has no such operation"] });
  }
}

/** The steps after the list, in order: each uses the items of earlier steps. */
function stepsOf({ collection, queries }: Items, { options }: Walk): Record<string, Action> {
  const { triggers = [] } = collection;
  const known = rolesOf(collection);
  const nested = collections.flatMap(rolesOf);
  const below = Object.values(operations).filter(
    ({ id, path }) => isBelow(collection, path) && !known.includes(id) && !nested.includes(id),
  );
  const onItem = [...(collection.actions ?? []), ...below.map(({ id }) => id)].filter(
    (id) => options.deliver || !delivers(operationOf(id)),
  );
  return {
    create,
    ...(collection.get && { get }),
    listed,
    ...(collection.delete && { delete: remove, listAfterDelete }),
    createFields,
    createRefused,
    ...(queries.usual !== undefined && { listDefaults }),
    ...(queries.hasLimit && { listLimit }),
    ...(queries.maximum !== undefined && { listMaximum }),
    ...(queries.hasLimit && queries.page && { listPages }),
    ...(queries.hasOrder && { listSorted }),
    authentication,
    ...Object.fromEntries(CHANGES.filter((role) => collection[role]).map((role) => [role, change(role)])),
    ...Object.fromEntries(onItem.map((id) => [id, onOwn(id)])),
    ...(options.deliver && Object.fromEntries(triggers.map((id) => [id, trigger(id)]))),
  };
}

/** How many parents a collection is in. */
function depthOf({ path }: Collection): number {
  return path.split("{").length;
}

/** Whether a path is below that of an item. */
function isBelow({ path: collection, idParameter }: Collection, path: string): boolean {
  return (
    path.startsWith(`${collection}/{${idParameter}}/`) && path.split("{").length === collection.split("{").length + 1
  );
}

/** The operations that have a role in a collection. */
function rolesOf({ list: listing, create: creation, get: read, delete: deletion, ...others }: Collection): string[] {
  const { update, replace, patch, actions = [], triggers = [] } = others;
  const single = [listing, creation, read, deletion, update, replace, patch].filter((id) => id !== undefined);
  return [...single, ...actions, ...triggers];
}
