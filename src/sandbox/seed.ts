import { fields, requestDefaults, responseExamples } from "../../generated/contract.js";
import { bodies, WebhookCheck } from "../../generated/validators.js";
import { type Check, placeOf } from "../check.js";
import { isFields } from "../json.js";
import { aList, anObject, anything, checkFields, checkValue, type Rule, timeFrom, whole } from "./rules.js";
import { checkSimulation } from "./simulations.js";
import type { Scenario, Seed, SeededWebhooks, Simulation, Webhook } from "./types.js";

/** A checked seed. */
export interface Start {
  /** By ascending id. */
  readonly webhooks: readonly Webhook[];
  readonly simulations: readonly Simulation[];
  readonly clock: Date | undefined;
}

const { webhooks: examples } = responseExamples.listWebhooks;
const { webhook: example } = responseExamples.createWebhook;

/** The id of the first subscription that a sandbox creates. */
export const FIRST_ID = examples[0]?.id ?? 1;

/** How many subscriptions a sandbox keeps. */
export const MOST_WEBHOOKS = 100_000;

export const aSeed: Rule = { words: 'a number, "examples", a list or a scenario', allows: isSeed };

/** Its contents are checked when a sandbox starts with it. */
function isSeed(value: unknown): value is Seed {
  return typeof value === "number" || value === "examples" || Array.isArray(value) || isFields(value);
}

/**
 * Checks a seed, and makes its subscriptions.
 *
 * @param now - The time of subscriptions that have none, unless the seed stops the clock.
 * @throws RangeError that names what breaks the contract.
 */
export function startOf(seed: Seed, now: Date): Start {
  checkValue("seed", seed, aSeed);
  if (!isScenario(seed)) return { webhooks: webhooksOf("seed", seed, now), simulations: [], clock: undefined };
  checkFields("seed.", seed, { webhooks: anything, simulations: aList, clock: anything });
  const { webhooks = 0, simulations = [] } = seed;
  const clock = seed.clock === undefined ? undefined : timeFrom("seed.clock", seed.clock);
  simulations.forEach((simulation, index) => {
    checkSimulation(`seed.simulations[${index}].`, simulation);
  });
  return { webhooks: webhooksOf("seed.webhooks", webhooks, clock ?? now), simulations, clock };
}

function isScenario(seed: Seed): seed is Scenario {
  return isFields(seed);
}

function webhooksOf(place: string, seed: SeededWebhooks, now: Date): readonly Webhook[] {
  if (seed === "examples") return examples;
  if (typeof seed === "object") return own(place, seed, timeOf(now));
  checkValue(place, seed, whole(0, MOST_WEBHOOKS));
  return numbered(seed, now);
}

const FIRST_CREATION = Date.UTC(2026, 2, 2, 8, 20);
const HOUR = 3_600_000;

/** A number of subscriptions, the same ones every time: the contract's examples in turn, each with its own address. */
function numbered(count: number, now: Date): Webhook[] {
  // Subscriptions that are created later must have a later time.
  const first = Math.min(FIRST_CREATION, now.getTime() - count * HOUR);
  return Array.from({ length: count }, (_, index) => {
    const shape = examples[index % examples.length] ?? example;
    const time = timeOf(new Date(first + index * HOUR));
    const address = `${shape.address}/${index + 1}`;
    return { ...shape, id: FIRST_ID + index, address, created_at: time, updated_at: time };
  });
}

/** The fields that a user's own subscriptions may have. The contract's schema checks all of them except the id. */
const WEBHOOK_RULES = {
  ...Object.fromEntries(fields.Webhook.map((name) => [name, anything])),
  // An inexact id could be that of another subscription.
  id: whole(0, 1e15),
};

/** Checks a user's own subscriptions, and fills in what they leave out. Those without an id get the next free one. */
function own(place: string, given: readonly Partial<Webhook>[], time: string): Webhook[] {
  // In JSON, an entry may be anything.
  const taken = new Set(given.map((webhook) => webhook?.id));
  const seen = new Set<number>();
  let next = FIRST_ID;
  const made = given.map((webhook, index) => {
    const name = `${place}[${index}]`;
    checkValue(name, webhook, anObject);
    checkFields(`${name}.`, webhook, WEBHOOK_RULES);
    checkSchema(`${name}.`, bodies["createWebhook"], { webhook });
    if (webhook.id === undefined) while (taken.has(next) || seen.has(next)) next++;
    const defaults = { id: next, ...requestDefaults.createWebhook, created_at: time, updated_at: time };
    const complete = { ...example, ...defaults, ...webhook };
    checkSchema(`${name}.`, WebhookCheck, complete);
    if (seen.has(complete.id)) throw new RangeError(`${name}.id ${complete.id} occurs twice`);
    seen.add(complete.id);
    return complete;
  });
  return made.sort((one, other) => one.id - other.id);
}

/**
 * Checks a value by a schema of the contract.
 *
 * @param place - What the error says before the name of a field.
 * @throws RangeError that says the first thing that is wrong.
 */
export function checkSchema(place: string, check: Check | undefined, value: unknown): void {
  if (!check || check(value)) return;
  const [found] = check.errors ?? [];
  if (!found) return;
  // The envelope of a body is not part of a seed or an event.
  const names = placeOf(found).filter((name, index) => index > 0 || name !== "webhook");
  throw new RangeError(`${place}${names.join(".")} ${found.message}`);
}

/** A time in the form that a subscription has in the contract. */
export function timeOf(time: Date): string {
  return `${time.toISOString().slice(0, 19)}+00:00`;
}
