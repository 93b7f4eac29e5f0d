import { collections, operations } from "../../generated/contract.js";
import { CommandError } from "../cli/command-error.js";
import type { Collection, Operation } from "../contract-types.js";
import { authentication, callOnce } from "./authentication.js";
import { exchange } from "./exchange.js";
import { notChecked } from "./findings.js";
import type { VerifyOptions } from "./flags.js";
import { List } from "./list.js";
import { CHANGES, Own } from "./own-items.js";
import { listMaximum, listPages, listSorted } from "./paging-and-sorting.js";
import { words } from "./quoted-text.js";
import { type Report, reportOf } from "./report.js";
import { EXCHANGE } from "./sections.js";
import { type Surroundings, Walk } from "./walk.js";
import * as steps from "./walk-steps.js";

/**
 * Walks through the service, and in any case deletes what it created. The report contains no secrets.
 *
 * @throws CommandError when the walk cannot start, or cannot go on. It names what is left.
 */
export async function verify(options: VerifyOptions, surroundings: Surroundings = {}): Promise<Report> {
  const walk = new Walk(options, surroundings);
  const owns: Own[] = [];
  const fail = (error: unknown) => {
    walk.crash ??= error;
    return false;
  };
  await takeSteps(walk, owns).catch(fail);
  walk.end();
  // What is in an item goes before the item.
  for (const own of owns.toReversed()) await own.cleanUp();
  for (const own of owns) await own.conclude();
  // It may end the access token: nothing must be left to delete or to compare after it, but what it does itself.
  if (await exchange(walk, owns).catch(fail)) for (const own of owns) await own.conclude();
  const report = reportOf(walk, owns);
  if (walk.crash === undefined) return report;
  throw new CommandError([reasonOf(walk), ...report.harmed, ...report.cleanUp.failed].join("\n"));
}

/** Why the walk has ended: an answer may be one that nobody has foreseen. */
function reasonOf({ crash, redact }: Walk): string {
  if (crash instanceof CommandError) return crash.message;
  return `The walk cannot go on: ${redact(crash instanceof Error ? crash.message : String(crash))}`;
}

/** Takes every step until the walk is interrupted. What is done is recorded immediately, so that it can be cleaned up. */
async function takeSteps(walk: Walk, owns: Own[]): Promise<void> {
  const { stateless, deliver } = walk.options;
  // A parent comes before what is in it.
  const walked = stateless ? [] : collections.toSorted((one, other) => one.parents.length - other.parents.length);
  for (const collection of walked) await walkThrough(walk, collection, owns);
  const known = walked.flatMap((collection) => [EXCHANGE, ...calledIn(collection, deliver)]);
  for (const operation of Object.values(operations))
    if (!known.includes(operation.id)) await walk.step(operation.id, () => takeAlone(walk, operation, owns));
}

/** Takes the steps through one collection, in order: each uses the items of earlier steps. */
async function walkThrough(walk: Walk, collection: Collection, owns: Own[]): Promise<void> {
  const prefix = collections.length > 1 ? `${collection.name}.` : "";
  let own: Own | undefined;
  await walk.step(`${prefix}list`, async () => {
    const list = new List(walk, collection, idsFor(collection.path, owns));
    // All that exists belongs to others.
    const listing = await list.readAll();
    own = new Own(list, listing);
    owns.push(own);
    walk.check(listing.answer);
  });
  for (const [name, action] of stepsOf(collection, walk.options))
    await walk.step(prefix + name, async () => {
      if (!own) throw notChecked(["its list could not be read"]);
      await action(walk, own);
    });
}

/** A step after the list: its name, and what it does. */
type CollectionStep = readonly [name: string, action: (walk: Walk, own: Own) => Promise<void>];

/** The steps through what the contract has. */
function stepsOf(collection: Collection, { deliver }: VerifyOptions): CollectionStep[] {
  const { query, triggers = [] } = collection;
  const hasPages = query.page !== undefined && query.size !== undefined;
  const when = (isThere: boolean, ...steps: CollectionStep[]) => (isThere ? steps : []);
  return [
    ["create", steps.create],
    ["listed", steps.listed],
    ...when(collection.get !== undefined, ["get", steps.get]),
    ...when(collection.delete !== undefined, ["delete", steps.remove], ["listAfterDelete", steps.listAfterDelete]),
    ...when(hasPages, ["listPages", listPages]),
    ["createFields", steps.createFields],
    ...when(hasPages, ["listMaximum", listMaximum]),
    ["createRefused", steps.createRefused],
    ["authentication", authentication],
    ...CHANGES.flatMap((role) =>
      when(collection[role] !== undefined, [role, (walk, own) => steps.change(walk, own, role)]),
    ),
    // Only a change makes the times of changes differ from the order of creation.
    ...when(query.sortBy !== undefined && query.sortOrder !== undefined, ["listSorted", listSorted]),
    ...triggers.flatMap((id) => when(deliver, [id, (walk, own) => steps.trigger(walk, own, id)])),
  ];
}

/** Does with an operation what is possible without items of the walk's own. */
async function takeAlone(walk: Walk, operation: Operation, owns: readonly Own[]): Promise<void> {
  if (!walk.options.deliver && delivers(operation)) throw notChecked(["add --deliver"]);
  if (walk.options.stateless) return steps.byExample(walk, operation);
  if (operation.method === "GET") return callOnce(walk, { operation, ids: idsFor(operation.path, owns) });
  throw notChecked(["it could change data that the walk did not create"]);
}

/** Ids for the parameters of a path, of what the walk has created. @throws Stop when there is none. */
function idsFor(path: string, owns: readonly Own[]): Record<string, string> {
  const names = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
  const ids = names.map((name) => {
    const above = path.slice(0, path.indexOf(`/{${name}}`));
    const id = owns.find(({ collection }) => collection.path === above)?.held[0]?.id;
    if (id === undefined) throw notChecked(words`nothing of its own has an id for ${name}`);
    return [name, id];
  });
  return Object.fromEntries(ids);
}

/** Whether an operation makes the service send a delivery. */
function delivers({ callbacks = [] }: Operation): boolean {
  return callbacks.length > 0;
}

/** The operations that a walk through a collection calls. */
function calledIn(collection: Collection, deliver: boolean): string[] {
  const roles = ["list", "create", "get", "delete", ...CHANGES, ...(deliver ? ["triggers" as const] : [])] as const;
  return roles.flatMap((role) => collection[role] ?? []);
}
