import { collections } from "../../../generated/contract.js";
import { items as itemChecks } from "../../../generated/validators.js";
import type { Check, Collection, TimeForm } from "../../contract-types.js";
import { isFields } from "../option-checks.js";
import { Problem } from "../request/refusals.js";
import { sentenceOf, typed } from "../request/validation.js";

/** An item of a collection: its fields, by name. */
export type Item = Readonly<Record<string, unknown>>;

/** A collection with the check of its items. */
export interface Kind extends Collection {
  readonly check: Check;
}

/** The items that the contract's collections hold. */
export const kinds: readonly Kind[] = collections.map((collection) => ({
  ...collection,
  check: itemChecks[collection.name] ?? (() => true),
}));

/** The fields of an item with the time of its creation, or of its last update. */
export function timesOf(
  { times }: Kind,
  now: Date,
  ...moments: readonly TimeForm["moment"][]
): Record<string, unknown> {
  const fields: Record<string, unknown> = {};
  const text = now.toISOString();
  for (const [name, { moment, length, zone }] of Object.entries(times)) {
    if (moments.includes(moment)) fields[name] = text.slice(0, length) + zone;
  }
  return fields;
}

/**
 * The item with some fields, in the order of the contract. A missing field gets the contract's default, or if it is
 * required and has none, the contract's example.
 *
 * @returns `undefined` if it would not match the contract. The check of its kind then knows why.
 */
export function itemOf({ fields, missing, check }: Kind, given: Item): Item | undefined {
  const item: Record<string, unknown> = {};
  for (const name in fields) {
    const value = Object.hasOwn(given, name) ? given[name] : missing[name];
    if (value !== undefined) item[name] = value;
  }
  return check(item) ? item : undefined;
}

/** An item that the contract shows. */
export function exampleOf({ examples }: Kind, index = 0): Item {
  return examples[index % examples.length] ?? {};
}

/** The fields whose names pass a test. */
export function partOf(fields: Item, isIn: (name: string) => boolean): Item {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isIn(name)));
}

/** The item with some fields, if need be with each inner object completed from the contract's example. */
export function completeItem(kind: Kind, given: Item): Item | undefined {
  const isGiven = (name: string) => Object.hasOwn(given, name);
  return itemOf(kind, given) ?? itemOf(kind, partOf(merged(kind.inner ?? {}, given, completed), isGiven));
}

/**
 * An item with as many of some fields as match the contract, if need be with inner objects completed from the contract's
 * example. The others are left out.
 *
 * @param kept - Fields that match the contract, and that the item has to have.
 * @param note - Receives what is left out.
 * @throws Problem when the contract allows no such item.
 */
export function nearestItem(kind: Kind, given: Item, kept: Item, note: (text: string) => void): Item {
  const whole = completeItem(kind, given);
  if (whole) return whole;
  const { inner = {} } = kind;
  let item: Item = { ...exampleOf(kind), ...kept };
  for (const [name, value] of Object.entries(given)) {
    const tries = [value, completed(inner[name], value)].map((one) => ({ ...item, [name]: one }));
    const found = tries.find((one) => kind.check(one));
    if (!found) note(`${name} does not match the contract's item: it is not kept`);
    item = found ?? item;
  }
  if (kind.check(item)) return item;
  throw new Problem(422, `The contract allows no such item: ${faultsIn(kind)}.`);
}

/** Fields on top of others, and so within each object, as a JSON Merge Patch has them. */
export function merged(base: Item, given: Item, complete = mergedValue): Item {
  const all: Record<string, unknown> = { ...base };
  for (const name in given) all[name] = complete(base[name], given[name]);
  return all;
}

function mergedValue(base: unknown, given: unknown): unknown {
  return isFields(base) && isFields(given) ? merged(base, given) : given;
}

/** What is given on top of an example: each item of a list on top of the first one. */
function completed(example: unknown, given: unknown): unknown {
  if (Array.isArray(example) && Array.isArray(given)) return given.map((inner) => completed(example[0], inner));
  return isFields(example) && isFields(given) ? merged(example, given, completed) : given;
}

/** The fields of an item that name its parents. */
export function parentFields({ parents, fields, idField }: Kind, values: readonly string[]): Item {
  const named: Record<string, unknown> = {};
  for (const [index, name] of parents.entries()) {
    const field = name === idField ? undefined : fields[name];
    if (field) named[name] = typed(values[index], field.schema);
  }
  return named;
}

/** What the last check of a kind found wrong, as text. */
export function faultsIn({ check }: Kind): string {
  return (check.errors ?? []).map((found) => sentenceOf(found, ["item"])).join("; ");
}

/** A value that nobody can change. */
export function frozen<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null) return value;
  for (const inner of Object.values(value)) frozen(inner);
  return Object.freeze(value);
}
