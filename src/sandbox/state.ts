import { bare } from "../path.js";
import type { Delivery } from "./deliveries.js";
import type { Input } from "./input.js";
import { type Kind, kinds } from "./items.js";
import { type CheckedOptions, checkTime } from "./options.js";
import { Problem } from "./problems.js";
import { createRecords, type Records } from "./records.js";
import { createRequests, type Requests } from "./request-log.js";
import { type SeededItems, seededItems } from "./seed.js";
import { createSimulations, type Simulations } from "./simulations.js";
import { createStore, type Entry, type Store } from "./store.js";

/** Everything that a sandbox remembers. */
export interface State {
  readonly deliveries: Records<Delivery>;
  readonly simulations: Simulations;
  readonly requests: Requests;
  /** What it holds, in characters. */
  size(): number;
  /** The items of a kind below its parents, by their ids in the path. @throws Problem without these parents. */
  store(kind: Kind, parents: readonly string[]): Store;
  /** All items of a kind, below all parents. */
  all(kind: Kind): readonly Entry[];
  /** Deletes an item, and what is nested below it. */
  delete(kind: Kind, parents: readonly string[], entry: Entry): void;
  /** Whether the next request fails at random. */
  fails(): boolean;
  now(): Date;
  /** Sets the clock, which then is stopped; with `undefined`, it is that of the options again. */
  setClock(time: Date | undefined): void;
  /** Restores the initial state, with other items if there is a seed. @throws RangeError when it cannot be used. */
  reset(seed?: unknown): void;
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
  /** The state for an access token. */
  of(token: string): State;
  /** The state that all requests share; `undefined` if each token has its own. */
  readonly shared: State | undefined;
  /** Restores the initial state of all of them. */
  reset(seed?: unknown): void;
}

/** How many access tokens have a state at the same time. */
export const MOST_TOKENS = 1000;

/** How much a sandbox remembers, in characters. */
export const LARGEST_STATE = 256_000_000;

/** How much those of all access tokens remember, in characters. */
export const LARGEST_STATES = 64_000_000;

/** How much an item of the seed takes, which all states share, in characters: its places in a list and in a map. */
const SIZE_OF_SEEDED = 150;

/** Creates the states of a sandbox. */
export function createStates(options: CheckedOptions): States {
  if (options.statePer === "sandbox") {
    const shared = createState(options, options.seed);
    return { shared, of: () => shared, reset: shared.reset };
  }
  let { seed } = options;
  const byToken = new Map<string, State>();
  return {
    shared: undefined,
    of(token) {
      const state = byToken.get(token) ?? createState(options, seed);
      // The last one is the one that was used last.
      byToken.delete(token);
      evict(byToken);
      byToken.set(token, state);
      return state;
    },
    reset(given) {
      seed = given === undefined ? options.seed : seededItems(given, options.firstNumberOf, options.clock());
      for (const [token, state] of byToken) {
        // Nobody should wait for a request to a state that is gone.
        if (state.requests.isAwaited) state.reset(given);
        else byToken.delete(token);
      }
    },
  };
}

/** Makes room for one more state. */
function evict(byToken: Map<string, State>): void {
  let size = 0;
  for (const state of byToken.values()) size += state.size();
  for (const [token, state] of byToken) {
    if (byToken.size < MOST_TOKENS && size < LARGEST_STATES) return;
    if (state.requests.isAwaited) continue;
    byToken.delete(token);
    size -= state.size();
  }
}

function createState(options: CheckedOptions, start: SeededItems): State {
  const { failureRate, randomSeed, clock, firstNumberOf } = options;
  const deliveries = createRecords<Delivery>();
  const simulations = createSimulations(() => checkRoom(state));
  const requests = createRequests();
  const stores = new Map<string, { kind: Kind; parents: readonly string[]; store: Store }>();
  let seed = start;
  let size = 0;
  let random = createRandom(randomSeed);
  let time: Date | undefined;

  const store: State["store"] = (kind, parents) => {
    const place = placeOf(kind, parents);
    const known = stores.get(place);
    if (known) return known.store;
    const above = kindAbove(kind);
    if (above && !store(above, parents).get(parents[above.parents.length] ?? "")) throw notFound(above);
    // Only what was changed is kept: there is no end of parents that are in no list.
    const keep = (by: number) => {
      // The JSON of an item of the seed counts for nothing, but is taken away with it.
      size = Math.max(0, size + by);
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
    size: () => size + deliveries.size() + simulations.size() + requests.size(),
    all: (kind) => allParents(kind).flatMap((parents) => store(kind, parents).entries),
    delete(kind, parents, entry) {
      store(kind, parents).delete(entry);
      const below = `${placeOf(kind, parents)}/${encodeURIComponent(entry.id)}/`;
      for (const [place, { store: nested }] of stores) {
        if (!place.startsWith(below)) continue;
        for (const { json = "" } of nested.entries) size -= json.length;
        stores.delete(place);
      }
    },
    fails: () => failureRate > 0 && random() < failureRate,
    now: () => time ?? clock(),
    setClock(moment) {
      time = moment && checkTime("setClock: the time", moment);
    },
    reset(given) {
      seed = given === undefined ? options.seed : seededItems(given, firstNumberOf, clock());
      stores.clear();
      size = JSON.stringify(given ?? 0).length;
      for (const part of [deliveries, simulations, requests]) part.clear();
      random = createRandom(randomSeed);
      time = undefined;
    },
  };
  return state;
}

/** The kind of which the parent of a nested collection is an item. */
function kindAbove({ parent }: Kind): Kind | undefined {
  return kinds.find(({ name }) => name === parent);
}

/** Where the items of a kind are kept: the path of their collection, without its ending. */
function placeOf({ path }: Kind, parents: readonly string[]): string {
  return filled(bare(path), parents);
}

/** A path with values for its parameters. */
export function filled(path: string, values: readonly unknown[]): string {
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
  if (state.size() < LARGEST_STATE) return;
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
