import { type MakeDelivery, recordOnly, type SendDelivery } from "./deliveries.js";
import type { Kind } from "./items.js";
import { LARGEST_SEED } from "./limits.js";
import { checkNone, LONGEST_DELAY, oneOf, shown, whole } from "./option-checks.js";
import { type Seed, seededItems } from "./seed.js";

/** Options of `createSandbox`. The command has flags of the same names. */
export interface SandboxOptions {
  /**
   * The items at the start: how many, which are then the same every time; your own; or either for each collection, by
   * its name. Your own require what a create requires; the sandbox fills in the other fields.
   *
   * @default 0
   */
  seed?: Seed | undefined;
  /**
   * Delay of every answer but that to a preflight, in ms.
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
   * Id of the first item of each collection whose ids are integers.
   *
   * @default the id in the contract's examples
   */
  firstId?: number | undefined;
  /**
   * Returns the time that the fields for the time of creation and of the last update are set to.
   *
   * @default () => new Date()
   */
  clock?: (() => Date) | undefined;
  /**
   * What an update without an id does, since the contract does not say which item is updated. `"match"` changes the one
   * that has all fields that the body requires, else the only one that has one of them, the last first; the status is
   * 404 when there is none, 409 when there is more than one. `"example"` changes nothing and answers with the contract's
   * example.
   *
   * @default "match"
   */
  updates?: "match" | "example" | undefined;
  /**
   * Whether all requests share one state, or each access token has its own, so that parallel tests do not interfere. Of
   * more than 1000 tokens, and of more than 64 MB in all, the one that was not used for longest loses its state.
   *
   * @default "sandbox"
   */
  statePer?: "sandbox" | "token" | undefined;
  /** Receives the log: a line for each request and for each delivery, without tokens and secrets. */
  log?: ((line: string) => void) | undefined;
  /** Sends deliveries. Without it, they are only recorded. `startSandbox` has its own. */
  send?: SendDelivery | undefined;
  /** Makes the payload and the headers of each delivery, as your service does, for example to sign it. */
  payload?: MakeDelivery | undefined;
}

/** Options before they are checked: those of callers without types, and the texts of flags. Functions have types. */
export type Unchecked<Options> = {
  readonly [Name in keyof Options]?: NonNullable<Options[Name]> extends (...given: never[]) => unknown
    ? Options[Name]
    : unknown;
};

/** Returns the name of an option in errors: the command names its flags instead. */
export type NameOf = (option: string) => string;

/** The defaults of the options. */
export const DEFAULTS = {
  seed: 0,
  latency: 0,
  failureRate: 0,
  updates: "match",
  statePer: "sandbox",
} as const;

/** The checked options with their defaults. */
export type CheckedOptions = ReturnType<typeof checkOptions>;

/**
 * Checks the options and fills in the defaults.
 *
 * @throws RangeError which names the option that cannot be used, and what it may be.
 */
export function checkOptions(options: Unchecked<SandboxOptions>, nameOf: NameOf = (option) => option) {
  const {
    seed = DEFAULTS.seed,
    latency = DEFAULTS.latency,
    failureRate = DEFAULTS.failureRate,
    randomSeed,
    firstId,
    clock = () => new Date(),
    updates = DEFAULTS.updates,
    statePer = DEFAULTS.statePer,
    log,
    send = recordOnly,
    payload,
    ...others
  } = options;
  checkNone("options.", others);
  const functions = { clock, log, payload, send };
  for (const [name, value] of Object.entries(functions)) {
    if (value !== undefined && typeof value !== "function") throw new RangeError(`${nameOf(name)} must be a function`);
  }
  const lowest = firstId === undefined ? undefined : whole(nameOf("firstId"), firstId, 1, MOST_IDS);
  const checked = {
    latency: whole(nameOf("latency"), latency, 0, LONGEST_DELAY),
    failureRate: share(nameOf("failureRate"), failureRate),
    randomSeed: randomSeed === undefined ? undefined : whole(nameOf("randomSeed"), randomSeed, 0, 2 ** 32 - 1),
    updates: oneOf(nameOf("updates"), updates, ["match", "example"]),
    statePer: oneOf(nameOf("statePer"), statePer, ["sandbox", "token"]),
    firstNumberOf: ({ id }: Kind) => (id.before === undefined ? lowest : undefined) ?? id.first,
    ...functions,
  };
  checkTime(nameOf("clock"), clock());
  return { ...checked, seed: seededItems(seed, checked.firstNumberOf, clock(), nameOf("seed")) };
}

const MOST_IDS = Number.MAX_SAFE_INTEGER - LARGEST_SEED;

/** @throws RangeError when a time cannot be written as the contract does. */
export function checkTime(name: string, time: Date): Date {
  const year = time.getUTCFullYear();
  if (year >= 1 && year <= 9999) return time;
  throw new RangeError(`${name} must be a time from the year 1 to 9999`);
}

function share(name: string, value: unknown): number {
  if (typeof value === "number" && value >= 0 && value <= 1) return value;
  throw new RangeError(`${name} must be a number from 0 to 1, got ${shown(value)}`);
}
