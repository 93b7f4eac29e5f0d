import { collections, operation, responseExamples } from "../../generated/contract.js";
import { items as itemChecks } from "../../generated/validators.js";
import type { Check, Collection, Fields } from "../contract.js";

/** An item of a collection: its fields, by name. */
export type Item = Readonly<Record<string, unknown>>;

/** An id of an item. */
export type Id = number | string;

/** The items of one collection: what they have, and how they are made. */
export interface Kind extends Collection {
  readonly check: Check;
  /** The items that the contract shows, in full. There is at least one. */
  readonly examples: readonly [Item, ...Item[]];
  /** The number in the id of the first item. */
  readonly firstNumber: number;
  /** Writes an id with a number in it, in the form of the contract's example. */
  idOf(number: number): Id;
  /** The names of the parameters in the path, each of which names a parent. */
  readonly parents: readonly string[];
  /** Whether times have milliseconds even if the examples have none. */
  readonly hasExactTimes: boolean;
  /** For each variant of an item, its fields, and what a missing one becomes. */
  readonly shapes: readonly Fallbacks[];
}

type Fallbacks = readonly (readonly [name: string, missing: unknown])[];

/** The items that the contract's collections hold. */
export const kinds: readonly Kind[] = collections.map(kindOf);

function kindOf(collection: Collection): Kind {
  const { name, path, idField, ids, fields, variants = [fields], create, list } = collection;
  const [created] = itemsIn(create);
  const sent = operation(create).body?.fields;
  const shapes = variants.map((variant) => fallbacksOf(variant, sent, created));
  const made = Object.fromEntries(shapes[0] ?? []);
  const [first = made, ...others] = [...itemsIn(list), ...(created ? [created] : [])].map((item) => ({
    ...made,
    ...item,
  }));
  const shown = first[idField] ?? fields[idField]?.example ?? 1;
  const [, before = `${shown}-`, digits = "1", after = ""] =
    (ids === "uuid" ? /^(.{24})(.*)$/ : /^(.*?)(\d{1,9})(\D*)$/s).exec(String(shown)) ?? [];
  const check = itemChecks[name] ?? (() => true);
  const kind: Kind = {
    ...{ ...collection, shapes, examples: [first, ...others], check, hasExactTimes: true },
    firstNumber: Number(ids === "integer" ? shown : digits) || 1,
    idOf: (number) => (ids === "integer" ? number : before + String(number).padStart(digits.length, "0") + after),
    parents: [...path.matchAll(/\{([^}]+)\}/g)].map(([, parameter = ""]) => parameter),
  };
  return { ...kind, hasExactTimes: check({ ...first, ...timesOf(kind, new Date(0), "created", "updated") }) };
}

/** The items in the contract's example of an answer. */
function itemsIn(id: string): Item[] {
  const { key } = operation(id).answer;
  const example = responseExamples[id];
  return [key === undefined ? example : isFields(example) && example[key]].flat().filter(isFields);
}

function fallbacksOf(fields: Fields, sent: Fields = {}, created: Item = {}): Fallbacks {
  return Object.entries(fields).flatMap(([name, { schema, required, example }]) => {
    const standard = sent[name]?.schema.default ?? schema.default;
    const shown = required ? (created[name] ?? example) : undefined;
    return schema["writeOnly"] ? [] : [[name, standard ?? shown] as const];
  });
}

/** Whether a value is an object, and no array. */
export function isFields(value: unknown): value is Item {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of an item with the time of its creation, or of its last update. */
export function timesOf({ fields, ...kind }: Kind, now: Date, ...moments: readonly ("created" | "updated")[]): Item {
  const names = moments.flatMap((moment) => kind[moment] ?? []);
  return Object.fromEntries(names.map((name) => [name, timestampLike(fields[name]?.example, now, kind.hasExactTimes)]));
}

/** Writes a time in the form of an example: a date, a time with `Z` or a numeric offset, or a number of seconds or ms. */
function timestampLike(example: unknown, now: Date, isExact: boolean): string | number {
  if (typeof example === "number") return example > 1e11 ? now.getTime() : Math.floor(now.getTime() / 1000);
  const form = String(example);
  const text = isExact || form.includes(".") ? now.toISOString() : now.toISOString().replace(/\.\d+/, "");
  if (form.length === 10) return text.slice(0, 10);
  return form.endsWith("Z")
    ? text
    : text.replace("Z", /[+-]\d\d:?\d\d$/.test(form) ? `+00${form.at(-3) === ":" ? ":" : ""}00` : "");
}

/**
 * The item with some fields, in the order of the contract. A missing field gets the contract's default, or if it is
 * required and has none, the contract's example.
 *
 * @returns `undefined` if it would not match the contract. The check of its kind then knows why.
 */
export function itemOf({ shapes, check }: Kind, given: Item): Item | undefined {
  for (const shape of shapes) {
    const item: Record<string, unknown> = {};
    for (const [name, missing] of shape) {
      const value = Object.hasOwn(given, name) ? given[name] : missing;
      if (value !== undefined) item[name] = value;
    }
    if (check(item)) return item;
  }
  return undefined;
}

/** The item with some fields, if need be with each inner object completed from the contract's example. */
export function completeItem(kind: Kind, given: Item): Item | undefined {
  return itemOf(kind, given) ?? itemOf(kind, completed(given, kind.examples[0]));
}

/**
 * The item with some fields; where those do not match the contract, with what is nearest to them: an inner object is
 * completed from the contract's example, and a field that still does not match is left out.
 *
 * @param base - An item that matches the contract.
 * @param onLeft - Receives the name of each field that is left out.
 */
export function nearestItem(kind: Kind, given: Item, base: Item, onLeft: (name: string) => void): Item {
  const whole = completeItem(kind, given);
  if (whole) return whole;
  const [example] = kind.examples;
  let item = base;
  for (const [name, value] of Object.entries(given)) {
    const tries = [value, complete(value, example[name])].map((one) => ({ ...item, [name]: one }));
    const { [name]: _, ...without } = item;
    const found = [...tries, ...(value === null ? [without] : [])].find((one) => kind.check(one));
    if (!found) onLeft(name);
    item = found ?? item;
  }
  return item;
}

function completed(given: Item, example: Item): Item {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, complete(value, example[name])]));
}

function complete(value: unknown, example: unknown): unknown {
  if (Array.isArray(value) && Array.isArray(example)) return value.map((inner) => complete(inner, example[0]));
  return isFields(value) && isFields(example) ? { ...example, ...completed(value, example) } : value;
}

/** The fields of an item that name its parents. */
export function parentFields({ parents, fields, idField }: Kind, values: readonly string[]): Item {
  const named = parents.map((name, index) => [name, values[index]] as const);
  const known = named.filter(([name]) => Object.hasOwn(fields, name) && name !== idField);
  return Object.fromEntries(
    known.map(([name, value]) => [name, fields[name]?.schema.type === "string" ? value : Number(value)]),
  );
}

/** What the last check of a kind found wrong, as text. */
export function faultsIn({ check }: Kind): string {
  const faults = (check.errors ?? []).map(({ instancePath, message }) =>
    `${instancePath.slice(1).replaceAll("/", ".")} ${message}`.trim(),
  );
  return faults.join("; ");
}

/** A value that nobody can change. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
