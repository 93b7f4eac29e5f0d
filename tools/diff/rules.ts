import { type Changes, isSame } from "./changes.js";
import { matched } from "./match.js";
import {
  chainOf,
  child,
  childPair,
  childrenOf,
  isObject,
  keysOfPair,
  nameOf,
  type Pair,
  type Place,
  referenceAt,
  resolve,
} from "./place.js";
import type { Direction, Noun, What } from "./ratings.js";

/**
 * Compares one pair of places, and adds each change. Every difference leads to at least one change. For a difference
 * that it does not know, a rule adds a bump that is too great rather than too small.
 */
export type Rule = (changes: Changes, pair: Pair, direction: Direction) => void;

/** Compares a value as one: any change of it is in this row of the table. */
export function value(row: What | ((before: unknown, after: unknown) => What)): Rule {
  return (changes, pair, direction) => {
    if (isSame(pair)) return;
    const found = typeof row === "function" ? row(pair.base.value, pair.revision.value) : row;
    changes.add(found, direction, describe(pair), pointerOf(pair));
  };
}

/** Texts that only people read: descriptions, examples, samples, extensions. */
export const words: Rule = value("Words");

/** A key that is `false` by default. */
export function flag(now: What, noLonger: What): Rule {
  return value((before, after) => {
    if ((before === true) === (after === true)) return "Words";
    return after === true ? now : noLonger;
  });
}

export const deprecated: Rule = flag("Deprecated now", "No longer deprecated");

/** Compares the keys of an object, each by its rule. */
export function object(keys: Readonly<Record<string, Rule>>, others?: Rule): Rule {
  return withFallback(each(keys, others));
}

/** The same for an object that another rule compares, too. */
export function each(keys: Readonly<Record<string, Rule>>, others: Rule = value("Unknown key")): Rule {
  return (changes, pair, direction) => {
    if (isMalformed(pair)) return value("Unknown key")(changes, pair, direction);
    for (const key of keysOfPair(pair)) {
      const rule = Object.hasOwn(keys, key) ? keys[key] : undefined;
      (rule ?? (key.startsWith("x-") ? words : others))(changes, childPair(pair, key), direction);
    }
  };
}

/** A key that another rule compares. */
export const elsewhere: Rule = () => {};

interface MapOptions {
  /** The row of an added entry. */
  added?: (entry: Place) => What;
  /** Traits that identify an entry under a new name; without them, only the same content does. */
  sameAs?: ((entry: Place) => string | undefined)[];
  /** Whether keys that begin with `x-` are extensions, and no entries. */
  hasExtensions?: boolean;
}

/** Compares entries by their names, such as paths or headers. */
export function map(noun: Noun, rule: Rule, { added, sameAs, hasExtensions }: MapOptions = {}): Rule {
  return withFallback((changes, pair, direction) => {
    if (isMalformed(pair)) return value("Unknown key")(changes, pair, direction);
    for (const match of matched(pair, sameAs)) {
      const base = child(pair.base, match.base ?? match.revision ?? "");
      const revision = child(pair.revision, match.revision ?? match.base ?? "");
      const isExtension = hasExtensions && nameOf(revision).startsWith("x-");
      if (isExtension) words(changes, { base, revision }, direction);
      else if (match.base === undefined) {
        const row = added?.(revision) ?? `${noun} added`;
        changes.add(row, direction, `${row}: ${match.revision}`, revision.pointer);
      } else if (match.revision === undefined) {
        changes.add(`${noun} removed`, direction, `${noun} removed: ${match.base}`, base.pointer);
      } else {
        const renamed = `${noun} renamed: ${match.base} → ${match.revision}`;
        const row = noun === "Example" ? "Example renamed" : "Renamed";
        if (match.base !== match.revision) changes.add(row, direction, renamed, revision.pointer);
        rule(changes, { base, revision }, direction);
      }
    }
  });
}

