import { below, keyOf, valueAt } from "../contract/pointer.js";
/** A place in one of the two contracts. */
export interface Place {
  /** The value there; `undefined` where there is none. */
  value: unknown;
  /** JSON pointer to it, with the `#` of a reference. */
  pointer: string;
  /** The complete contract, for references. */
  contract: unknown;
  /** The values below it that are written elsewhere, by key. */
  parts?: ReadonlyMap<string, Place>;
}

/** The same place in both contracts. Where one has nothing, its `value` is `undefined`. */
export interface Pair {
  base: Place;
  revision: Place;
}

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The place one step further down. */
export function child({ value, pointer, contract, parts }: Place, key: string): Place {
  const part = parts?.get(key);
  if (part) return part;
  return { value: valueAt(value, key), pointer: below(pointer, key), contract };
}

/** The pair one step further down. */
export function childPair({ base, revision }: Pair, key: string): Pair {
  return { base: child(base, key), revision: child(revision, key) };
}

/** The keys at a place, in its order. */
export function keysOf({ value }: Place): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

/** The places one step further down. */
export function childrenOf(place: Place): Place[] {
  return keysOf(place).map((key) => child(place, key));
}

/** The keys of either side. */
export function keysOfPair({ base, revision }: Pair): string[] {
  return [...new Set([...keysOf(base), ...keysOf(revision)])];
}

/** The places one step further down, by key. */
export function partsOf(place: Place): Map<string, Place> {
  return new Map(keysOf(place).map((key) => [key, child(place, key)]));
}

/** A place whose values are written elsewhere. */
export function withParts(place: Place, parts: ReadonlyMap<string, Place>): Place {
  const entries = [...parts].map(([key, { value }]): [string, unknown] => [key, value]);
  const value = Array.isArray(place.value) ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
  return { ...place, value, parts };
}

/** A list whose members are written elsewhere. */
export function withMembers(list: Place, members: readonly Place[]): Place {
  return withParts({ ...list, value: [] }, new Map(members.map((member, index) => [`${index}`, member])));
}

/** A place without some of its keys. */
export function without(place: Place, ...keys: string[]): Place {
  return withParts(place, new Map([...partsOf(place)].filter(([key]) => !keys.includes(key))));
}

/** The last step of a pointer. */
export function nameOf({ pointer }: Place): string {
  return (pointer.split("/").at(-1) ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
}

/** The reference at a place. */
export function referenceAt({ value }: Place): string | undefined {
  return isObject(value) && typeof value["$ref"] === "string" ? value["$ref"] : undefined;
}

/** Longest chain of references, longer than in any contract. */
const LONGEST_CHAIN = 32;

/** Follows references to their target. One without a target is kept. */
export function resolve(place: Place): Place {
  return chainOf(place).at(-1) ?? place;
}

/** A place, and the places that its references lead to, one after another. */
export function chainOf(place: Place): Place[] {
  const chain = [place];
  for (let target = targetOf(place); target && chain.length < LONGEST_CHAIN; target = targetOf(target)) {
    chain.push(target);
  }
  return chain;
}

/** What may be next to a reference, and says the same of its target in other words. */
const DESCRIPTIONS = ["summary", "title", "description", "default", "deprecated", "example", "examples", "$comment"];

/** The target of a reference. Descriptions next to it replace those of the target; other keys are one more schema. */
function targetOf(place: Place): Place | undefined {
  const reference = referenceAt(place);
  const found = reference === undefined ? undefined : find(place.contract, reference);
  const siblings = partsOf(place);
  siblings.delete("$ref");
  if (!found || siblings.size === 0 || !isObject(found.value)) return found;
  if ([...siblings.keys()].every((key) => DESCRIPTIONS.includes(key) || key.startsWith("x-"))) {
    return withParts(place, new Map([...partsOf(found), ...siblings]));
  }
  const all = child(place, "allOf");
  return withParts(place, siblings.set("allOf", withMembers(all, [found, ...childrenOf(all)])));
}

/** The place that a reference within the contract names; `undefined` where there is none. */
export function find(contract: unknown, reference: string): Place | undefined {
  if (!reference.startsWith("#/")) return undefined;
  let found: Place = { value: contract, pointer: "#", contract };
  for (const step of reference.slice(2).split("/")) {
    found = child(found, keyOf(step));
  }
  return found.value === undefined ? undefined : found;
}
