import { resources } from "../../generated/old-contract.js";
import type { Webhook } from "../../generated/schema.js";
import { checkOneOf, checkWhole, LONGEST_DELAY } from "./bounds.js";
import type { SendDelivery } from "./delivery.js";
import { LARGEST_SEED, type SeededSubscription, seedOf } from "./seed.js";

/** Options of `createSandbox`. The command has flags of the same names. */
export interface SandboxOptions {
  /**
   * The subscriptions at the start: your own, or how many, which are then the same every time. Your own require a topic
   * and an address; the sandbox fills in the other fields.
   *
   * @default 0
   */
  seed?: number | readonly SeededSubscription[] | undefined;
  /**
   * Delay of every answer, in ms.
   *
   * @default 0
   */
  latency?: number | undefined;
  /**
   * Share of the requests, from 0 to 1, that fail with status 503 and `Retry-After: 0`, and change nothing.
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
   * What an update does, since the document does not say which subscription is updated. `"match"` changes the one with
   * that topic and address, else the only one with that address, else the only one with that topic; the status is 404
   * when there is none, 409 when there is more than one. `"example"` changes nothing and answers with the contract's
   * example.
   *
   * @default "match"
   */
  updates?: "match" | "example" | undefined;
  /**
   * Whether all requests share one state, or each access token has its own, so that parallel tests do not interfere.
   *
   * @default "sandbox"
   */
  statePer?: "sandbox" | "token" | undefined;
  /** Receives the log: a line for each request and for each delivery, without tokens and secrets. */
  log?: ((line: string) => void) | undefined;
  /** Sends deliveries. Without it, they are only recorded. `startSandbox` has its own. */
  send?: SendDelivery | undefined;
}

/** The checked options with their defaults, and the seed as subscriptions. */
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

/** The defaults of the options. */
export const DEFAULTS = {
  seed: 0,
  latency: 0,
  failureRate: 0,
  firstId: resources.Webhook.id.example,
  updates: "match",
  statePer: "sandbox",
} as const;

/** Returns the name of an option in errors: the command names its flags instead. */
export type NameOf = (option: string) => string;

/**
 * Checks the options and fills in the defaults.
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
