/** A place in one of the two contracts. */
export interface Place {
  /** What stands there; `undefined` where nothing does. */
  value: unknown;
  /** JSON pointer to it, with the `#` of a reference. */
  pointer: string;
  /** The whole contract, for references. */
  contract: unknown;
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
export function child({ value, pointer, contract }: Place, key: string): Place {
  const step = key.replaceAll("~", "~0").replaceAll("/", "~1");
  return { value: valueAt(value, key), pointer: `${pointer}/${step}`, contract };
}

/** The pair one step further down. */
export function childPair({ base, revision }: Pair, key: string): Pair {
  return { base: child(base, key), revision: child(revision, key) };
}

/** The keys that stand at a place, in its order. */
export function keysOf({ value }: Place): string[] {
  return typeof value === "object" && value !== null ? Object.keys(value) : [];
}

/** The places one step further down. */
export function childrenOf(place: Place): Place[] {
  return keysOf(place).map((key) => child(place, key));
}

/** The keys that stand on either side. */
export function keysOfPair({ base, revision }: Pair): string[] {
  return [...new Set([...keysOf(base), ...keysOf(revision)])];
}

/** The reference that stands at a place. */
export function referenceAt({ value }: Place): string | undefined {
  return isObject(value) && typeof value["$ref"] === "string" ? value["$ref"] : undefined;
}

/** How many references may lead to one another: more than any contract has. */
const LONGEST_CHAIN = 32;

/** Where a reference leads, step by step. Keys beside it take precedence; one that leads nowhere stays as it is. */
export function resolve(place: Place): Place {
  let found = place;
  for (let step = 0; step < LONGEST_CHAIN; step += 1) {
    const reference = referenceAt(found);
    const target = reference === undefined ? undefined : targetOf(found, reference);
    if (!target) return found;
    found = target;
  }
  return found;
}

function targetOf({ value, pointer, contract }: Place, reference: string): Place | undefined {
  const found = find(contract, reference);
  if (!found) return undefined;
  const { $ref: _, ...beside } = isObject(value) ? value : {};
  if (Object.keys(beside).length === 0 || !isObject(found.value)) return found;
  return { value: { ...found.value, ...beside }, pointer, contract };
}

/** The place that a reference within the contract names; `undefined` where nothing stands there. */
function find(contract: unknown, reference: string): Place | undefined {
  if (!reference.startsWith("#/")) return undefined;
  let found: Place = { value: contract, pointer: "#", contract };
  for (const step of reference.slice(2).split("/")) {
    found = child(found, decoded(step).replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return found.value === undefined ? undefined : found;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

function valueAt(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return Reflect.get(value, key);
}
