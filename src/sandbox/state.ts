import { accessToken } from "../../generated/contract.js";
import type { Delivery } from "./deliveries.js";
import { timeIn } from "./option-checks.js";
import type { CheckedOptions } from "./options.js";
import { Problem } from "./problem.js";
import type { AnsweredRequest, Awaited, RecordedRequest, Waiting } from "./request-records.js";
import { FIRST_ID, type Seed, type Start, startOf } from "./seed.js";
import { type Simulation, Simulations } from "./simulations.js";
import type { Webhook } from "./webhook-fields.js";

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

/** Everything that a sandbox remembers. */
export interface State {
  /** All subscriptions by id, as text: 1001.0 is another id than 1001. Their order is ascending; nobody can change them. */
  readonly webhooks: Map<string, Webhook>;
  /** An id that no subscription has had. */
  nextId: number;
  /** The time at which the clock is stopped; `undefined` if it is that of the options. */
  stoppedAt: Date | undefined;
  readonly deliveries: Delivery[];
  readonly requests: RecordedRequest[];
  readonly simulations: Simulations;
}

function stateOf({ webhooks, simulations, clock }: Start): State {
  return {
    webhooks: new Map(webhooks.map((webhook) => [String(webhook.id), webhook])),
    nextId: Math.max(FIRST_ID, (webhooks.at(-1)?.id ?? 0) + 1),
    stoppedAt: clock,
    deliveries: [],
    requests: [],
    simulations: new Simulations(simulations),
  };
}

/** Stops the clock of a state; without a time, it is that of the options again. @throws RangeError when it is no time. */
export function stopClock(state: State, time?: unknown): void {
  state.stoppedAt = (time ?? null) === null ? undefined : timeIn("setClock: the time", time);
}

/** How much the creations of all tokens may send until a reset, in characters. */
const MOST_SENT = 64_000_000;

/** How many access tokens have a state at the same time. */
const MOST_TOKENS = 1000;

/** The states of one sandbox: one for all requests, or one for each access token. */
export class States {
  /** Who waits for requests. A token may have several states until then. */
  readonly waiting: Waiting = new Set();
  readonly #options: Pick<CheckedOptions, "statePer" | "clock">;
  readonly #initial: Start;
  readonly #byToken = new Map<string, State>();
  #start: Start;
  #sent = 0;

  /** @throws RangeError when the seed cannot be used. */
  constructor(options: Pick<CheckedOptions, "seed" | "statePer" | "clock">) {
    this.#options = options;
    this.#initial = startOf(options.seed, options.clock());
    this.#start = this.#initial;
  }

  /** What tells the state of an access token from others. @throws RangeError if there is no token, but a state for each. */
  keyOf(token: string | undefined): string {
    if (this.#options.statePer === "sandbox") return "";
    if (token !== undefined) return token;
    const { header } = accessToken;
    throw new RangeError(`Each access token has its own state: call forToken(token), or send the header ${header}`);
  }

  /** The state for an access token. @throws RangeError if there is no token, but a state for each. */
  of(token: string | undefined): State {
    const key = this.keyOf(token);
    const state = this.#byToken.get(key) ?? stateOf(this.#start);
    // The last one is the one that was used last.
    this.#byToken.delete(key);
    this.#byToken.set(key, state);
    const [oldest] = this.#byToken.keys();
    if (this.#byToken.size > MOST_TOKENS && oldest !== undefined) this.#byToken.delete(oldest);
    return state;
  }

  /**
   * Restores the initial state, with another start if there is a seed: that for a token, or without one, all of them. A
   * request that is under way then changes nothing of it.
   *
   * @throws RangeError when the seed cannot be used.
   */
  reset(seed?: Seed, token?: string): void {
    const start = seed === undefined ? this.#initial : startOf(seed, this.#options.clock());
    if (token !== undefined && this.#options.statePer === "token") {
      this.#byToken.set(token, stateOf(start));
      return;
    }
    this.#start = start;
    this.#sent = 0;
    this.#byToken.clear();
  }

  /** Counts what a creation sends. @param length - In characters. @throws Problem when there is no room for it. */
  makeRoom(length: number): void {
    if (this.#sent + length > MOST_SENT) throw new Problem(413, "The sandbox is full: reset it, for all tokens.");
    this.#sent += length;
  }
}
