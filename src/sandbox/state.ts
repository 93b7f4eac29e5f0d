import { accessToken } from "../../generated/contract.js";
import type { Delivery } from "./deliveries.js";
import { type EmittedEvent, emit } from "./emit.js";
import { anything, checkFields, operationId, timeFrom, whole } from "./option-rules.js";
import type { CheckedOptions } from "./options.js";
import { type AnsweredRequest, type Awaited, type RecordedRequest, shown, sizeOf } from "./records.js";
import { Room } from "./room.js";
import { FIRST_ID, type Seed, type Start, startOf } from "./seed.js";
import { type Simulation, Simulations } from "./simulations.js";
import type { Webhook } from "./webhook-fields.js";

/** The state of a sandbox, for tests to read and control. */
export interface SandboxState {
  /** All subscriptions, by ascending id. */
  readonly webhooks: readonly Webhook[];
  /** The latest 1000 deliveries, the oldest one first. Deliveries whose outcome is not known yet are among them. */
  readonly deliveries: readonly Delivery[];
  /** The latest 1000 requests, the oldest one first, without tokens and secrets. */
  readonly requests: readonly AnsweredRequest[];
  /**
   * Simulates a failure, a delay, a lost connection or a response of your own for the next requests that match.
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
   * Emits an event: starts a delivery for every subscription with its topic, in the format and to the address of the
   * subscription.
   *
   * @returns The new deliveries, which `deliveries` lists as well. There are none if no subscription has the topic. Await the
   * `answer` of a delivery for its outcome.
   * @throws RangeError which names what cannot be used.
   * @example
   * const [delivery] = await sandbox.emit({ topic: "orders/create", payload: { id: 7 } });
   * expect(await delivery?.answer).toEqual({ status: 200 });
   */
  emit(event: EmittedEvent): Promise<readonly Delivery[]>;
  /**
   * Waits for the next request. The sandbox has responded to it by then.
   *
   * @throws RangeError which names what cannot be used.
   * @example
   * const next = sandbox.nextRequest({ operation: "createWebhook" });
   * await page.getByRole("button", { name: "Subscribe" }).click();
   * expect((await next).body).toMatchObject({ webhook: { topic: "orders/create" } });
   */
  nextRequest(awaited?: Awaited): Promise<AnsweredRequest>;
  /**
   * Stops the clock at a time. Without a time, the clock runs again as the option `clock` says.
   *
   * @throws RangeError when the value is not a time.
   */
  setClock(time?: Date | string | number): void;
  /**
   * Restores the initial state: the subscriptions, simulations and clock of the seed, the same next id, and no deliveries or
   * requests. A request that is being handled does not affect the new state.
   *
   * @param seed - Starts with this seed instead, until the next reset. Use 0 for no subscriptions.
   * @throws RangeError when the seed cannot be used.
   */
  reset(seed?: Seed): void;
}

/** Everything that a sandbox remembers. */
export interface State {
  /** All subscriptions by id, as text: 1001.0 is another id than 1001. Their order is ascending; nobody can change them. */
  readonly webhooks: Map<string, Webhook>;
  /** The subscriptions that a web page of another machine has created or was the last to update: nothing is sent to them. */
  readonly foreign: WeakSet<Webhook>;
  /** An id that no subscription has had. */
  nextId: number;
  /** The time at which the clock is stopped; `undefined` if it is that of the options. */
  stoppedAt: Date | undefined;
  readonly deliveries: Delivery[];
  readonly requests: RecordedRequest[];
  /** How many requests were answered. */
  answered: number;
  readonly simulations: Simulations;
  /** The room for what requests leave in it. */
  room: Room;
}

function stateOf({ webhooks, simulations, clock }: Start, room: Room): State {
  return {
    webhooks: new Map(webhooks.map((webhook) => [String(webhook.id), webhook])),
    foreign: new WeakSet(),
    nextId: Math.max(FIRST_ID, (webhooks.at(-1)?.id ?? 0) + 1),
    stoppedAt: clock,
    deliveries: [],
    requests: [],
    answered: 0,
    simulations: new Simulations(simulations, room),
    room,
  };
}

/** Stops the clock of a state, or lets it run again without a time. @throws RangeError when the value is not a time. */
export function stopClock(state: State, time?: unknown): void {
  state.stoppedAt = (time ?? null) === null ? undefined : timeFrom("setClock: the time", time);
}

