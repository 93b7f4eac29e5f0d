import type { Bump, Changes } from "./changes.js";
import { childrenOf, type Pair, type Place, resolve } from "./place.js";
import { anyChange, type Rule, withFallback } from "./rules.js";

/** The members of a list that has a name for each. */
export interface Members {
  /** What a member is, for the reader: `Parameter`. */
  noun: string;
  /** Identifies a member: members of the same name are compared with each other. */
  nameOf: (member: Place) => string;
  added: Bump | ((member: Place) => Bump);
  removed: Bump;
}

/** A list whose members have names, such as servers by their address. A different order is a patch. */
export function list(kinds: Members, rule: Rule): Rule {
  return withFallback((changes, pair) => {
    const isList = [pair.base, pair.revision].every(({ value }) => value === undefined || Array.isArray(value));
    if (!isList) return anyChange("major")(changes, pair);
    members(changes, kinds, rule, childrenOf(pair.base), childrenOf(pair.revision));
  });
}

/** Compares members, from one list or from several. */
export function members(changes: Changes, kinds: Members, rule: Rule, base: Place[], revision: Place[]): void {
  const { noun, nameOf, added, removed } = kinds;
  const [before, after] = [byName(base, nameOf), byName(revision, nameOf)];
  for (const [name, place] of before) {
    if (!after.has(name)) changes.add(removed, `${noun} removed: ${shown(place, nameOf)}`, place.pointer);
  }
  for (const [name, place] of after) {
    const known = before.get(name);
    if (known) rule(changes, { base: known, revision: place } satisfies Pair);
    else {
      const bump = typeof added === "function" ? added(resolve(place)) : added;
      changes.add(bump, `${noun} added: ${shown(place, nameOf)}`, place.pointer);
    }
  }
}

/** Members by name. Further members of the same name get a number. */
function byName(places: Place[], nameOf: (member: Place) => string): Map<string, Place> {
  const named = new Map<string, Place>();
  for (const place of places) {
    const name = nameOf(resolve(place));
    let key = name;
    for (let count = 2; named.has(key); count += 1) key = `${name} (${count})`;
    named.set(key, place);
  }
  return named;
}

function shown(place: Place, nameOf: (member: Place) => string): string {
  return nameOf(resolve(place));
}
