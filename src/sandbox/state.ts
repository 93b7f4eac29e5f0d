import type { Delivery } from "./deliveries.js";
import type { Input } from "./input.js";
import { type Kind, kinds } from "./items.js";
import { LARGEST_STATE, LARGEST_STATES, MOST_TOKENS } from "./limits.js";
import { type CheckedOptions, checkTime } from "./options.js";
import { Problem } from "./problems.js";
import { createRecords, type Records } from "./records.js";
import { createRequests, type Requests, type Waiter } from "./request-log.js";
import { type SeededItems, seededItems } from "./seed.js";
import { createSimulations, type Simulations } from "./simulations.js";
import { createStore, type Entry, type Store } from "./store.js";

/** Everything that a sandbox remembers. */
export interface State {
  readonly deliveries: Records<Delivery>;
  readonly simulations: Simulations;
  readonly requests: Requests;
  /** What it holds, in characters. */
  readonly size: number;
  /** The items of a kind below its parents, by their ids in the path. @throws Problem without these parents. */
  store(kind: Kind, parents: readonly string[]): Store;
  /** All items of a kind, below all parents. */
  all(kind: Kind): readonly Entry[];
  /** Deletes an item, and what is nested below it. */
  delete(kind: Kind, parents: readonly string[], entry: Entry): void;
  /** Whether the next request fails at random. */
  fails(): boolean;
  now(): Date;
  /** Sets the clock, which then is stopped; without a time, it is that of the options again. */
  setClock(time?: Date | string | number | null): void;
}

/** What an operation on the memory works with. */
export interface Work extends Input {
  readonly state: State;
  /** HTTP status of the answer. */
  status: number;
  /** Headers of the answer. */
  readonly headers: Record<string, string>;
  /** Reports a choice of the sandbox in a header and in the log. */
  readonly note: (text: string) => void;
}

/** The states of one sandbox: one for all requests, or one for each access token. */
export interface States {
  /** Whether all access tokens have the same state. */
  readonly isShared: boolean;
  /** The state for an access token. */
  of(token: string): State;
  /**
   * Restores the initial state, with other items if there is a seed: that for a token, or without one, all of them. A
   * request that is under way then changes nothing of it.
   *
   * @throws RangeError when the seed cannot be used.
   */
  reset(seed?: unknown, token?: string): void;
}

/** How much an item of the seed takes, which all states share, in characters: its places in a list and in a map. */
const SIZE_OF_SEEDED = 150;

/** Creates the states of a sandbox. */
export function createStates(options: CheckedOptions): States {
  const isShared = options.statePer === "sandbox";
  const waiting = new Set<Waiter>();
  const byToken = new Map<string, State>();
  let start = options.seed;
  let size = 0;

  const keep = (token: string, state: State) => {
    byToken.set(token, state);
    size += state.size;
  };
  const forget = (token: string) => {
    size -= byToken.get(token)?.size ?? 0;
    byToken.delete(token);
  };
  const created = (token: string, seed: SeededItems, sizeOfSeed = 0): State => {
    const onGrowth = (by: number) => {
      // A request may still be under way to a state that is gone.
      if (byToken.get(token) === state) size += by;
    };
    const state = createState({ ...options, seed }, { token, waiting, onGrowth, sizeOfSeed });
    return state;
  };
  const of = (token: string): State => {
    const key = isShared ? "" : token;
    const known = byToken.get(key);
    if (known && isShared) return known;
    const state = known ?? created(key, start);
    // The last one is the one that was used last.
    forget(key);
    for (const unused of byToken.keys()) {
      if (byToken.size < MOST_TOKENS && size < LARGEST_STATES) break;
      forget(unused);
    }
    keep(key, state);
    return state;
  };
  return {
    isShared,
    of,
    reset(given, token) {
      const { firstNumberOf, clock } = options;
      const seed = given === undefined ? options.seed : seededItems(given, firstNumberOf, clock());
      if (token !== undefined && !isShared) {
        forget(token);
        keep(token, created(token, seed, JSON.stringify(given ?? 0).length));
        return;
      }
      start = seed;
      byToken.clear();
      size = 0;
    },
  };
}

