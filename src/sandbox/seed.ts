import { fields, requestDefaults, responseExamples, type Schemas } from "../../generated/contract.js";
import { bodies, type Check, placeOf, schemas } from "../../generated/validators.js";
import { checkFields, checkNone, isFields, shown, timeIn, whole } from "./option-checks.js";
import { checkSimulation, type Simulation } from "./simulations.js";

/** A webhook subscription, as the contract has it. */
export type Webhook = Schemas["Webhook"];

/** Subscriptions: how many, those of the contract's examples, or your own. */
type Webhooks = number | "examples" | readonly Partial<Webhook>[];

/** What a sandbox starts with: subscriptions, or a scenario. */
export type Seed = Webhooks | Scenario;

/** Everything that a sandbox can start with. `GET /__sandbox/state` returns one. */
export interface Scenario {
  /** @default 0 */
  webhooks?: Webhooks | undefined;
  simulations?: readonly Simulation[] | undefined;
  /** The time at which the clock is stopped; without it, the clock runs as the options say. */
  clock?: string | undefined;
}

/** A checked seed. */
export interface Start {
  /** By ascending id. Nobody can change them. */
  readonly webhooks: readonly Webhook[];
  readonly simulations: readonly Simulation[];
  readonly clock: Date | undefined;
}

/** The most subscriptions that a sandbox can start with. */
const MOST_WEBHOOKS = 1_000_000;

/** The largest id at the start: there are as many left as anybody creates. */
const LARGEST_ID = 2 ** 52;

const { webhooks: examples } = responseExamples.listWebhooks;
const { webhook: example } = responseExamples.createWebhook;

/** The id of the first subscription that a sandbox creates. */
export const FIRST_ID = examples[0]?.id ?? 1;

/** A time as the contract writes those of a subscription. */
export function timeOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}+00:00`;
}

/**
 * Checks a seed, and makes the subscriptions that it says.
 *
 * @param now - The time of what they leave out, unless the seed stops the clock.
 * @throws RangeError which names what breaks the contract.
 */
export function startOf(seed: Seed, now: Date): Start {
  if (!isFields(seed)) return { webhooks: webhooksOf("seed", seed, now), simulations: [], clock: undefined };
  const { webhooks = 0, simulations = [], clock: stopped, ...others } = seed;
  checkNone("seed.", others);
  if (!Array.isArray(simulations)) throw new RangeError(`seed.simulations must be a list, got ${shown(simulations)}`);
  const clock = stopped === undefined ? undefined : timeIn("seed.clock", stopped);
  return {
    webhooks: webhooksOf("seed.webhooks", webhooks, clock ?? now),
    simulations: simulations.map((one) => checkSimulation(checkFields("seed.simulations", one))),
    clock,
  };
}

function webhooksOf(place: string, seed: unknown, now: Date): readonly Webhook[] {
  const webhooks = Array.isArray(seed)
    ? own(place, seed, timeOf(now))
    : seed === "examples"
      ? [...examples]
      : numbered(whole(place, seed, 0, MOST_WEBHOOKS), now);
  return webhooks.map((webhook) => Object.freeze(webhook)).sort((one, other) => Number(one.id) - Number(other.id));
}

const FIRST_CREATION = Date.UTC(2026, 2, 2, 8, 20);
const HOUR = 3_600_000;

/** A number of subscriptions, the same ones every time: the contract's examples in turns, each with an address of its own. */
function numbered(count: number, now: Date): Webhook[] {
  // What is created later has a later time.
  const first = Math.min(FIRST_CREATION, now.getTime() - count * HOUR);
  return Array.from({ length: count }, (_, index) => {
    const shape = examples[index % examples.length] ?? example;
    const time = timeOf(new Date(first + index * HOUR));
    const address = `${shape.address}/${index + 1}`;
    return { ...shape, id: FIRST_ID + index, address, created_at: time, updated_at: time };
  });
}

/** Checks a team's own subscriptions, and fills in what they leave out. Those without an id get the next free one. */
function own(place: string, given: readonly unknown[], time: string): Webhook[] {
  const taken = new Set(given.map((webhook) => Object(webhook).id));
  const seen = new Set<Webhook["id"]>();
  let next = FIRST_ID;
  return given.map((webhook, index) => {
    const fail = (words: string): never => {
      throw new RangeError(`${place}[${index}]${words}`);
    };
    if (!isFields(webhook)) return fail(" must be an object");
    for (const name of Object.keys(webhook)) {
      if (!fields.Webhook.some((known) => known === name)) fail(`.${name} is not a field of a webhook`);
    }
    const wrong = wrongIn(bodies["createWebhook"], { webhook });
    if (wrong !== undefined) fail(wrong.replace(/^webhook\b/, ""));
    while (!("id" in webhook) && taken.has(next)) next++;
    const id = "id" in webhook ? webhook["id"] : next++;
    const defaults = requestDefaults.createWebhook?.webhook;
    const made = { ...example, ...defaults, created_at: time, updated_at: time, ...webhook, id };
    if (!isWebhook(made)) return fail(`.${wrongIn(schemas["Webhook"], made)}`);
    if (Number(made.id) > LARGEST_ID) fail(".id is too large");
    if (seen.has(made.id)) fail(`.id ${made.id} is there twice`);
    seen.add(made.id);
    return made;
  });
}

function isWebhook(value: object): value is Webhook {
  return schemas["Webhook"]?.(value) === true;
}

/** The first thing that is wrong with a value; `undefined` if nothing is. */
function wrongIn(check: Check | undefined, value: unknown): string | undefined {
  if (!check || check(value)) return undefined;
  const [found] = check.errors ?? [];
  return found && `${placeOf(found).join(".")} ${found.message}`;
}
