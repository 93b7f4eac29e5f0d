import { below, keyOf, valueAt } from "../contract/pointer.js";

/** One of the two contracts, and the references in it that the comparison has followed. */
export interface Side {
  readonly contract: unknown;
  readonly followed: Set<string>;
}

/** A place in one of the two contracts. */
export interface Place {
  /** The value there; `undefined` where there is none. */
  value: unknown;
  /** JSON pointer to it, with the `#` of a reference. */
  pointer: string;
  side: Side;
}

/** The same place in both contracts. Where one has nothing, its `value` is `undefined`. */
export interface Pair {
  base: Place;
  revision: Place;
}

/** The place of a complete contract. */
export function rootOf(contract: unknown): Place {
  return { value: contract, pointer: "#", side: { contract, followed: new Set() } };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The place one step further down. */
export function child({ value, pointer, side }: Place, key: string): Place {
  return { value: valueAt(value, key), pointer: below(pointer, key), side };
}

/** The pair one step further down. */
export function childPair({ base, revision }: Pair, key: string): Pair {
  return { base: child(base, key), revision: child(revision, key) };
}

/** The places one step further down, by key. */
export function entriesOf(place: Place): Map<string, Place> {
  const keys = typeof place.value === "object" && place.value !== null ? Object.keys(place.value) : [];
  return new Map(keys.map((key) => [key, child(place, key)]));
}

/** The places one step further down. */
export function childrenOf(place: Place): Place[] {
  return [...entriesOf(place).values()];
}

/** The last step of a pointer. */
export function nameOf({ pointer }: Place): string {
  return keyOf(pointer.slice(pointer.lastIndexOf("/") + 1));
}

/** The reference at a place. */
export function referenceAt({ value }: Place): string | undefined {
  return isObject(value) && typeof value["$ref"] === "string" ? value["$ref"] : undefined;
}

/** The place that the reference at a place names; `undefined` if there is none. */
export function targetOf(place: Place): Place | undefined {
  const reference = referenceAt(place);
  if (reference === undefined || !reference.startsWith("#/")) return undefined;
  let found: Place = { value: place.side.contract, pointer: "#", side: place.side };
  for (const step of reference.slice(2).split("/")) found = child(found, keyOf(step));
  place.side.followed.add(found.pointer);
  return found.value === undefined ? undefined : found;
}

/** Longest chain of references, longer than in any contract. */
const LONGEST_CHAIN = 32;

/** Follows references to their target. One without a target is kept. */
export function resolve(place: Place): Place {
  let found = place;
  for (let steps = 0; steps < LONGEST_CHAIN; steps += 1) found = targetOf(found) ?? found;
  return found;
}

/** The pairs of two sets of entries, by name. Where only one side has an entry, the other's `value` is `undefined`. */
export function pairsOf(
  before: ReadonlyMap<string, Place>,
  after: ReadonlyMap<string, Place>,
): [name: string, pair: Pair][] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((name) => {
    const [base, revision] = [before.get(name), after.get(name)];
    const known = base ?? revision;
    if (!known) return [];
    const nothing = { ...known, value: undefined };
    return [[name, { base: base ?? nothing, revision: revision ?? nothing }]];
  });
}
