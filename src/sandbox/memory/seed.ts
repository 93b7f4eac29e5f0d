import type { Items } from "../../../generated/contract.js";
import { LARGEST_SEED } from "../limits.js";
import { isFields, whole } from "../option-checks.js";
import { idOf } from "./ids.js";
import {
  completeItem,
  exampleOf,
  faultsIn,
  type Item,
  itemOf,
  type Kind,
  kinds,
  parentFields,
  timesOf,
} from "./items.js";
import { type Entry, entryOf } from "./store.js";

/** The items of one collection at the start: how many, those of the contract's examples, or your own. */
export type SeedOf<Type> = number | "examples" | readonly Partial<Type>[];

/**
 * The items at the start. A number of them, or the contract's examples, in each collection that is not below a remembered
 * item; your own, in the first collection; or any of these for each collection, by its name. An item of a nested
 * collection names its parent by the parameter of the path.
 */
export type Seed = SeedOf<Items[keyof Items]> | { readonly [Name in keyof Items]?: SeedOf<Items[Name]> | undefined };

/** Returns the items of a collection at the start, below its parents, by their ids in the path. */
export type SeededItems = (kind: Kind, parents: readonly string[]) => readonly Entry[];

/**
 * Checks a seed, and makes the items that it says.
 *
 * @throws RangeError which names what breaks the contract.
 */
export function seededItems(seed: unknown, now: Date): SeededItems {
  const names = kinds.map((kind) => kind.name);
  const unknown = isFields(seed) ? Object.keys(seed).find((key) => !names.includes(key)) : undefined;
  if (unknown !== undefined) throw new RangeError(`seed.${unknown} is no collection: use ${names.join(", ")}`);
  const seeded = kinds.map((kind, index) => {
    const isMeant = Array.isArray(seed) ? index === 0 : kind.parent === undefined;
    const own = isFields(seed) ? (seed[kind.name] ?? 0) : isMeant ? seed : 0;
    const place = isFields(seed) ? `seed.${kind.name}` : "seed";
    const made = () =>
      own === "examples" ? kind.examples : variedItems(kind, whole(place, own, 0, LARGEST_SEED), now);
    const items = Array.isArray(own) ? ownItems(kind, own, now, place) : made().map((item) => seededItem(kind, item));
    // Texts are no numbers, and keep their order.
    return items.sort((a, b) => Number(a.entry.id) - Number(b.entry.id) || 0);
  });
  return (kind, parents) => {
    const items = seeded[kinds.indexOf(kind)] ?? [];
    const own = parentFields(kind, parents);
    const isAlone = Object.keys(own).length === 0;
    return items.flatMap(({ entry, parents: above }) => {
      if (above.some((id, index) => id !== parents[index])) return [];
      return isAlone ? entry : entryOf(kind, { ...entry.item, ...own });
    });
  };
}

/** An item at the start, and the ids of the parents that it names. */
interface SeededItem {
  readonly entry: Entry;
  readonly parents: readonly string[];
}

function seededItem(kind: Kind, item: Item, parents: readonly string[] = []): SeededItem {
  return { entry: entryOf(kind, item), parents };
}

const FIRST_CREATION = Date.UTC(2026, 2, 2, 8, 20);
const HOUR = 3_600_000;

/** A number of items, the same ones every time: those of the contract's examples, with an id and times of their own. */
function variedItems(kind: Kind, count: number, now: Date): Item[] {
  // What is created later has a later time.
  const first = Math.min(FIRST_CREATION, now.getTime() - count * HOUR);
  return Array.from({ length: count }, (_, index) => {
    const example = exampleOf(kind, index);
    const times = timesOf(kind, new Date(first + index * HOUR), "created", "updated");
    const own = { ...times, [kind.idField]: idOf(kind.id.first + index, kind.id) };
    return itemOf(kind, { ...varied(kind, example, index), ...own }) ?? { ...example, ...own };
  });
}

/** An example whose addresses differ from those of all others, and whose enumerated values take turns. */
function varied({ fields, examples }: Kind, example: Item, index: number): Item {
  const item: Record<string, unknown> = { ...example };
  for (const [name, { schema }] of Object.entries(fields)) {
    const value = item[name];
    const { enum: values, format = "" } = schema;
    if (typeof value !== "string") continue;
    if (values) item[name] = values[(values.indexOf(value) + Math.floor(index / examples.length)) % values.length];
    else if (/^ur[il]$/.test(format)) item[name] = `${value}/${index + 1}`;
  }
  return item;
}

/** Fills in the missing fields of items. Those without an id get the next free one. */
function ownItems(kind: Kind, given: readonly unknown[], now: Date, name: string): SeededItem[] {
  const { idField } = kind;
  const taken = new Set(given.map((item) => Object(item)[idField]));
  const places = new Set<string>();
  let number = kind.id.first;
  // The sandbox freezes what it keeps, and not what is its caller's.
  return structuredClone(given).map((item, index) => {
    const fail = (text: string): never => {
      throw new RangeError(`${name}[${index}]${text}`);
    };
    if (!isFields(item)) return fail(" must be an object");
    checkNames(kind, item, fail);
    while (!(idField in item) && taken.has(idOf(number, kind.id))) number++;
    const id = item[idField] ?? idOf(number++, kind.id);
    const made = completeItem(kind, { ...timesOf(kind, now, "created", "updated"), ...item, [idField]: id });
    if (!made) return fail(`.${faultsIn(kind)}`);
    if (Number(id) > Number.MAX_SAFE_INTEGER) fail(`.${idField} is too large`);
    const parents = kind.parents.map((parent) => String(item[parent]));
    const place = JSON.stringify([id, parents]);
    if (places.has(place)) fail(`.${idField} ${id} is there twice`);
    places.add(place);
    return seededItem(kind, made, parents);
  });
}

function checkNames({ fields, parents, needed, name }: Kind, item: Item, fail: (text: string) => never): void {
  for (const field in item) {
    if (!Object.hasOwn(fields, field) && !parents.includes(field))
      fail(`.${field} is not a field of an item of ${name}`);
  }
  for (const field of [...needed, ...parents]) if (!Object.hasOwn(item, field)) fail(`.${field} is missing`);
}
