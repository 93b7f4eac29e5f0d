import { Problem } from "../request/problems.js";
import type { Input } from "../request/validation.js";
import { type Kind, kinds } from "./items.js";
import type { SeededItems } from "./seed.js";
import { createStore, type Entry, type Store } from "./store.js";

/** All items that are remembered. */
export interface Memory {
  /** The items of a kind below its parents, by their ids in the path. @throws Problem without these parents. */
  store(kind: Kind, parents: readonly string[]): Store;
  /** All items of a kind, below all parents. */
  all(kind: Kind): readonly Entry[];
  /** Deletes an item, and what is nested below it. */
  delete(kind: Kind, parents: readonly string[], entry: Entry): void;
}

/** What an operation on the memory works with. */
export interface Work extends Input {
  readonly memory: Memory;
  readonly now: () => Date;
  /** Makes room for what a creation sends. @throws Problem when there is none. */
  readonly makeRoom: () => void;
  /** Reports a choice of the sandbox in a header and in the log. */
  readonly note: (text: string) => void;
}

/** Creates a memory. @param seed - The items at the start. */
export function createMemory(seed: SeededItems): Memory {
  const stores = new Map<string, Store>();

  const store: Memory["store"] = (kind, parents) => {
    const place = placeOf(kind, parents);
    const known = stores.get(place);
    if (known) return known;
    const above = kindAbove(kind);
    if (above && !store(above, parents).get(parents[above.parents.length] ?? "")) throw notFound(above);
    const added = createStore(kind, seed(kind, parents));
    stores.set(place, added);
    return added;
  };
  const allParents = (kind: Kind): (readonly string[])[] => {
    const above = kindAbove(kind);
    if (!above) return [[]];
    return allParents(above).flatMap((parents) =>
      store(above, parents).entries.map(({ id }) => [...parents.slice(0, above.parents.length), String(id)]),
    );
  };
  return {
    store,
    all: (kind) => allParents(kind).flatMap((parents) => store(kind, parents).entries),
    delete(kind, parents, entry) {
      store(kind, parents).delete(entry);
      const below = `${placeOf(kind, parents)}/${encodeURIComponent(entry.id)}/`;
      for (const place of stores.keys()) if (place.startsWith(below)) stores.delete(place);
    },
  };
}

/** The kind of which the parent of a nested collection is an item. */
function kindAbove({ parent }: Kind): Kind | undefined {
  return kinds.find(({ name }) => name === parent);
}

/** Where the items of a kind are kept: the path of their collection, with the ids of the parents. */
function placeOf({ path }: Kind, parents: readonly string[]): string {
  let index = 0;
  return path.replaceAll(/\{[^}]+\}/g, () => encodeURIComponent(parents[index++] ?? ""));
}

/** The refusal of a request for an item that the sandbox does not have. */
export function notFound({ name, idField, path }: Kind) {
  return new Problem(
    404,
    `The sandbox has no item of ${name} with this ${idField}. GET ${path} lists all that it has.`,
  );
}
