import { PROSE } from "../contract/json-schema.js";
import type { Pair } from "./pair.js";
import { nameOf, type Place } from "./place.js";
import { rowOfEntry, type What } from "./ratings.js";

/**
 * Compares one pair of places, and reports each change that callers could notice. For a difference that it does not
 * know, a rule reports a bump that is too great rather than too small.
 */
export type Rule = (pair: Pair) => void;

/** The rules of an object, by its keys. */
export type Rules = Readonly<Record<string, Rule>>;

/** Compares a value as one: any change of it is in this row of the table. */
export function value(row: What | ((before: unknown, after: unknown) => What)): Rule {
  return (pair) => {
    if (pair.isSame) return;
    pair.report(typeof row === "function" ? row(pair.base.value, pair.revision.value) : row);
  };
}

/** Texts that only people read. */
export const words: Rule = value("Words");

/** A key that is `false` by default. */
export function flag(now: What, noLonger: What): Rule {
  return value((before, after) => {
    if ((before === true) === (after === true)) return "Words";
    return after === true ? now : noLonger;
  });
}

export const deprecated: Rule = flag("Deprecated now", "No longer deprecated");

/** A key that another rule compares, or that only people read. What no rule reports is a patch. */
export const elsewhere: Rule = () => {};

const unknown: Rule = value("Unknown key");

/** Compares keys, each by its rule. */
export function compareKeys(rules: Rules, keys: Iterable<[key: string, pair: Pair]>): void {
  for (const [key, pair] of keys) {
    const known = Object.hasOwn(rules, key) ? rules[key] : undefined;
    (known ?? (PROSE.includes(key) || isExtension(key) ? words : unknown))(pair);
  }
}

function isExtension(key: string): boolean {
  return key.startsWith("x-");
}

/** An object, or a reference to one. The same two are compared once in each direction. */
export function object(rules: Rules): Rule {
  return (pair) => {
    const found = pair.resolved();
    if (found.isNew(rules)) compareKeys(rules, found.entries());
  };
}

/** Something with a name that may be added or removed as one. */
export function entry(noun: string, rule: Rule, nounOfAdded = (_: Place) => noun) {
  return (pair: Pair, name = nameOf(pair.revision)): void => {
    if (pair.base.value === undefined) {
      const added = nounOfAdded(pair.revision);
      pair.report(rowOfEntry(added, "added"), `${added} added: ${name}`);
    } else if (pair.revision.value === undefined) {
      pair.report(rowOfEntry(noun, "removed"), `${noun} removed: ${name}`);
    } else rule(pair);
  };
}

/**
 * Compares entries by their names.
 *
 * @param by - The entries at a place: by default its keys, such as those of headers.
 */
export function map(
  noun: string,
  rule: Rule,
  by?: (place: Place) => ReadonlyMap<string, Place>,
  nounOfAdded?: (added: Place) => string,
): Rule {
  const one = entry(noun, rule, nounOfAdded);
  return (pair) => {
    for (const [name, inner] of pair.entries(by)) one(inner, name);
  };
}

/** The same where keys that begin with `x-` are extensions, and no entries. */
export function extensible(noun: string, rule: Rule, nounOfAdded?: (added: Place) => string): Rule {
  const one = entry(noun, rule, nounOfAdded);
  return (pair) => {
    for (const [name, inner] of pair.entries()) (isExtension(name) ? words : one)(inner);
  };
}
