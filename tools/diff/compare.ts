import { isDeepStrictEqual } from "node:util";
import { at } from "../contract/pointer.js";
import type { Bump } from "../history/bump.js";
import { inWords, withDirection } from "./change-words.js";
import { type Change, Changes } from "./changes.js";
import { clientMethods } from "./client-method.js";
import { contractTree, usedInBoth } from "./contract-tree.js";
import { leaf, type Node } from "./node.js";
import { child, isObject, nameOf, type Place, parameterOf, rootOf } from "./place.js";
import { rate } from "./ratings.js";

/**
 * Compares two contracts, in which every reference leads to a place in the same one.
 *
 * @returns Every change of their content, the greatest bump first. Layout, comments, the order of keys, and references
 *   written out do not count.
 */
export function compare(base: unknown, revision: unknown): Change[] {
  const changes = new Changes();
  const used = usedInBoth(base, revision);
  compareParts(changes, contractTree(base, used), contractTree(revision, used));
  unnoticeable(changes, rootOf(base), rootOf(revision));
  clientMethods(changes, Object(base), Object(revision));
  return changes.sorted();
}

function compareParts(changes: Changes, before: readonly Node[], after: readonly Node[]): void {
  const others = before.find(({ kind }) => kind === "Other fields");
  for (const pair of counterparts(before, after)) {
    compareNodes(changes, pair);
    // A new field was one of the others, which the older contract may describe.
    const added = pair.was ? undefined : pair.is;
    if (added?.kind === "Field" && others) compareParts(changes, others.parts(), added.parts());
  }
}

interface Counterparts {
  readonly was: Node | undefined;
  readonly is: Node | undefined;
}

/** What is called the same in both, and what only one of them has. */
function counterparts(before: readonly Node[], after: readonly Node[]): Counterparts[] {
  const known = new Map(before.map((node) => [node.key, node]));
  const kept = new Set(after.map(({ key }) => key));
  const gone = before.filter(({ key }) => !kept.has(key));
  const pairs = after.map((node) => ({ was: known.get(node.key) ?? formerOf(node, gone), is: node }));
  const found = new Set(pairs.map(({ was }) => was));
  return [...gone.filter((node) => !found.has(node)).map((was) => ({ was, is: undefined })), ...pairs];
}

/** The entry that has been renamed, if one of those that are gone has the same alias. */
function formerOf({ aliases = [] }: Node, gone: readonly Node[]): Node | undefined {
  return aliases.map((alias) => gone.find((node) => node.aliases?.includes(alias))).find(Boolean);
}

function compareNodes(changes: Changes, { was: before, is: after }: Counterparts): void {
  const one = after ?? before;
  if (!one) return;
  if (one.isEntry && !(before && after)) {
    const difference = after ? "added" : "removed";
    const told = withDirection(`${one.kind} ${difference}: ${one.name}`, one);
    report(changes, rate(one.kind, difference, one.direction), told, one);
    // What is added may have to be sent, but not a component that nothing used before.
    const presence = after && one.kind !== "Component" ? after.parts().filter(({ kind }) => kind === "Presence") : [];
    for (const part of presence) compareSaid(changes, saysNothing(part), part);
    return;
  }
  const [was, is] = [before ?? saysNothing(one), after ?? saysNothing(one)];
  if (was.key !== is.key) {
    const bump = rate(is.kind, "renamed", is.direction);
    report(changes, bump, `${is.kind} renamed: ${was.name} → ${is.name}`, is, was.place.pointer);
  }
  compareSaid(changes, was, is);
  if (changes.isNew([was, is].map(idOf).join(" "))) compareParts(changes, was.parts(), is.parts());
}

/** What is not there, where the other contract has something. */
function saysNothing(other: Node): Node {
  return { ...other, place: { ...other.place, value: undefined }, said: undefined, parts: () => [] };
}

function idOf({ kind, key, direction, place }: Node): string {
  return [kind, key, direction, place.pointer].join(" ");
}

function compareSaid(changes: Changes, was: Node, is: Node): void {
  const difference = is.order(was.said, is.said);
  if (difference) {
    const told = withDirection(is.words?.[difference] ?? inWords(was, is, difference), is);
    report(changes, rate(is.kind, difference, is.direction), told, shown(was, is), was.place.pointer);
  } else if (is.said === is.place.value && !isDeepStrictEqual(was.said, is.said)) {
    report(changes, rate("Words", "changed", is.direction), inWords(was, is, "changed"), shown(was, is));
  }
}

/** Where a change is reported: in the newer contract, or in the older where the newer has nothing of its own there. */
function shown(was: Node, is: Node): Node {
  const isForAll = ({ place }: Node) => /^#\/security\b/.test(place.pointer);
  return is.place.value === undefined || (isForAll(is) && !isForAll(was)) ? was : is;
}

/** Adds a change. One within a list of parameters says which parameter it is. */
function report(changes: Changes, bump: Bump, words: string, { place }: Node, ...others: string[]): void {
  const parameter = parameterOf(place);
  changes.add(bump, parameter === undefined ? words : `${parameter}: ${words}`, place.pointer, ...others);
}

/** Adds a patch for each difference that is not reported yet, since callers cannot notice it. */
function unnoticeable(changes: Changes, base: Place, revision: Place): void {
  if (isDeepStrictEqual(base.value, revision.value)) return;
  if (isObject(base.value) && isObject(revision.value)) {
    const keys = new Set([base, revision].flatMap(({ value }) => Object.keys(Object(value))));
    for (const key of keys) unnoticeable(changes, child(base, key), child(revision, key));
  } else if (!isRenamedReference(base, revision)) {
    const node = shown(leaf("Words", base, "sent"), leaf("Words", revision, "sent"));
    if (!changes.isReported(node.place.pointer))
      compareSaid(changes, leaf("Words", base, "sent"), leaf("Words", revision, "sent"));
  }
}

/** Whether a reference follows its component to another name: what it led to is gone, which has been reported. */
function isRenamedReference(base: Place, revision: Place): boolean {
  return nameOf(revision) === "$ref" && at(revision.contract, String(base.value)) === undefined;
}
