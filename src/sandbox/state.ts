import type { Delivery } from "./deliveries.js";
import { timeIn } from "./option-checks.js";
import { Problem } from "./problem.js";
import { type AnsweredRequest, type Awaited, createRequests, type Requests, type Waiter } from "./requests.js";
import { FIRST_ID, type Seed, type Start, startOf, type Webhook } from "./seed.js";
import { createSimulations, type Simulation, type Simulations } from "./simulations.js";

/** The state of a sandbox, for tests to read and control. */
export interface SandboxState {
  /** All subscriptions, by ascending id. */
  readonly webhooks: readonly Webhook[];
  /** The latest deliveries, at most 1000, oldest first. A delivery is recorded before its trigger is answered. */
  readonly deliveries: readonly Delivery[];
  /** The latest requests, at most 1000, oldest first, without tokens and secrets. */
  readonly requests: readonly AnsweredRequest[];
  /**
   * Simulates a failure, a delay, a broken answer or an answer of your own for the next requests.
   *
   * @returns A function that ends the simulation.
   * @throws RangeError which names what cannot be used.
   * @example
   * sandbox.simulate({ operation: "listWebhooks", status: 500, times: "always" }); // each list fails
   * sandbox.simulate({ operation: "createWebhook", delay: 2000 }); // the next create takes 2 s
   * sandbox.simulate({ operation: "getWebhook", when: { path: { id: 1001 } }, body: "{" }); // malformed JSON
   */
  simulate(simulation: Simulation): () => void;
  /**
   * Waits for the next request, after it was answered.
   *
   * @throws RangeError which names what cannot be used.
   * @example
   * const next = sandbox.nextRequest({ operation: "createWebhook" });
   * await page.getByRole("button", { name: "Subscribe" }).click();
   * expect((await next).body).toMatchObject({ webhook: { topic: "orders/create" } });
   */
  nextRequest(awaited?: Awaited): Promise<AnsweredRequest>;
  /**
   * Stops the clock at a time; without one, it is that of the options again.
   *
   * @throws RangeError when it is no time.
   */
  setClock(time?: Date | string | number): void;
  /**
   * Restores the initial state: the seed, the same next id, the clock of the options, and no simulations, deliveries or
   * requests but those of the seed. A request that is under way changes nothing of it.
   *
   * @param seed - What to start with in place of the seed of the options, until the next reset; 0 for nothing.
   * @throws RangeError when the seed cannot be used.
   */
  reset(seed?: Seed): void;
}

/** How much the creations of all tokens may send until a reset, in characters. */
const MOST_SENT = 64_000_000;

/** How many access tokens have a state at the same time. */
const MOST_TOKENS = 1000;

/** Everything that a sandbox remembers. */
export interface State {
  /** All subscriptions, by ascending id. */
  readonly webhooks: readonly Webhook[];
  /** The subscription with an id, as text, if there is one. */
  get(id: string): Webhook | undefined;
  /** Keeps a subscription in place of the one with its id, if there is one. Nobody can change it then. */
  keep(webhook: Webhook): Webhook;
  delete(webhook: Webhook): void;
  /** An id that no subscription has had. */
  newId(): number;
  /** Makes room for a creation. @param length - How long its request is, in characters. @throws Problem without room. */
  makeRoom(length: number): void;
  now(): Date;
  /** Sets the clock, which then is stopped; without a time, it is that of the options again. */
  setClock(time?: unknown): void;
  /** The time at which the clock is stopped; `undefined` if it is that of the options. */
  readonly stoppedAt: Date | undefined;
  readonly deliveries: Delivery[];
  readonly simulations: Simulations;
  readonly requests: Requests;
}

/** The states of one sandbox: one for all requests, or one for each access token. */
export interface States {
  /** Whether all access tokens have the same state. */
  readonly isShared: boolean;
  /** The state for an access token. */
  of(token: string): State;
  /**
   * Restores the initial state, with another start if there is a seed: that for a token, or without one, all of them. A
   * request that is under way then changes nothing of it.
   *
   * @throws RangeError when the seed cannot be used.
   */
  reset(seed?: unknown, token?: string): void;
}

/** What the states depend on. */
interface Options {
  readonly seed: unknown;
  readonly statePer: "sandbox" | "token";
  readonly clock: () => Date;
}

/** Creates the states of a sandbox. @throws RangeError when the seed cannot be used. */
export function createStates({ seed, statePer, clock }: Options): States {
  const isShared = statePer === "sandbox";
  const initial = startOf(seed, clock());
  const waiting = new Set<Waiter>();
  const byToken = new Map<string, State>();
  let start = initial;
  let sent = 0;

  const makeRoom = (length: number) => {
    if (sent + length > MOST_SENT) throw new Problem(413, "The sandbox is full: reset it, for all tokens.");
    sent += length;
  };
  const created = (token: string, from: Start): State =>
    createState(from, clock, { requests: createRequests(token, waiting), makeRoom });
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
      const from = given === undefined ? initial : startOf(given, clock());
      if (token !== undefined && !isShared) {
        byToken.set(token, created(token, from));
        return;
      }
      start = from;
      sent = 0;
      byToken.clear();
    },
  };
}

function createState(start: Start, clock: () => Date, parts: Pick<State, "requests" | "makeRoom">): State {
  const byId = new Map(start.webhooks.map((webhook) => [String(webhook.id), webhook]));
  let nextId = Math.max(FIRST_ID, (start.webhooks.at(-1)?.id ?? 0) + 1);
  let time = start.clock;
  return {
    ...parts,
    get webhooks() {
      return [...byId.values()];
    },
    get: (id) => byId.get(id),
    keep(webhook) {
      byId.set(String(webhook.id), Object.freeze(webhook));
      return webhook;
    },
    delete: ({ id }) => void byId.delete(String(id)),
    newId: () => nextId++,
    now: () => time ?? clock(),
    setClock(moment = null) {
      time = moment === null ? undefined : timeIn("setClock: the time", moment);
    },
    get stoppedAt() {
      return time;
    },
    deliveries: [],
    simulations: createSimulations(start.simulations),
  };
}
