import { collections, operation, responseExamples } from "../../generated/contract.js";
import { items as itemChecks } from "../../generated/validators.js";
import type { Answer, Check, Collection, Fields } from "../contract.js";
import { type Id, isWholeNumber } from "./ids.js";
import { type Moment, momentOf, timestampLike } from "./timestamps.js";

/** An item of a collection: its fields, by name. */
export type Item = Readonly<Record<string, unknown>>;

/** The items of one collection: what they have, and how they are made. */
export interface Kind {
  readonly collection: Collection;
  readonly check: Check;
  /** The items that the contract shows, in full. There is at least one. */
  readonly examples: readonly [Item, ...Item[]];
  readonly firstId: Id;
  readonly hasWholeIds: boolean;
  /** Fields that hold times, and the example of each. */
  readonly times: readonly (readonly [name: string, moment: Moment, example: unknown])[];
  /** Whether times have milliseconds even if the examples have none. */
  readonly hasExactTimes: boolean;
  /** The fields of each variant of an item, and what a missing one becomes. */
  readonly variants: readonly (readonly (readonly [name: string, missing: unknown])[])[];
}

/** The items that the contract's collections hold. */
export const kinds: readonly Kind[] = collections.map(kindOf);

function kindOf(collection: Collection): Kind {
  const { name, idField, fields, variants = [fields], create, list } = collection;
  const check = itemChecks[name] ?? (() => true);
  const created = itemIn(operation(create).answer, responseExamples[create]);
  const defaults = operation(create).body?.fields ?? {};
  const missing = (of: Fields) =>
    Object.entries(of).flatMap(([field, { schema, required, example }]) => {
      const standard = (defaults[field]?.schema ?? schema).default ?? schema.default;
      const shown = required ? (created[field] ?? example) : undefined;
      return schema["writeOnly"] === true ? [] : [[field, standard ?? shown] as const];
    });
  const withMissing = variants.map(missing);
  const listed = itemsIn(operation(list).answer, responseExamples[list]);
  const shown = [...listed, created].filter((item) => Object.keys(item).length > 0);
  const made = Object.fromEntries(withMissing[0] ?? []);
  const [first = made, ...others] = shown.map((item) => ({ ...made, ...item }));
  const times = Object.entries(fields).flatMap(([field, facts]) => {
    const moment = momentOf(field, facts);
    return moment ? [[field, moment, facts.example] as const] : [];
  });
  const exact = times.map(([field, , example]) => [field, timestampLike(example, new Date(0), true)]);
  const { schema = {}, example } = fields[idField] ?? {};
  const firstId = [first[idField], example].find((id) => typeof id === "number" || typeof id === "string");
  return {
    ...{ collection, check, examples: [first, ...others], times, variants: withMissing },
    firstId: typeof firstId === "string" ? firstId : Number(firstId ?? 1),
    hasWholeIds: isWholeNumber(schema, first[idField] ?? example),
    hasExactTimes: check({ ...first, ...Object.fromEntries(exact) }),
  };
}

/** The item in an answer. */
function itemIn({ key }: Answer, body: unknown): Item {
  const inner = key === undefined ? body : isFields(body) && body[key];
  return isFields(inner) ? inner : {};
}

function itemsIn({ key }: Answer, body: unknown): Item[] {
  const inner = key === undefined ? body : isFields(body) && body[key];
  return Array.isArray(inner) ? inner.filter(isFields) : [];
}

/** Whether a value is an object, and no array. */
export function isFields(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields with the times of a change. */
export function timesOf({ times, hasExactTimes }: Kind, now: Date, ...moments: readonly Moment[]): Item {
  const fields: Record<string, unknown> = {};
  for (const [name, moment, example] of times) {
    if (moments.includes(moment)) fields[name] = timestampLike(example, now, hasExactTimes);
  }
  return fields;
}

/**
 * The item with some fields, in the order of the contract. A missing field gets the contract's default, or if it is
 * required and has none, the contract's example.
 *
 * @returns `undefined` if it would not match the contract. The check of its kind then knows why.
 */
export function itemOf(kind: Kind, given: Item): Item | undefined {
  for (const fields of kind.variants) {
    const item: Record<string, unknown> = {};
    for (const [name, missing] of fields) {
      const value = Object.hasOwn(given, name) ? given[name] : missing;
      if (value !== undefined) item[name] = value;
    }
    if (kind.check(item)) return item;
  }
  return undefined;
}

/**
 * The item with some fields; where those do not match the contract, with what is nearest to them: an inner object is
 * completed from the contract's example, and a field that still does not match is left out.
 *
 * @param base - An item that matches the contract.
 * @returns The item, and the names of the fields that were left out.
 */
export function nearestItem(kind: Kind, given: Item, base: Item): { item: Item; left: readonly string[] } {
  const whole = itemOf(kind, given) ?? itemOf(kind, completed(given, kind.examples[0], given));
  if (whole) return { item: whole, left: [] };
  const left: string[] = [];
  let item = base;
  for (const { 0: name, 1: value } of Object.entries(given)) {
    const { [name]: _, ...without } = item;
    const tries = [value, complete(value, base[name] ?? kind.examples[0][name])].map((one) => ({
      ...item,
      [name]: one,
    }));
    const found = [...tries, ...(value === null ? [without] : [])].find((one) => kind.check(one));
    if (found) item = found;
    else left.push(name);
  }
  return { item, left };
}

/** The fields, with each inner object completed from an example. */
function completed(given: Item, example: Item, names: Item): Item {
  const all = { ...given };
  for (const name of Object.keys(names)) all[name] = complete(given[name], example[name]);
  return all;
}

function complete(value: unknown, example: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(example)) return value.map((inner) => complete(inner, example[0]));
  if (!isFields(value) || !isFields(example)) return value;
  return { ...example, ...completed(value, example, value) };
}

/** An item that nobody can change, so that its JSON stays true. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