/** What a state has to do with the others of its sandbox. */
interface Surroundings {
  /** The access token of its requests. */
  readonly token: string;
  readonly waiting: Set<Waiter>;
  /** How much of the seed is only here, in characters. */
  readonly sizeOfSeed: number;
  onGrowth(by: number): void;
}

function createState(options: CheckedOptions, { token, waiting, sizeOfSeed, onGrowth }: Surroundings): State {
  const { failureRate, randomSeed, clock, firstNumberOf, seed } = options;
  let size = sizeOfSeed;
  const grow = (by: number) => {
    // The JSON of an item of the seed counts for nothing, but is taken away with it.
    const growth = Math.max(-size, by);
    size += growth;
    onGrowth(growth);
  };
  const deliveries = createRecords<Delivery>(grow);
  const simulations = createSimulations(() => checkRoom(state), grow);
  const requests = createRequests(token, waiting, grow);
  const random = createRandom(randomSeed);
  const stores = new Map<string, { kind: Kind; parents: readonly string[]; store: Store }>();
  let time: Date | undefined;

  const store: State["store"] = (kind, parents) => {
    const place = placeOf(kind, parents);
    const known = stores.get(place);
    if (known) return known.store;
    const above = kindAbove(kind);
    if (above && !store(above, parents).get(parents[above.parents.length] ?? "")) throw notFound(above);
    // Only what was changed is kept: there is no end of parents that are in no list.
    const keep = (by: number) => {
      grow(by);
      stores.set(place, { kind, parents, store: added });
    };
    const seeded = seed(kind, parents);
    const added = createStore(kind, seeded, firstNumberOf(kind), keep);
    if (kind.parents.length === 0) keep(seeded.length * SIZE_OF_SEEDED);
    return added;
  };
  /** All parents of a nested collection; if they are in no list, those below which something was changed. */
  const allParents = (kind: Kind): (readonly string[])[] => {
    const above = kindAbove(kind);
    const missing = kind.parents.length - (above ? above.parents.length + 1 : 0);
    if (missing > 0) return [...stores.values()].flatMap((each) => (each.kind === kind ? [each.parents] : []));
    if (!above) return [[]];
    return allParents(above).flatMap((parents) =>
      store(above, parents).entries.map(({ id }) => [...parents.slice(0, above.parents.length), String(id)]),
    );
  };
  const state: State = {
    ...{ deliveries, simulations, requests, store },
    get size() {
      return size;
    },
    all: (kind) => allParents(kind).flatMap((parents) => store(kind, parents).entries),
    delete(kind, parents, entry) {
      store(kind, parents).delete(entry);
      const below = `${placeOf(kind, parents)}/${encodeURIComponent(entry.id)}/`;
      for (const [place, { store: nested }] of stores) {
        if (!place.startsWith(below)) continue;
        for (const { json = "" } of nested.entries) grow(-json.length);
        stores.delete(place);
      }
    },
    fails: () => failureRate > 0 && random() < failureRate,
    now: () => time ?? clock(),
    setClock(moment = null) {
      time = moment === null ? undefined : checkTime("setClock: the time", new Date(moment));
    },
  };
  return state;
}

/** The kind of which the parent of a nested collection is an item. */
function kindAbove({ parent }: Kind): Kind | undefined {
  return kinds.find(({ name }) => name === parent);
}

/** Where the items of a kind are kept: the path of their collection. */
function placeOf({ path }: Kind, parents: readonly string[]): string {
  return filled(path, parents);
}

/** A path with values for its parameters. */
function filled(path: string, values: readonly unknown[]): string {
  let index = 0;
  return path.replaceAll(/\{[^}]+\}/g, () => encodeURIComponent(String(values[index++] ?? "")));
}

/** The refusal of a request for an item that the sandbox does not have. */
export function notFound({ name, idField, path }: Kind) {
  return new Problem(
    404,
    `The sandbox has no item of ${name} with this ${idField}. GET ${path} lists all that it has.`,
  );
}

/** Refuses to remember more. @throws Problem when the state holds too much. */
export function checkRoom(state: State): void {
  if (state.size < LARGEST_STATE) return;
  throw new Problem(507, "The sandbox is full: reset it.");
}

/** Creates a source of numbers from 0 to 1; with a seed, the same numbers every time (a linear congruential generator). */
function createRandom(seed: number | undefined): () => number {
  if (seed === undefined) return Math.random;
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
