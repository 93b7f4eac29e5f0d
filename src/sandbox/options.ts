import { resources } from "../../generated/contract.js";
import type { Webhook } from "../../generated/schema.js";
import { checkOneOf, checkWhole, LONGEST_DELAY } from "./bounds.js";
import type { SendDelivery } from "./delivery.js";
import { LARGEST_SEED, type SeededSubscription, seedOf } from "./seed.js";

/** What `createSandbox` takes, and the command as flags of the same names. */
export interface SandboxOptions {
  /**
   * The subscriptions at the start: how many, the same ones every time, or your own. Each of your own has a topic and an
   * address; any other field that is left out is completed.
   *
   * @default 0
   */
  seed?: number | readonly SeededSubscription[] | undefined;
  /**
   * How long every answer is held back, in ms.
   *
   * @default 0
   */
  latency?: number | undefined;
  /**
   * The share of requests, from 0 to 1, that is answered with status 503 and `Retry-After: 0`, and changes nothing.
   *
   * @default 0
   */
  failureRate?: number | undefined;
  /** A whole number that makes `failureRate` choose the same requests every time. */
  randomSeed?: number | undefined;
  /**
   * Id of the first subscription.
   *
   * @default the id in the contract's examples
   */
  firstId?: number | undefined;
  /**
   * Returns the time that `created_at` and `updated_at` are set to.
   *
   * @default () => new Date()
   */
  clock?: (() => Date) | undefined;
  /**
   * What an update does, as the document does not say which subscription it means. `"match"` changes the one with that
   * topic and address, else the only one with that address, else the only one with that topic; where that is none or
   * more than one, it refuses with status 404 or 409. `"example"` changes nothing and answers with the contract's example.
   *
   * @default "match"
   */
  updates?: "match" | "example" | undefined;
  /**
   * Whether all requests share one state, or each access token has a state of its own, so that parallel tests do not
   * meet.
   *
   * @default "sandbox"
   */
  statePer?: "sandbox" | "token" | undefined;
  /** Takes the log: a line for each request and for each delivery, without a token or a secret. */
  log?: ((line: string) => void) | undefined;
  /** Sends deliveries. Without it they are recorded only. `startSandbox` brings its own. */
  send?: SendDelivery | undefined;
}

/** The options with their defaults in place, and the seed made. */
export interface CheckedOptions {
  readonly seed: readonly Webhook[];
  readonly latency: number;
  readonly failureRate: number;
  readonly randomSeed: number | undefined;
  readonly firstId: number;
  readonly clock: () => Date;
  readonly updates: "match" | "example";
  readonly statePer: "sandbox" | "token";
  readonly log: ((line: string) => void) | undefined;
}

/** What the options are by default. */
export const DEFAULTS = {
  seed: 0,
  latency: 0,
  failureRate: 0,
  firstId: resources.Webhook.id.example,
  updates: "match",
  statePer: "sandbox",
} as const;

/** How an option is called in an error: an option by its name, a flag of the command by its own. */
export type NameOf = (option: string) => string;

/**
 * Puts the defaults in place.
 *
 * @throws RangeError which names the option that cannot be used, and what it may be.
 */
export function checkOptions(options: SandboxOptions, nameOf: NameOf = (option) => option): CheckedOptions {
  const { failureRate = DEFAULTS.failureRate, latency = DEFAULTS.latency, randomSeed } = options;
  const { firstId = DEFAULTS.firstId, updates = DEFAULTS.updates, statePer = DEFAULTS.statePer } = options;
  const { seed = DEFAULTS.seed, clock = () => new Date(), log } = options;
  if (!Array.isArray(seed)) checkWhole(nameOf("seed"), seed, 0, LARGEST_SEED);
  checkWhole(nameOf("latency"), latency, 0, LONGEST_DELAY);
  checkWhole(nameOf("firstId"), firstId, 1, Number.MAX_SAFE_INTEGER - LARGEST_SEED);
  if (randomSeed !== undefined) checkWhole(nameOf("randomSeed"), randomSeed, 0, 2 ** 32 - 1);
  if (typeof failureRate !== "number" || !(failureRate >= 0 && failureRate <= 1)) {
    throw new RangeError(`${nameOf("failureRate")} must be a number from 0 to 1, got ${failureRate}`);
  }
  checkOneOf(nameOf("updates"), updates, ["match", "example"]);
  checkOneOf(nameOf("statePer"), statePer, ["sandbox", "token"]);
  if (Number.isNaN(clock().getTime()))
    throw new RangeError(`${nameOf("clock")} must be a time, such as ${EXAMPLE_TIME}`);
  const seeded = seedOf(seed, firstId, clock());
  return { seed: seeded, latency, failureRate, randomSeed, firstId, clock, updates, statePer, log };
}

const EXAMPLE_TIME = resources.Webhook.created_at.example;
