import { type Bump, type Changes, isSame } from "./changes.js";
import { matched } from "./match.js";
import { child, childPair, isObject, keysOfPair, type Pair, type Place, referenceAt, resolve } from "./place.js";

/**
 * Compares one pair of places, and adds each change. Every difference leads to at least one change. For a difference
 * that it does not know, a rule adds a bump that is too great rather than too small.
 */
export type Rule = (changes: Changes, pair: Pair) => void;

/** A value that is compared as one, with the bump of any change. */
export function anyChange(bump: Bump | ((before: unknown, after: unknown) => Bump)): Rule {
  return (changes, pair) => {
    if (isSame(pair)) return;
    const { base, revision } = pair;
    const needed = typeof bump === "function" ? bump(base.value, revision.value) : bump;
    changes.add(needed, describe(pair), pointerOf(pair));
  };
}

/** The bumps of entries that are on one side only, or renamed. */
export interface Entries {
  /** What an entry is, for the reader: `Path`. */
  noun: string;
  added: Bump | ((entry: Place) => Bump);
  removed: Bump | ((entry: Place) => Bump);
  /** Bump of a new name for the same entry. */
  renamed: Bump;
  /** Traits that identify an entry under a new name; without them, only the same content does. */
  sameAs?: ((entry: Place) => string | undefined)[];
}

/** Entries by their names, such as paths or fields. */
export function entries(kinds: Entries, rule: Rule): Rule {
  return withFallback((changes, pair) => {
    if (isMalformed(pair)) return anyChange("major")(changes, pair);
    for (const { base, revision } of matched(pair, kinds.sameAs)) {
      compareEntry(changes, kinds, rule, pair, base, revision);
    }
  });
}

function compareEntry(
  changes: Changes,
  { noun, added, removed, renamed }: Entries,
  rule: Rule,
  pair: Pair,
  before: string | undefined,
  after: string | undefined,
): void {
  const base = child(pair.base, before ?? after ?? "");
  const revision = child(pair.revision, after ?? before ?? "");
  const rate = (bump: Entries["added"], entry: Place) => (typeof bump === "function" ? bump(entry) : bump);
  if (before === undefined) changes.add(rate(added, revision), `${noun} added: ${after}`, revision.pointer);
  else if (after === undefined) changes.add(rate(removed, base), `${noun} removed: ${before}`, base.pointer);
  else {
    if (before !== after) changes.add(renamed, `${noun} renamed: ${before} → ${after}`, revision.pointer);
    rule(changes, { base, revision });
  }
}

/** Rules for the keys of an object. */
export type Keys = Record<string, Rule>;

/** A rule for several keys together, which gets the complete object. */
export interface Together {
  keys: readonly string[];
  rule: Rule;
}

/**
 * An object whose keys have rules.
 *
 * @param others - For keys without one: major by default, since nothing is known about them.
 */
export function object(keys: Keys, together: readonly Together[] = [], others: Rule = anyChange("major")): Rule {
  const elsewhere = new Set(together.flatMap((several) => several.keys));
  return withFallback((changes, pair) => {
    if (isMalformed(pair)) return anyChange("major")(changes, pair);
    for (const key of keysOfPair(pair)) {
      const rule = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (!elsewhere.has(key)) (rule ?? (key.startsWith("x-") ? words : others))(changes, childPair(pair, key));
    }
    for (const { rule } of together) rule(changes, pair);
  });
}

/** Texts that only people read: descriptions, examples, samples, extensions. */
export const words: Rule = anyChange("patch");

/** A deprecation, which semver puts into a minor version. */
export const deprecation: Rule = anyChange((_, after) => (after === true ? "minor" : "patch"));

/** A value that may be a reference. A shared value is compared once for each `question`. */
export function referable(question: string, rule: Rule): Rule {
  return (changes, pair) => {
    const [from, to] = [referenceAt(pair.base), referenceAt(pair.revision)];
    const resolved = { base: resolve(pair.base), revision: resolve(pair.revision) };
    const isShared = resolved.base !== pair.base || resolved.revision !== pair.revision;
    const places = `${resolved.base.pointer} ${resolved.revision.pointer}`;
    if (isShared) changes.isNew(`covered ${places}`);
    if (!isShared || changes.isNew(`${question} ${places}`)) rule(changes, resolved);
    if (from === to) return;
    if (from !== undefined && to !== undefined && changes.renamed.get(from) === to) return changes.reportedElsewhere();
    changes.add("patch", `reference changed: ${from ?? "none"} → ${to ?? "none"}`, pointerOf(pair));
  };
}

/** Adds a patch for a difference that a rule does not report, since callers cannot notice it. */
export function withFallback(rule: Rule): Rule {
  return (changes, pair) => {
    const before = changes.found;
    rule(changes, pair);
    if (changes.found === before && !isSame(pair)) words(changes, pair);
  };
}

function isMalformed({ base, revision }: Pair): boolean {
  return [base.value, revision.value].some((value) => value !== undefined && !isObject(value));
}

/** Where a change is reported: in the newer contract, or in the older where the newer has nothing there. */
export function pointerOf({ base, revision }: Pair): string {
  return (revision.value === undefined ? base : revision).pointer;
}

/** A change in words. Long values are left out. */
export function describe({ base, revision }: Pair, verb = "changed"): string {
  const name = (revision.pointer.split("/").at(-1) ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
  const [before, after] = [JSON.stringify(base.value), JSON.stringify(revision.value)];
  const isShort = (before?.length ?? 0) + (after?.length ?? 0) <= 120;
  if (before === undefined) return isShort ? `${name} added: ${after}` : `${name} added`;
  if (after === undefined) return isShort ? `${name} removed: ${before}` : `${name} removed`;
  return isShort ? `${name} ${verb}: ${before} → ${after}` : `${name} ${verb}`;
}