/** The number of a request, or 0 for none. */
const numberOfRequest = whole(0, Number.MAX_SAFE_INTEGER);

/** How many access tokens have a state at the same time. */
const MOST_TOKENS = 1000;

/** The states of one sandbox: one for all requests, or one for each access token. */
export class States {
  readonly #options: CheckedOptions;
  readonly #initial: Start;
  #start: Start;
  #room = new Room();
  readonly #byKey = new Map<string, State>();
  /** Who waits for requests: each takes the one that it waits for. A reset does not end a wait. */
  readonly #waiting = new Set<(key: string, request: RecordedRequest) => void>();

  /** @throws RangeError when the seed cannot be used. */
  constructor(options: CheckedOptions) {
    this.#options = options;
    this.#initial = startOf(options.seed, options.clock());
    this.#start = this.#initial;
  }

  /** What tells the state of an access token from others. @throws RangeError if there is no token, but a state for each. */
  #keyOf(token: string | undefined): string {
    if (this.#options.statePer === "sandbox") return "";
    if (token !== undefined) return token;
    const { header } = accessToken;
    throw new RangeError(`Each access token has its own state: call forToken(token), or send the header ${header}`);
  }

  /** The state for an access token. @throws RangeError if there is no token, but a state for each. */
  of(token: string | undefined): State {
    const key = this.#keyOf(token);
    return this.#keep(key, this.#byKey.get(key) ?? stateOf(this.#start, this.#room));
  }

  /** Keeps a state as the one that was used last, which is the last one of the map, and drops the first one of too many. */
  #keep(key: string, state: State): State {
    if (this.#byKey.get(key) !== state) this.#drop(key);
    this.#byKey.delete(key);
    this.#byKey.set(key, state);
    const [oldest] = this.#byKey.keys();
    if (this.#byKey.size > MOST_TOKENS && oldest !== undefined) this.#drop(oldest);
    return state;
  }

  /** Drops the state of a key, if there is one. A request that is under way takes no room of the others any more. */
  #drop(key: string): void {
    const state = this.#byKey.get(key);
    if (!state) return;
    this.#byKey.delete(key);
    const { webhooks, simulations, requests, deliveries } = state;
    const left = [...webhooks.values(), ...simulations.pending, ...requests, ...deliveries];
    for (const entry of left) this.#room.free(entry);
    state.room = new Room();
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
      // A seed of a request is left behind like what other requests send.
      if (typeof seed === "object") this.#room.keepAll(start.webhooks);
      this.#keep(token, stateOf(start, this.#room));
      return;
    }
    this.#start = start;
    this.#room = new Room();
    this.#byKey.clear();
  }

  /** Records a request in the state that it was answered from, for whoever waits for it as well. */
  record(state: State, token: string, request: RecordedRequest): void {
    state.room.add(state.requests, request, sizeOf(request));
    for (const take of this.#waiting) take(this.#keyOf(token), request);
  }

  /** Emits an event. Rejects with a RangeError which names what cannot be used. */
  async emit(token: string | undefined, event: EmittedEvent): Promise<readonly Delivery[]> {
    const state = this.of(token);
    const keep = (delivery: Delivery) => state.room.add(state.deliveries, delivery);
    return emit(event, state, this.#options, keep);
  }

  /** Resolves with the next request. Rejects with a RangeError which names what cannot be used. */
  async next(token: string | undefined, awaited: Awaited): Promise<AnsweredRequest> {
    checkFields("nextRequest: ", awaited, { operation: operationId, after: numberOfRequest, signal: anything });
    const { operation, after = Number.POSITIVE_INFINITY, signal } = awaited;
    const ownKey = this.#keyOf(token);
    const isMeant = (request: RecordedRequest) => (operation ?? request.operation) === request.operation;
    const missed = this.of(token).requests.find((request) => request.number > after && isMeant(request));
    if (missed) return shown(missed);
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const end = () => {
        this.#waiting.delete(take);
        signal?.removeEventListener("abort", end);
        reject(signal?.reason);
      };
      const take = (key: string, request: RecordedRequest) => {
        if (key !== ownKey || !isMeant(request)) return;
        resolve(shown(request));
        end();
      };
      this.#waiting.add(take);
      signal?.addEventListener("abort", end);
    });
  }
}
