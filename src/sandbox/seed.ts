import { type Items, operation } from "../../generated/contract.js";
import { type Id, idAfter } from "./ids.js";
import { type Item, isFields, itemOf, type Kind, kinds, timesOf } from "./items.js";
import { type Entry, entryOf } from "./store.js";

/** The items of one collection at the start: your own, or how many. */
export type SeedOf<Type> = number | readonly Partial<Type>[];

/**
 * The items at the start. A number of them, in each collection that has no parent; your own, in the first collection; or
 * either for each collection, by its name. An item of a nested collection names its parent by the parameter of the path.
 */
export type Seed = SeedOf<Items[keyof Items]> | { readonly [Name in keyof Items]?: SeedOf<Items[Name]> | undefined };

/** The most items that a collection may start with. */
export const LARGEST_SEED = 1_000_000;

/** Returns the items of a collection at the start, below its parents, by their ids in the path. */
export type SeededItems = (kind: Kind, parents: readonly string[]) => readonly Entry[];

/** The parameters in the path of a collection, which name its parents. */
export function parentsOf({ collection }: Kind): string[] {
  return [...collection.path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
}

/**
 * Checks a seed, and makes the items that it says.
 *
 * @param firstIdOf - The id of the first item of a kind.
 * @throws RangeError which names what breaks the contract.
 */
export function seededItems(seed: unknown, firstIdOf: (kind: Kind) => Id, now: Date, name = "seed"): SeededItems {
  const given = byCollection(seed, name);
  const seeded = new Map<Kind, Own[] | number>();
  for (const kind of kinds) {
    const own = given.get(kind.collection.name) ?? 0;
    const place = isFields(seed) ? `${name}.${kind.collection.name}` : name;
    if (Array.isArray(own)) seeded.set(kind, ownItems(kind, own, firstIdOf(kind), now, place));
    else if (Number.isInteger(own) && Number(own) >= 0 && Number(own) <= LARGEST_SEED) seeded.set(kind, Number(own));
    else throw new RangeError(`${place} must be a whole number from 0 to ${LARGEST_SEED}, got ${String(own)}`);
  }
  const made = new Map<Kind, readonly Entry[]>();
  return (kind, parents) => {
    const items = seeded.get(kind) ?? 0;
    if (typeof items !== "number") {
      return items.filter((own) => own.parents.every((id, index) => id === parents[index])).map(({ entry }) => entry);
    }
    // The same ones below every parent.
    const entries = made.get(kind) ?? exampleItems(kind, items, firstIdOf(kind), now);
    made.set(kind, entries);
    return entries;
  };
}

/** What a seed says about each collection, by its name. */
function byCollection(seed: unknown, name: string): ReadonlyMap<string, unknown> {
  const topmost = kinds.filter((kind) => parentsOf(kind).length === 0);
  if (typeof seed === "number")
    return new Map((topmost.length > 0 ? topmost : kinds).map((kind) => [kind.collection.name, seed]));
  const names = kinds.map(({ collection }) => collection.name);
  if (!isFields(seed)) return new Map([[names[0] ?? "", seed]]);
  const unknown = Object.keys(seed).find((key) => !names.includes(key));
  if (unknown === undefined) return new Map(Object.entries(seed));
  throw new RangeError(`${name}.${unknown} is no collection: use ${names.join(", ")}`);
}

const FIRST_CREATION = Date.UTC(2026, 2, 2, 8, 20);
const HOUR = 3_600_000;
const LONGEST_SPAN = 2000 * HOUR;

/** A number of items, the same ones every time: those of the contract's examples, with an id and times of their own. */
function exampleItems(kind: Kind, count: number, firstId: Id, now: Date): Entry[] {
  const { idField, fields } = kind.collection;
  const isUuid = fields[idField]?.schema.format === "uuid";
  const step = Math.min(HOUR, LONGEST_SPAN / count);
  // What is created later has a later time.
  const first = Math.min(FIRST_CREATION, now.getTime() - count * step);
  let id = firstId;
  return Array.from({ length: count }, (_, index) => {
    const example = kind.examples[index % kind.examples.length] ?? kind.examples[0];
    const times = timesOf(kind, new Date(first + index * step), "created", "updated");
    const own = { ...times, [idField]: id };
    id = idAfter(id, isUuid);
    const item = itemOf(kind, { ...varied(kind, example, index), ...own }) ?? { ...example, ...own };
    return ranked(entryOf(kind, item), index);
  });
}

function ranked(entry: Entry, index: number): Entry {
  if (typeof entry.id === "string") entry.rank = index;
  return entry;
}

/** An example whose addresses differ from those of all others, and whose enumerated values take turns. */
function varied({ collection: { fields }, examples, times }: Kind, example: Item, index: number): Item {
  const round = Math.floor(index / examples.length);
  const item: Record<string, unknown> = { ...example };
  for (const [name, { schema }] of Object.entries(fields)) {
    const value = item[name];
    const { enum: values = [], format } = schema;
    if (typeof value !== "string" || times.some(([time]) => time === name)) continue;
    if (values.length > 0) item[name] = values[(values.indexOf(value) + round) % values.length];
    else if (format === "uri" || format === "url") item[name] = `${value}/${index + 1}`;
    else if (format === "email") item[name] = value.replace("@", `+${index + 1}@`);
  }
  return item;
}

/** An item of a caller's, and the ids of the parents that it names. */
interface Own {
  readonly entry: Entry;
  readonly parents: readonly string[];
}

/** Fills in the missing fields of items. Those without an id get the next free one. */
function ownItems(kind: Kind, given: readonly unknown[], firstId: Id, now: Date, name: string): Own[] {
  const { idField, fields } = kind.collection;
  const isUuid = fields[idField]?.schema.format === "uuid";
  const taken = new Set<unknown>(given.map((item) => (isFields(item) ? item[idField] : undefined)));
  let id = firstId;
  const owns = given.map((item, index) => {
    const place = `${name}[${index}]`;
    if (!isFields(item)) throw new RangeError(`${place} must be an object`);
    checkNames(kind, item, place);
    if (!(idField in item)) {
      while (taken.has(id)) id = idAfter(id, isUuid);
      taken.add(id);
    }
    const own = withTimes(kind, { [idField]: id, ...item }, now);
    const made = itemOf(kind, own);
    if (!made) throw new RangeError(`${place}.${reasonOf(kind)}`);
    const parents = parentsOf(kind).map((parent) => String(item[parent]));
    return { entry: ranked(entryOf(kind, made), index), parents };
  });
  const keys = new Set<string>();
  for (const { entry, parents } of owns) {
    const key = JSON.stringify([entry.id, parents]);
    if (keys.has(key)) throw new RangeError(`${name}: two items have the ${idField} ${entry.id}`);
    keys.add(key);
  }
  return owns.sort((a, b) => a.entry.rank - b.entry.rank);
}

function checkNames(kind: Kind, item: Item, place: string): void {
  const { fields, create, idField } = kind.collection;
  const { fields: sent = {} } = operation(create).body ?? {};
  const required = Object.keys(sent).filter((field) => sent[field]?.required && Object.hasOwn(fields, field));
  const parents = parentsOf(kind);
  for (const name of Object.keys(item)) {
    if (!Object.hasOwn(fields, name) && !parents.includes(name)) {
      throw new RangeError(`${place}.${name} is not a field of an item of ${kind.collection.name}`);
    }
  }
  const missing = [...required, ...parents].find((name) => !Object.hasOwn(item, name));
  if (missing !== undefined) throw new RangeError(`${place}.${missing} is missing`);
  const id = item[idField];
  if (typeof id === "number" && !Number.isSafeInteger(id)) throw new RangeError(`${place}.${idField} is too large`);
}

/** The fields with times: an item without the time of its last update was last updated when it was created. */
function withTimes(kind: Kind, item: Item, now: Date): Item {
  const [created] = kind.times.filter(([, moment]) => moment === "created");
  const time = created && item[created[0]];
  const updated = kind.times.filter(([, moment]) => moment === "updated").map(([name]) => [name, time]);
  return {
    ...timesOf(kind, now, "created", "updated"),
    ...(time === undefined ? {} : Object.fromEntries(updated)),
    ...item,
  };
}

/** What is wrong with an item, after its check failed. */
function reasonOf({ check }: Kind): string {
  return (check.errors ?? [])
    .map(({ instancePath, message }) => `${instancePath.slice(1).replaceAll("/", ".")} ${message}`.trim())
    .join("; ");
}