/** The rows and the names of the members of a list. */
interface Members {
  added: What | ((member: Place) => What);
  removed: What;
  /** Identifies a member: members of the same name are compared with each other. */
  nameOf: (member: Place) => string;
}

/** Compares a list whose members have names, such as servers by their address. A different order is a patch. */
export function list(kinds: Members, rule: Rule): Rule {
  return withFallback((changes, pair, direction) => {
    const isList = [pair.base, pair.revision].every((side) => side.value === undefined || Array.isArray(side.value));
    if (!isList) return value("Unknown key")(changes, pair, direction);
    members(kinds, rule)(changes, childrenOf(pair.base), childrenOf(pair.revision), direction);
  });
}

/** Compares members, from one list or from several. */
export function members({ added, removed, nameOf: name }: Members, rule: Rule) {
  return (changes: Changes, base: Place[], revision: Place[], direction: Direction): void => {
    const [before, after] = [byName(base, name), byName(revision, name)];
    for (const [key, place] of before) {
      if (!after.has(key)) changes.add(removed, direction, `${removed}: ${name(resolve(place))}`, place.pointer);
    }
    for (const [key, place] of after) {
      const known = before.get(key);
      const row = typeof added === "function" ? added(resolve(place)) : added;
      if (known) rule(changes, { base: known, revision: place }, direction);
      else changes.add(row, direction, `${row}: ${name(resolve(place))}`, place.pointer);
    }
  };
}

/** Members by name. Further members of the same name get a number. */
function byName(places: Place[], name: (member: Place) => string): Map<string, Place> {
  const named = new Map<string, Place>();
  for (const place of places) {
    const first = name(resolve(place));
    let key = first;
    for (let count = 2; named.has(key); count += 1) key = `${first} (${count})`;
    named.set(key, place);
  }
  return named;
}

/** A value that may be a reference. The same two values are compared once for each question and direction. */
export function referable(question: string, rule: Rule): Rule {
  return (changes, pair, direction) => {
    const [from, to] = [referenceAt(pair.base), referenceAt(pair.revision)];
    const [before, after] = [chainOf(pair.base), chainOf(pair.revision)];
    changes.use("base", before.slice(1));
    changes.use("revision", after.slice(1));
    const resolved = { base: before.at(-1) ?? pair.base, revision: after.at(-1) ?? pair.revision };
    const places = `${resolved.base.pointer} ${resolved.revision.pointer}`;
    if (changes.isNew(`${question} ${direction} ${places}`)) rule(changes, resolved, direction);
    if (from === to) return;
    if (from !== undefined && to !== undefined && changes.renamed.get(from) === to) return changes.reportedElsewhere();
    const change = `reference changed: ${from ?? "none"} → ${to ?? "none"}`;
    changes.add("Reference changed", direction, change, pointerOf(pair));
  };
}

/** Adds a patch for a difference that a rule does not report, since callers cannot notice it. */
export function withFallback(rule: Rule): Rule {
  return (changes, pair, direction) => {
    const before = changes.found;
    rule(changes, pair, direction);
    if (changes.found === before) words(changes, pair, direction);
  };
}

function isMalformed({ base, revision }: Pair): boolean {
  return [base.value, revision.value].some((side) => side !== undefined && !isObject(side));
}

/** Where a change is reported: in the newer contract, or in the older where the newer has nothing there. */
export function pointerOf({ base, revision }: Pair): string {
  return (revision.value === undefined ? base : revision).pointer;
}

/** A change in words. Long values are left out. */
export function describe({ base, revision }: Pair, verb = "changed"): string {
  const name = nameOf(revision);
  const [before, after] = [JSON.stringify(base.value), JSON.stringify(revision.value)];
  const isShort = (before?.length ?? 0) + (after?.length ?? 0) <= 120;
  if (before === undefined) return isShort ? `${name} added: ${after}` : `${name} added`;
  if (after === undefined) return isShort ? `${name} removed: ${before}` : `${name} removed`;
  return isShort ? `${name} ${verb}: ${before} → ${after}` : `${name} ${verb}`;
}
