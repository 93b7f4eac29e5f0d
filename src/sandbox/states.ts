import { MOST_SENT, MOST_TOKENS } from "./limits.js";
import { createMemory, type Memory } from "./memory/memory.js";
import { type SeededItems, seededItems } from "./memory/seed.js";
import { timeIn } from "./option-checks.js";
import type { CheckedOptions } from "./options.js";
import { Problem } from "./request/refusals.js";
import type { Delivery } from "./watch/deliveries.js";
import { createRequests, type Requests, type Waiter } from "./watch/requests.js";
import { createSimulations, type Simulations } from "./watch/simulations.js";

/** Everything that a sandbox remembers. */
export interface State {
  readonly memory: Memory;
  readonly deliveries: Delivery[];
  readonly simulations: Simulations;
  readonly requests: Requests;
  /** Makes room for a creation. @param length - How long its request is, in characters. @throws Problem without room. */
  makeRoom(length: number): void;
  /** Whether the next request fails at random. */
  fails(): boolean;
  now(): Date;
  /** Sets the clock, which then is stopped; without a time, it is that of the options again. */
  setClock(time?: unknown): void;
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

/** Creates the states of a sandbox. @param seed - The items at the start. */
export function createStates(options: CheckedOptions, seed: SeededItems): States {
  const isShared = options.statePer === "sandbox";
  const waiting = new Set<Waiter>();
  const byToken = new Map<string, State>();
  let start = seed;
  let sent = 0;

  const makeRoom = (length: number) => {
    sent += length;
    if (sent > MOST_SENT) throw new Problem(507, "The sandbox is full: reset it, for all tokens.");
  };
  const created = (token: string, items: SeededItems): State => {
    const requests = createRequests(token, waiting);
    return createState(options, { memory: createMemory(items), requests, makeRoom });
  };
  return {
    isShared,
    of(token) {
      const key = isShared ? "" : token;
      const known = byToken.get(key);
      if (known && isShared) return known;
      const state = known ?? created(key, start);
      // The last one is the one that was used last.
      byToken.delete(key);
      byToken.set(key, state);
      const [oldest] = byToken.keys();
      if (byToken.size > MOST_TOKENS && oldest !== undefined) byToken.delete(oldest);
      return state;
    },
    reset(given, token) {
      const items = given === undefined ? seed : seededItems(given, options.clock());
      if (token !== undefined && !isShared) {
        byToken.set(token, created(token, items));
        return;
      }
      start = items;
      sent = 0;
      byToken.clear();
    },
  };
}

function createState(options: CheckedOptions, parts: Pick<State, "memory" | "requests" | "makeRoom">): State {
  const { failureRate, randomSeed, clock } = options;
  const random = createRandom(randomSeed);
  let time: Date | undefined;
  return {
    ...parts,
    deliveries: [],
    simulations: createSimulations(),
    fails: () => failureRate > 0 && random() < failureRate,
    now: () => time ?? clock(),
    setClock(moment = null) {
      time = moment === null ? undefined : timeIn("setClock: the time", moment);
    },
  };
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
