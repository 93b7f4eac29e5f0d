import { isDeepStrictEqual } from "node:util";
import {
  chainOf,
  child,
  childrenOf,
  isObject,
  keysOf,
  type Pair,
  type Place,
  partsOf,
  resolve,
  withMembers,
  without,
  withParts,
} from "./place.js";

/** The keywords that describe a value, and limit none. */
const ANNOTATIONS = [
  "title",
  "description",
  "examples",
  "example",
  "$comment",
  "externalDocs",
  "default",
  "deprecated",
];

/** The keywords of alternatives. */
export const ALTERNATIVES = ["anyOf", "oneOf"] as const;

/** A pair of schemas in one form, so that another spelling of the same schema is no other schema. */
export function formsOf({ base, revision }: Pair): Pair {
  const forms = { base: formOf(base), revision: formOf(revision) };
  const typed = { base: asTypes(forms.base), revision: asTypes(forms.revision) };
  const hasAlternatives = [typed.base, typed.revision].some(({ value }) => ALTERNATIVES.some((key) => has(value, key)));
  return hasAlternatives ? forms : typed;
}

/**
 * A schema with its references followed. `allOf`, and an only alternative, are merged where no keyword says two things;
 * `const` is an `enum` of one value, and a list of one type that type; `true`, `false` and a missing schema are objects.
 */
export function formOf(place: Place, within: readonly string[] = []): Place {
  const found = asObject(resolve(place));
  if (!isObject(found.value)) return found;
  const inside = [...within, found.pointer];
  let form = withOneType(constAsEnum(found));
  for (const key of ["allOf", ...ALTERNATIVES]) {
    const all = child(form, key);
    if (!Array.isArray(all.value) || (key !== "allOf" && all.value.length !== 1)) continue;
    const kept: Place[] = [];
    form = without(form, key);
    for (const member of childrenOf(all)) {
      const isCircular = inside.includes(resolve(member).pointer);
      const merged = isCircular ? undefined : merge(form, formOf(member, inside), inside);
      if (merged) form = merged;
      else kept.push(member);
    }
    if (kept.length > 0) form = withPart(form, key, withMembers(all, [...childrenOf(child(form, key)), ...kept]));
  }
  return form;
}

/** The places that a schema in this form may be made of. */
export function sourcesOf(place: Place, within: readonly string[] = []): Place[] {
  const chain = chainOf(place);
  const pointers = chain.map(({ pointer }) => pointer);
  if (pointers.some((pointer) => within.includes(pointer))) return [];
  const found = chain.at(-1) ?? place;
  const members = ["allOf", ...ALTERNATIVES].flatMap((key) => childrenOf(child(found, key)));
  return [...chain, ...members.flatMap((member) => sourcesOf(member, [...within, ...pointers]))];
}

function asObject(place: Place): Place {
  const { value } = place;
  if (value === undefined || value === true) return { ...place, value: {} };
  return value === false ? { ...place, value: { not: {} } } : place;
}

function constAsEnum(place: Place): Place {
  if (!has(place.value, "const") || has(place.value, "enum")) return place;
  const only = child(place, "const");
  return withPart(without(place, "const"), "enum", withMembers(only, [only]));
}

function withOneType(place: Place): Place {
  const [only, ...others] = childrenOf(child(place, "type"));
  return only && others.length === 0 ? withPart(place, "type", only) : place;
}

/** Both schemas as one; `undefined` where a keyword of the second says something else, or about other fields. */
function merge(first: Place, second: Place, within: readonly string[]): Place | undefined {
  const isOutOfReach = (closed: Place, keys: string[], open: Place) =>
    has(open.value, "properties") &&
    keys.some((key) => ![undefined, true].some((open) => child(closed, key).value === open));
  if (isOutOfReach(first, ["additionalProperties"], second)) return undefined;
  if (isOutOfReach(second, ["additionalProperties", "unevaluatedProperties"], first)) return undefined;
  const parts = partsOf(first);
  for (const [key, theirs] of partsOf(second)) {
    const mine = parts.get(key);
    if (!mine) parts.set(key, theirs);
    else if (!isDeepStrictEqual(mine.value, theirs.value) && !ANNOTATIONS.includes(key)) {
      const joined = join(key, mine, theirs, within);
      if (!joined) return undefined;
      parts.set(key, joined);
    }
  }
  return withParts(first, parts);
}

/** The fields, or the names of the required fields, of both; `undefined` where they cannot be joined. */
function join(key: string, first: Place, second: Place, within: readonly string[]): Place | undefined {
  if (key === "required" && Array.isArray(first.value) && Array.isArray(second.value)) {
    const added = childrenOf(second).filter(({ value }) => !childrenOf(first).some((known) => known.value === value));
    return withMembers(first, [...childrenOf(first), ...added]);
  }
  if (key !== "properties" || !isObject(first.value) || !isObject(second.value)) return undefined;
  const fields = partsOf(first);
  for (const [name, theirs] of partsOf(second)) {
    const mine = fields.get(name) ?? theirs;
    const both = isDeepStrictEqual(mine.value, theirs.value) ? theirs : mergeFields(mine, theirs, within);
    if (!both) return undefined;
    fields.set(name, both);
  }
  return withParts(first, fields);
}

/** Two schemas of one field as one. */
function mergeFields(first: Place, second: Place, within: readonly string[]): Place | undefined {
  const inside = [resolve(first).pointer, resolve(second).pointer];
  if (inside.some((pointer) => within.includes(pointer))) return undefined;
  return merge(formOf(first, within), formOf(second, within), [...within, ...inside]);
}

/** Keywords that limit values of any type. */
const ANY_TYPE = ["enum", "const", "not", "if", "allOf", "$ref", "discriminator", ...ALTERNATIVES];

/**
 * A schema whose alternatives are types, of which at most one has more to say, with a list of types instead:
 * `anyOf: [{ type: string, minLength: 1 }, { type: "null" }]`. Other schemas stay as they are.
 */
function asTypes(place: Place): Place {
  const key = ALTERNATIVES.find((name) => Array.isArray(child(place, name).value));
  if (!key || has(place.value, "type")) return place;
  const members = childrenOf(child(place, key)).map((member) => formOf(member));
  const types = members.flatMap(({ value }) => (isObject(value) ? [value["type"]].flat() : [undefined]));
  const isPlain = (member: Place) => keysOf(member).every((name) => name === "type" || ANNOTATIONS.includes(name));
  const [rich, ...others] = members.filter((member) => !isPlain(member));
  const isMixed = others.length > 0 || keysOf(rich ?? place).some((name) => rich && ANY_TYPE.includes(name));
  const isUnclear = types.includes(undefined) || (types.includes("number") && types.includes("integer"));
  if (members.length === 0 || isMixed || isUnclear) return place;
  const named = { ...child(place, key), value: [...new Set(types)], parts: new Map<string, Place>() };
  const merged = rich ? merge(without(place, key), without(rich, "type"), [place.pointer]) : without(place, key);
  return merged ? withPart(merged, "type", named) : place;
}

function withPart(place: Place, key: string, part: Place): Place {
  return withParts(place, partsOf(place).set(key, part));
}

function has(value: unknown, key: string): boolean {
  return isObject(value) && value[key] !== undefined;
}

/** The schema without what only describes it, and without keywords that another one has. */
export function ownLimits(place: Place, other: Place): Place {
  return without(place, ...ANNOTATIONS, ...keysOf(other));
}
