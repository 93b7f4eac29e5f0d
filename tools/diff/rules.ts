import { type Changes, isSame } from "./changes.js";
import { childrenOf, entriesOf, nameOf, type Pair, type Place, pairsOf, resolve } from "./place.js";
import type { Direction, Noun, What } from "./ratings.js";

/**
 * Compares one pair of places, and adds each change that callers could notice. For a difference that it does not know,
 * a rule adds a bump that is too great rather than too small.
 */
export type Rule = (changes: Changes, pair: Pair, direction: Direction) => void;

/** Compares entries by their names. */
type EntriesRule = (
  changes: Changes,
  before: ReadonlyMap<string, Place>,
  after: ReadonlyMap<string, Place>,
  direction: Direction,
) => void;

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

/** A key that another rule compares. */
export const elsewhere: Rule = () => {};

/** Compares the keys of an object, each by its rule. */
export function object(rules: Readonly<Record<string, Rule>>, others?: Rule): Rule {
  return (changes, { base, revision }, direction) =>
    keys(rules, others)(changes, entriesOf(base), entriesOf(revision), direction);
}

/** The same for keys that are written in several places. */
export function keys(rules: Readonly<Record<string, Rule>>, others: Rule = value("Unknown key")): EntriesRule {
  return (changes, before, after, direction) => {
    for (const [key, pair] of pairsOf(before, after)) {
      const rule = Object.hasOwn(rules, key) ? rules[key] : undefined;
      (rule ?? (key.startsWith("x-") ? words : others))(changes, pair, direction);
    }
  };
}

/** What an added entry is called in the table. */
type Added = (entry: Place) => What;

/** Something with a name that may be added or removed as one. */
export function entry(noun: Noun, rule: Rule, added: Added = () => `${noun} added`) {
  return (changes: Changes, pair: Pair, direction: Direction, name = nameOf(pair.revision)): void => {
    const { base, revision } = pair;
    if (base.value === undefined) {
      const row = added(revision);
      changes.add(row, direction, `${row}: ${name}`, revision.pointer);
    } else if (revision.value === undefined) {
      changes.add(`${noun} removed`, direction, `${noun} removed: ${name}`, base.pointer);
    } else rule(changes, pair, direction);
  };
}

/** Compares entries by their names, such as headers. */
export function entries(noun: Noun, rule: Rule, added?: Added): EntriesRule {
  const one = entry(noun, rule, added);
  return (changes, before, after, direction) => {
    for (const [name, pair] of pairsOf(before, after)) one(changes, pair, direction, name);
  };
}

/** The same for the keys of an object. */
export function map(noun: Noun, rule: Rule, added?: Added): Rule {
  return (changes, { base, revision }, direction) =>
    entries(noun, rule, added)(changes, entriesOf(base), entriesOf(revision), direction);
}

/** The same where keys that begin with `x-` are extensions, and no entries. */
export function extensible(noun: Noun, rule: Rule, added?: Added): Rule {
  const one = entry(noun, rule, added);
  return object({}, (changes, pair, direction) => one(changes, pair, direction));
}

/** Compares a list whose members have names, such as servers by their address. */
export function list(noun: Noun, name: (member: Place) => string, rule: Rule): Rule {
  const named = (place: Place) => new Map(childrenOf(place).map((member) => [name(member), member]));
  return (changes, { base, revision }, direction) =>
    entries(noun, rule)(changes, named(base), named(revision), direction);
}

/** A value that may be a reference. The same two values are compared once for each question and direction. */
export function referable(question: string, rule: Rule): Rule {
  return (changes, { base, revision }, direction) => {
    const pair = { base: resolve(base), revision: resolve(revision) };
    const places = `${pair.base.pointer} ${pair.revision.pointer}`;
    if (changes.isNew(`${question} ${direction} ${places}`)) rule(changes, pair, direction);
  };
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
