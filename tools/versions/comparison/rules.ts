import { type Bump, type Changes, isSame } from "./changes.js";
import { matched } from "./match.js";
import { child, childPair, isObject, keysOfPair, type Pair, type Place, referenceAt, resolve } from "./place.js";

/**
 * Compares one pair of places, and adds each change. Whatever differs leads to one change at least: a rule that does
 * not know what it meets says so, with a bump that is too great rather than too small.
 */
export type Rule = (changes: Changes, pair: Pair) => void;

/** A value as a whole, with a bump of its own. */
export function whole(bump: Bump | ((before: unknown, after: unknown) => Bump)): Rule {
  return (changes, pair) => {
    if (isSame(pair)) return;
    const { base, revision } = pair;
    const needed = typeof bump === "function" ? bump(base.value, revision.value) : bump;
    changes.add(needed, describe(pair), pointerOf(pair));
  };
}

/** What becomes of a named entry that one side lacks. */
export interface Entries {
  /** What an entry is, for the reader: `Path`. */
  noun: string;
  added: Bump | ((entry: Place) => Bump);
  removed: Bump | ((entry: Place) => Bump);
  /** Bump of another name for the same. */
  renamed: Bump;
  /** What tells that two entries of different names are the same; without it, that they hold the same. */
  sameAs?: ((entry: Place) => string | undefined)[];
}

/** Entries by their names, such as paths or fields. */
export function entries(kinds: Entries, rule: Rule): Rule {
  return withFallback((changes, pair) => {
    if (isMalformed(pair)) return whole("major")(changes, pair);
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

/** A rule for several keys at once, which gets the whole object. */
export interface Together {
  keys: readonly string[];
  rule: Rule;
}

/**
 * An object whose keys have rules.
 *
 * @param others - For keys without one: major by default, since nothing is known of them.
 */
export function object(keys: Keys, together: readonly Together[] = [], others: Rule = whole("major")): Rule {
  const elsewhere = new Set(together.flatMap((several) => several.keys));
  return withFallback((changes, pair) => {
    if (isMalformed(pair)) return whole("major")(changes, pair);
    for (const key of keysOfPair(pair)) {
      const rule = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (!elsewhere.has(key)) (rule ?? (key.startsWith("x-") ? words : others))(changes, childPair(pair, key));
    }
    for (const { rule } of together) rule(changes, pair);
  });
}

/** What people read alone: descriptions, examples, samples, extensions. */
export const words: Rule = whole("patch");

/** A mark of what is going to leave: semver has it in a minor version. */
export const deprecation: Rule = whole((_, after) => (after === true ? "minor" : "patch"));

/** What may be referred to instead of written out. Where it is shared, it is compared once for each `question`. */
export function referable(question: string, rule: Rule): Rule {
  return (changes, pair) => {
    const [from, to] = [referenceAt(pair.base), referenceAt(pair.revision)];
    const resolved = { base: resolve(pair.base), revision: resolve(pair.revision) };
    const isShared = resolved.base !== pair.base || resolved.revision !== pair.revision;
    const places = `${resolved.base.pointer} ${resolved.revision.pointer}`;
    if (isShared) changes.isNew(`covered ${places}`);
    if (!isShared || changes.isNew(`${question} ${places}`)) rule(changes, resolved);
    if (from === to) return;
    if (from !== undefined && to !== undefined && changes.renamed.get(from) === to) return changes.tellElsewhere();
    const name = (reference: string | undefined) => reference ?? "nothing shared";
    changes.add("patch", `refers to ${name(to)}, before to ${name(from)}`, pointerOf(pair));
  };
}

/** Has a difference that a rule leaves unsaid told as a patch: it changes nothing that callers could meet. */
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

/** Where a change is told: in the newer contract, where something stands there. */
export function pointerOf({ base, revision }: Pair): string {
  return (revision.value === undefined ? base : revision).pointer;
}

/** A change in words. Texts are not repeated. */
export function describe({ base, revision }: Pair, verb = "changed"): string {
  const name = (revision.pointer.split("/").at(-1) ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
  const [before, after] = [JSON.stringify(base.value), JSON.stringify(revision.value)];
  const isShort = (before?.length ?? 0) + (after?.length ?? 0) <= 120;
  if (before === undefined) return isShort ? `${name} added: ${after}` : `${name} added`;
  if (after === undefined) return isShort ? `${name} removed: ${before}` : `${name} removed`;
  return isShort ? `${name} ${verb}: ${before} → ${after}` : `${name} ${verb}`;
}
