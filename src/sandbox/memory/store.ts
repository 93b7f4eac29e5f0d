import { idOf } from "../../new-id.js";
import { Problem } from "../request/problems.js";
import { frozen, type Id, type Item, type Kind, partOf } from "./items.js";

/** An item in a store. */
export interface Entry {
  readonly id: Id;
  readonly item: Item;
  /** Its JSON, which many answers need; written when it is first needed. */
  json: string | undefined;
  /** Its place in the default order: an integer id, or else the order of creation. */
  readonly rank: number;
}

/** Creates an entry of an item, which nobody can change then: its JSON has to stay true. */
export function entryOf({ idField, id: form }: Kind, item: Item, rank: number): Entry {
  const id = item[idField];
  const isRank = form.before === undefined && typeof id === "number";
  return { id: isRank ? id : String(id), item: frozen(item), json: undefined, rank: isRank ? id : rank };
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
  /** All of them, in the default order. */
  readonly entries: readonly Entry[];
  /** An id that no item has had. @throws Problem when there is none left. */
  newId(): Id;
  /** The entry with that id, as text, if there is one. */
  get(id: string): Entry | undefined;
  /** Adds an item, or replaces the one with the same id. */
  put(item: Item): Entry;
  delete(entry: Entry): void;
  /** All of them, in ascending order of a field; without one, in the default order. */
  sorted(by: string | undefined): readonly Entry[];
}

/** Creates a store. @param seed - The items at the start, in their order. */
export function createStore(kind: Kind, seed: readonly Entry[]): Store {
  const entries = [...seed];
  const isText = kind.id.before !== undefined;
  const byId = new Map(seed.map((entry) => [String(entry.id), entry]));
  let nextRank = (seed.at(-1)?.rank ?? 0) + 1;
  let number = Math.max(kind.id.first, nextRank);
  // A sorted list is kept until an item changes.
  const orders = new Map<string, readonly Entry[]>();

  return {
    entries,
    newId() {
      // An integer is greater than all before it.
      while (isText && byId.has(String(idOf(number, kind.id)))) number++;
      if (number > Number.MAX_SAFE_INTEGER) throw new Problem(507, "The sandbox is full: reset it.");
      return idOf(number, kind.id);
    },
    get: (id) => byId.get(id),
    put(item) {
      const id = String(item[kind.idField]);
      const before = byId.get(id);
      const entry = entryOf(kind, item, before?.rank ?? nextRank++);
      if (!before) number = entry.id === entry.rank ? Math.max(number, entry.rank + 1) : number + 1;
      byId.set(id, entry);
      if (before) entries[entries.indexOf(before)] = entry;
      else if (entry.rank > (entries.at(-1)?.rank ?? 0)) entries.push(entry);
      else entries.splice(entries.findLastIndex(({ rank }) => rank < entry.rank) + 1, 0, entry);
      if (orders.size > 0) orders.clear();
      return entry;
    },
    delete(entry) {
      byId.delete(String(entry.id));
      entries.splice(entries.indexOf(entry), 1);
      orders.clear();
    },
    sorted(by) {
      if (by === undefined) return entries;
      const sorted = orders.get(by) ?? sortedBy(by, entries);
      orders.set(by, sorted);
      return sorted;
    },
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
