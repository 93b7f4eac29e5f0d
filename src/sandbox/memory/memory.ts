import { notFound } from "../request/refusals.js";
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
    const above = kindAbove(kind);
    if (above && !store(above, parents).get(parents[above.parents.length] ?? "")) throw notFound(above);
    const place = JSON.stringify([kind.path, parents.slice(0, kind.parents.length)]);
    const known = stores.get(place) ?? createStore(kind, seed(kind, parents));
    stores.set(place, known);
    return known;
  };
  const allParents = (kind: Kind): (readonly string[])[] => {
    const above = kindAbove(kind);
    if (!above) return [[]];
    return allParents(above).flatMap((parents) =>
      store(above, parents).entries.map(({ id }) => [...parents.slice(0, above.parents.length), id]),
    );
  };
  return {
    store,
    all: (kind) => allParents(kind).flatMap((parents) => store(kind, parents).entries),
  };
}

/** The kind of which the parent of a nested collection is an item. */
function kindAbove({ parent }: Kind): Kind | undefined {
  return kinds.find(({ name }) => name === parent);
}
