import { collections, operation as operationOf, operations } from "../../generated/contract.js";
import type { Collection, Operation } from "../contract-types.js";
import { EXCHANGE, notChecked } from "./findings.js";
import type { VerifyOptions } from "./flags.js";
import { List } from "./list.js";
import { listMaximum, listPages, listSorted } from "./list-pages.js";
import { CHANGES, Own } from "./own-items.js";
import { type Report, reportOf } from "./report.js";
import { type Surroundings, Walk } from "./walk.js";
import {
  act,
  authentication,
  byExample,
  change,
  checkParents,
  create,
  createFields,
  createRefused,
  get,
  harmless,
  listAfterDelete,
  listed,
  parametersIn,
  remove,
  trigger,
} from "./walk-steps.js";

/**
 * Walks through the service, and in any case deletes what it created. The report contains no secrets.
 *
 * @throws CommandError when the walk cannot start.
 */
export async function verify(options: VerifyOptions, surroundings: Surroundings = {}): Promise<Report> {
  const walk = new Walk(options, surroundings);
  const owns: Own[] = [];
  let crash: unknown;
  await takeSteps(walk, owns).catch((error: unknown) => {
    crash = error;
  });
  walk.end();
  // What is in an item goes before the item.
  for (const own of owns.toReversed()) await own.cleanUp();
  await conclude(walk, owns);
  // It may end the access token: nothing must be left to delete or to compare after it, but what it does itself.
  const isExchanged = crash === undefined && (await takeExchange(walk, owns));
  if (isExchanged) await conclude(walk, owns);
  const report = reportOf(walk, owns);
  if (crash === undefined) return report;
  if (crash instanceof Error) crash.message = [crash.message, ...report.harmed, ...report.cleanUp.failed].join("\n");
  throw crash;
}

/** Looks what has become of everything. A service may do later what a request has set off. */
async function conclude(walk: Walk, owns: readonly Own[]): Promise<void> {
  if (walk.options.settle > 0) await walk.pause(walk.options.settle);
  for (const own of owns) await own.conclude();
}

/** Takes every step until the walk is interrupted. What is done is recorded immediately, so that it can be cleaned up. */
async function takeSteps(walk: Walk, owns: Own[]): Promise<void> {
  const { stateless, deliver } = walk.options;
  // A parent comes before what is in it.
  const walked = stateless ? [] : collections.toSorted((one, other) => one.parents.length - other.parents.length);
  for (const collection of walked) await walkThrough(walk, collection, owns);
  const known = walked.flatMap((collection) => [EXCHANGE, ...rolesOf(collection)]);
  for (const operation of Object.values(operations)) {
    const isLeftOut = !deliver && delivers(operation);
    if (isLeftOut || !known.includes(operation.id))
      await walk.step(operation.id, () => takeAlone(walk, operation, owns));
  }
}

/** Takes the steps through one collection, in order: each uses the items of earlier steps. */
async function walkThrough(walk: Walk, collection: Collection, owns: Own[]): Promise<void> {
  const prefix = collections.length > 1 ? `${collection.name}.` : "";
  const list = new List(walk, collection, idsFor(collection.path, owns));
  let own: Own | undefined;
  await walk.step(`${prefix}list`, async () => {
    own = await ownIn(walk, list, owns);
  });
  for (const [name, isThere, action] of stepsOf(list, walk.options)) {
    if (isThere)
      await walk.step(prefix + name, async () => {
        if (own) await action(walk, own);
      });
  }
}

/** What exists is listed. All of it belongs to others. */
async function ownIn(walk: Walk, list: List, owns: Own[]): Promise<Own> {
  const listing = await list.readAll();
  checkParents(listing.answer, list.parents);
  const own = new Own(list, listing);
  const isWithinOwn = Object.values(list.parents).every((id) =>
    owns.some(({ held }) => held.some((parent) => parent.id === id)),
  );
  if (!isWithinOwn) own.halt(["it is within what belongs to others"]);
  owns.push(own);
  await walk.part(async () => walk.check(listing.answer));
  return own;
}

/** A step after the list: its name, whether the contract has what it is about, what it does. */
type CollectionStep = [name: string, isThere: boolean, action: (walk: Walk, own: Own) => Promise<void>];

function stepsOf({ collection, hasPages, maximum }: List, { deliver }: VerifyOptions): CollectionStep[] {
  const { query, actions = [], triggers = [] } = collection;
  const isDeletable = collection.delete !== undefined;
  const onItem = actions.filter((id) => deliver || !delivers(operationOf(id)));
  return [
    ["create", true, create],
    ["get", collection.get !== undefined, get],
    ["listed", true, listed],
    ["delete", isDeletable, remove],
    ["listAfterDelete", isDeletable, listAfterDelete],
    ["createFields", true, createFields],
    ["createRefused", true, createRefused],
    ["listPages", hasPages, listPages],
    ["listMaximum", hasPages && maximum !== undefined, listMaximum],
    ["listSorted", query.sortBy !== undefined && query.sortOrder !== undefined, listSorted],
    ["authentication", true, authentication],
    ...CHANGES.map(
      (role): CollectionStep => [role, collection[role] !== undefined, (walk, own) => change(walk, own, role)],
    ),
    ...onItem.map((id): CollectionStep => [id, true, (walk, own) => act(walk, own, id)]),
    ...triggers.map((id): CollectionStep => [id, deliver, (walk, own) => trigger(walk, own, id)]),
  ];
}

/** Takes the step that may end the access token. @returns Whether there is one. */
async function takeExchange(walk: Walk, owns: readonly Own[]): Promise<boolean> {
  const operation = operations[EXCHANGE];
  if (!operation || walk.options.stateless || walk.isInterrupted) return false;
  await walk.step("exchange", () => harmless(walk, operation, idsFor(operation.path, owns)));
  return true;
}

/** Does with an operation what is possible without items of the walk's own. */
async function takeAlone(walk: Walk, operation: Operation, owns: readonly Own[]): Promise<void> {
  if (!walk.options.deliver && delivers(operation)) throw notChecked(["add --deliver"]);
  if (walk.options.stateless) return byExample(walk, operation);
  if (operation.method === "GET") return harmless(walk, operation, idsFor(operation.path, owns));
  throw notChecked(["it could change data that the walk did not create"]);
}

/** Values for the parameters of a path, as far as the walk knows them: its own items, else the first of others. */
function idsFor(path: string, owns: readonly Own[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of parametersIn(path)) {
    const above = path.slice(0, path.indexOf(`/{${name}}`));
    const own = owns.find(({ collection }) => collection.path === above);
    const [foreign] = own?.others.byId.keys() ?? [];
    const id = own?.held[0]?.id ?? foreign;
    if (id !== undefined) found[name] = id;
  }
  return found;
}

/** Whether an operation makes the service send a delivery. */
function delivers({ callbacks = [] }: Operation): boolean {
  return callbacks.length > 0;
}

/** The operations that have a role in a collection. */
function rolesOf(collection: Collection): string[] {
  const roles = ["list", "create", "get", "delete", ...CHANGES, "actions", "triggers"] as const;
  return roles.flatMap((role) => collection[role] ?? []);
}
