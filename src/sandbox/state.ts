import type { RecordedRequest } from "./requests.js";
import { timeFrom } from "./rules.js";
import { FIRST_ID, type Start } from "./seed.js";
import { addSimulation, type Simulations } from "./simulations.js";
import type { Delivery, Webhook } from "./types.js";

/** How many requests, and how many deliveries, a sandbox keeps: the latest ones. */
export const MOST_RECORDS = 1000;
/** How many characters of each body it keeps. */
export const LONGEST_BODY = 10_000;

/** Everything that a sandbox remembers. A reset replaces it. */
export interface State {
  /** All subscriptions in ascending order, frozen, by id as text: 1001.0 is not the id 1001. */
  readonly webhooks: Map<string, Webhook>;
  /** The subscriptions that a web page from another machine created, or was the last to update. Nothing is sent to them. */
  readonly foreign: WeakSet<Webhook>;
  /** An id that no subscription has had. */
  nextId: number;
  /** The time at which the clock is stopped; `undefined` if it runs as the option `clock` says. */
  stoppedAt: Date | undefined;
  readonly deliveries: Delivery[];
  readonly requests: RecordedRequest[];
  readonly simulations: Simulations;
}

export function stateOf({ webhooks, simulations, clock }: Start): State {
  const state: State = {
    webhooks: new Map(webhooks.map((webhook) => [String(webhook.id), Object.freeze({ ...webhook })])),
    foreign: new WeakSet(),
    nextId: Math.max(FIRST_ID, (webhooks.at(-1)?.id ?? 0) + 1),
    stoppedAt: clock,
    deliveries: [],
    requests: [],
    simulations: new Map(),
  };
  for (const simulation of simulations) addSimulation(state.simulations, simulation);
  return state;
}

/** Stops the clock at a time. With `undefined`, or `null` in JSON, it runs again. @throws RangeError for any other value. */
export function stopClock(state: State, time: unknown): void {
  state.stoppedAt = time === undefined || time === null ? undefined : timeFrom("setClock: the time", time);
}

/** Adds an entry to a list of the latest ones, and forgets the oldest. */
export function keepLatest<Entry>(list: Entry[], entry: Entry): void {
  list.push(entry);
  if (list.length > MOST_RECORDS) list.shift();
}

/** The beginning of a text, as a copy: a slice of a long text would keep all of it in memory. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : new TextDecoder().decode(new TextEncoder().encode(text.slice(0, most)));
}
