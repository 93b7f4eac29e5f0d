import { fields, requestDefaults, responseExamples } from "../../generated/contract.js";
import { bodies, type Check, placeOf, WebhookCheck } from "../../generated/validators.js";
import {
  aList,
  anObject,
  anything,
  checkFields,
  checkValue,
  isFields,
  notAllowed,
  type Rule,
  timeFrom,
  whole,
} from "./option-rules.js";
import { checkSimulation, type Simulation } from "./simulations.js";
import { isWebhook, timeOf, type Webhook } from "./webhook-fields.js";

/** A number of subscriptions, the examples of the contract, or your own. */
type Webhooks = number | "examples" | readonly Partial<Webhook>[];

/** What a sandbox starts with: subscriptions, or a scenario. */
export type Seed = Webhooks | Scenario;

/** Everything that a sandbox can start with. `GET /__sandbox/state` returns the current state as a scenario. */
export interface Scenario {
  /** @default 0 */
  webhooks?: Webhooks | undefined;
  simulations?: readonly Simulation[] | undefined;
  /** The time at which the clock is stopped. Without it, the clock runs as the option `clock` says. */
  clock?: string | undefined;
}

/** A checked seed. */
export interface Start {
  /** By ascending id. Nobody can change them. */
  readonly webhooks: readonly Webhook[];
  readonly simulations: readonly Simulation[];
  readonly clock: Date | undefined;
}

const { webhooks: examples } = responseExamples.listWebhooks;
const { webhook: example } = responseExamples.createWebhook;

/** The id of the first subscription that a sandbox creates. */
export const FIRST_ID = examples[0]?.id ?? 1;

/**
 * Checks a seed, and makes the subscriptions that it says.
 *
 * @param now - The time of what they leave out, unless the seed stops the clock.
 * @throws RangeError which names what breaks the contract.
 */
export function startOf(seed: Seed, now: Date): Start {
  if (!isScenario(seed)) return { webhooks: webhooksOf("seed", seed, now), simulations: [], clock: undefined };
  checkFields("seed.", seed, { webhooks: anything, simulations: aList, clock: anything });
  const { webhooks = 0, simulations = [], clock: stopped } = seed;
  const clock = stopped === undefined ? undefined : timeFrom("seed.clock", stopped);
  simulations.forEach((simulation, index) => {
    checkValue(`seed.simulations[${index}]`, simulation, anObject);
    checkSimulation(`seed.simulations[${index}].`, simulation);
  });
  return { webhooks: webhooksOf("seed.webhooks", webhooks, clock ?? now), simulations, clock };
}

function isScenario(seed: Seed): seed is Scenario {
  return isFields(seed);
}

/** Whether a value has the form of a seed. What it holds is checked when a sandbox starts with it. */
export function isSeed(value: unknown): value is Seed {
  return typeof value === "number" || value === "examples" || Array.isArray(value) || isFields(value);
}

export const seedRule: Rule = { words: 'a number, "examples", a list or a scenario', allows: isSeed };

function webhooksOf(place: string, seed: number | "examples" | readonly unknown[], now: Date): readonly Webhook[] {
  const webhooks = Array.isArray(seed)
    ? own(place, seed, timeOf(now))
    : seed === "examples"
      ? [...examples]
      : numbered(place, seed, now);
  return webhooks.map((webhook) => Object.freeze(webhook)).sort((one, other) => Number(one.id) - Number(other.id));
}

const FIRST_CREATION = Date.UTC(2026, 2, 2, 8, 20);
const HOUR = 3_600_000;

/** A number of subscriptions, the same ones every time: the contract's examples in turns, each with an address of its own. */
function numbered(place: string, count: unknown, now: Date): Webhook[] {
  checkValue(place, count, whole(0, 1_000_000));
  // What is created later has a later time.
  const first = Math.min(FIRST_CREATION, now.getTime() - Number(count) * HOUR);
  return Array.from({ length: Number(count) }, (_, index) => {
    const shape = examples[index % examples.length] ?? example;
    const time = timeOf(new Date(first + index * HOUR));
    const address = `${shape.address}/${index + 1}`;
    return { ...shape, id: FIRST_ID + index, address, created_at: time, updated_at: time };
  });
}

/** Checks a team's own subscriptions, and fills in what they leave out. Those without an id get the next free one. */
function own(place: string, given: readonly unknown[], time: string): Webhook[] {
  const taken = new Set(given.map((webhook) => (isFields(webhook) ? webhook["id"] : undefined)));
  let next = FIRST_ID;
  const made = given.map((webhook, index) => {
    if (!isFields(webhook)) throw notAllowed(`${place}[${index}]`, webhook, anObject);
    checkFields(`${place}[${index}].`, webhook, WEBHOOK_RULES);
    const wrong = firstFault(bodies["createWebhook"], { webhook });
    if (wrong !== undefined) throw new RangeError(`${place}[${index}]${wrong.replace(/^webhook\b/, "")}`);
    while (taken.has(next)) next++;
    const defaults = { id: next, ...requestDefaults.createWebhook?.webhook, created_at: time, updated_at: time };
    const made = { ...example, ...defaults, ...webhook };
    if (!isWebhook(made)) throw new RangeError(`${place}[${index}].${firstFault(WebhookCheck, made)}`);
    taken.add(made.id);
    return made;
  });
  const seen = new Set<Webhook["id"]>();
  made.forEach(({ id }, index) => {
    if (seen.has(id)) throw new RangeError(`${place}[${index}].id ${id} occurs twice`);
    seen.add(id);
  });
  return made;
}

/** Numbers above 2^53 are not exact: two ids would be one. What is left up to there is for ids of new subscriptions. */
const LARGEST_ID = 9e15;

/** Which fields a team's own subscriptions may have. The contract's schema checks most of them. */
const WEBHOOK_RULES = {
  ...Object.fromEntries(fields.Webhook.map((name) => [name, anything])),
  id: whole(-LARGEST_ID, LARGEST_ID),
};

/** The first thing that is wrong with a value; `undefined` if nothing is. */
export function firstFault(check: Check | undefined, value: unknown): string | undefined {
  if (!check || check(value)) return undefined;
  const [found] = check.errors ?? [];
  return found && `${placeOf(found).join(".")} ${found.message}`;
}
