import { createDeliveries, type Deliveries } from "./deliveries.js";
import type { SendDelivery } from "./delivery.js";
import type { CheckedOptions } from "./options.js";
import { createRandom } from "./random.js";
import { createRequests, type Requests } from "./requests.js";
import { createSimulations, type Simulations } from "./simulations.js";
import { createStore, type Store } from "./store.js";

/** Everything that a sandbox remembers. */
export interface State {
  readonly store: Store;
  readonly deliveries: Deliveries;
  readonly simulations: Simulations;
  readonly requests: Requests;
  /** Whether the next request fails at random. */
  fails(): boolean;
  /** Restores the initial state. */
  reset(): void;
}

/** The states of one sandbox: one for all requests, or one for each access token. */
export interface States {
  /** The state for an access token. */
  of(token: string): State;
  /** The state that all requests share; `undefined` if each token has its own. */
  readonly shared: State | undefined;
  /** Restores the initial state of all of them. */
  reset(): void;
}

/** How many access tokens have a state at the same time; another one replaces the oldest. */
const MAX_TOKENS = 1000;

/** Creates the states of a sandbox. */
export function createStates(options: CheckedOptions, send: SendDelivery): States {
  if (options.statePer === "sandbox") {
    const shared = createState(options, send);
    return { shared, of: () => shared, reset: shared.reset };
  }
  const byToken = new Map<string, State>();
  return {
    shared: undefined,
    of(token) {
      const known = byToken.get(token);
      if (known) return known;
      const [first] = byToken.keys();
      if (first !== undefined && byToken.size >= MAX_TOKENS) byToken.delete(first);
      const state = createState(options, send);
      byToken.set(token, state);
      return state;
    },
    reset: () => byToken.clear(),
  };
}

function createState({ seed, firstId, failureRate, randomSeed, log }: CheckedOptions, send: SendDelivery): State {
  const store = createStore(seed, firstId);
  const deliveries = createDeliveries(send, log);
  const simulations = createSimulations();
  const requests = createRequests();
  let random = createRandom(randomSeed);
  return {
    store,
    deliveries,
    simulations,
    requests,
    fails: () => failureRate > 0 && random() < failureRate,
    reset() {
      for (const part of [store, deliveries, simulations, requests]) part.reset();
      random = createRandom(randomSeed);
    },
  };
}
