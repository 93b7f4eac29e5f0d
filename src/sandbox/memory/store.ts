import { Problem } from "../request/refusals.js";
import { idOf } from "./ids.js";
import { frozen, type Item, type Kind, partOf } from "./items.js";

/** An item in a store. */
export interface Entry {
  /** Its id, as text. */
  readonly id: string;
  readonly item: Item;
  /** Its JSON, which many answers need; written when it is first needed. */
  json: string | undefined;
}

/** Creates an entry of an item, which nobody can change then: its JSON has to stay true. */
export function entryOf({ idField }: Kind, item: Item): Entry {
  return { id: String(item[idField]), item: frozen(item), json: undefined };
}

/** The JSON of an item. */
export function jsonOf(entry: Entry): string {
  entry.json ??= JSON.stringify(entry.item);
  return entry.json;
}

/** The JSON of some fields of an item, or of all. */
export function textOf(entry: Entry, names: readonly string[] | undefined): string {
  return names ? JSON.stringify(partOf(entry.item, (name) => names.includes(name))) : jsonOf(entry);
}

/** The text of an answer before and after what some keys lead to; empty if the answer is that itself. */
export function around(answer: unknown, keys: readonly string[] = []): readonly [before: string, after: string] {
  const [before = "", after = ""] = JSON.stringify(emptied(answer, keys)).split('"\\u0000"');
  return [before, after];
}

function emptied(answer: unknown, [key, ...inner]: readonly string[]): unknown {
  return key === undefined ? "\0" : { ...Object(answer), [key]: emptied(Object(answer)[key], inner) };
}

/** The items of one collection, below one parent. */
export interface Store {
  /** All of them, in the default order: that of creation, which is that of integer ids. */
  readonly entries: readonly Entry[];
  /** An id that no item has had. @throws Problem when there is none left. */
  newId(): number | string;
  /** The entry with that id, as text, if there is one. */
  get(id: string): Entry | undefined;
  /** Adds an item, or replaces the one with the same id. */
  put(item: Item): Entry;
  delete(entry: Entry): void;
}

/** Creates a store. @param seed - The items at the start, in their order. */
export function createStore(kind: Kind, seed: readonly Entry[]): Store {
  const byId = new Map(seed.map((entry) => [entry.id, entry]));
  // An integer is greater than all before it.
  const last = Number(seed.at(-1)?.id) || seed.length;
  let number = Math.max(kind.id.first, last + 1);

  return {
    get entries() {
      return [...byId.values()];
    },
    newId() {
      while (byId.has(String(idOf(number, kind.id)))) number++;
      if (number > Number.MAX_SAFE_INTEGER) throw new Problem(507, "The sandbox is full: reset it.");
      return idOf(number, kind.id);
    },
    get: (id) => byId.get(id),
    put(item) {
      const entry = entryOf(kind, item);
      if (!byId.has(entry.id)) number++;
      byId.set(entry.id, entry);
      return entry;
    },
    delete: ({ id }) => void byId.delete(id),
  };
}

/** The entries in ascending order of a field: numbers by value, then text by code unit. Ties keep their order. */
export function sortedBy<Sorted extends Pick<Entry, "item">>(field: string, entries: readonly Sorted[]): Sorted[] {
  return entries.toSorted((one, other) => {
    const [a, b] = [comparable(one.item[field]), comparable(other.item[field])];
    // A text and a number are in no order of their own.
    const [first, second] = typeof a === typeof b ? [a, b] : [typeof a, typeof b];
    return first < second ? -1 : first > second ? 1 : 0;
  });
}

function comparable(value: unknown): number | string {
  return typeof value === "number" || typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
