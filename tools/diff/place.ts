import { at, below, keyOf, valueAt } from "../contract/pointer.js";

/** A place in one of the two contracts. */
export interface Place {
  /** The value there; `undefined` where there is none. */
  readonly value: unknown;
  /** JSON pointer to it, with the `#` of a reference. */
  readonly pointer: string;
  /** The complete contract. */
  readonly contract: unknown;
}

/** The place of a complete contract. */
export function rootOf(contract: unknown): Place {
  return { value: contract, pointer: "#", contract };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The place one step further down. */
export function child({ value, pointer, contract }: Place, key: string): Place {
  return { value: valueAt(value, key), pointer: below(pointer, key), contract };
}

/** The places one step further down, by key. */
export function entriesOf(place: Place): [key: string, inner: Place][] {
  const keys = typeof place.value === "object" && place.value !== null ? Object.keys(place.value) : [];
  return keys.map((key) => [key, child(place, key)]);
}

/** The places one step further down. */
export function childrenOf(place: Place): Place[] {
  return entriesOf(place).map(([, inner]) => inner);
}

/** The last step of a pointer. */
export function nameOf({ pointer }: Place): string {
  return keyOf(pointer.slice(pointer.lastIndexOf("/") + 1));
}

/** The parameter that a place is in, if the pointer has only its number in a list. */
export function parameterOf({ pointer, contract }: Place): string | undefined {
  const [list] = /^.*\/parameters\/\d+(?=\/)/.exec(pointer) ?? [];
  const { name, in: where } = Object(list && at(contract, list));
  return name === undefined ? undefined : `${name} (${where})`;
}

/** The reference at a place. */
export function referenceAt({ value }: Place): string | undefined {
  return isObject(value) && typeof value["$ref"] === "string" ? value["$ref"] : undefined;
}

/** The place that the reference at a place names; `undefined` if there is none. */
export function targetOf(place: Place): Place | undefined {
  const reference = referenceAt(place);
  if (reference === undefined || !reference.startsWith("#/")) return undefined;
  const found = reference.slice(2).split("/").map(keyOf).reduce(child, rootOf(place.contract));
  return found.value === undefined ? undefined : found;
}

/** Follows references to their target. One without a target is kept; the reader refuses one that leads back to itself. */
export function resolve(place: Place): Place {
  const target = targetOf(place);
  return target ? resolve(target) : place;
}
