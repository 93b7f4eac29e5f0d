import type { Seed } from "./memory/seed.js";
import { checkNone, LONGEST_DELAY, oneOf, share, timeIn, whole } from "./option-checks.js";
import { type MakeDelivery, recordOnly, type SendDelivery } from "./watch/deliveries.js";

/** Options of `createSandbox`. The command has flags of the same names. */
export interface SandboxOptions {
  /**
   * The items at the start: how many, which are then the same every time; `"examples"` for those that the contract
   * shows; your own; or any of these for each collection, by its name. Your own require what a create requires; the
   * sandbox fills in the other fields.
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
   * Returns the time that the fields for the time of creation and of the last update are set to.
   *
   * @default () => new Date()
   */
  clock?: (() => Date) | undefined;
  /**
   * Whether all requests share one state, or each access token has its own, so that parallel tests do not interfere. Of
   * more than 1000 tokens, the one that was not used for longest loses its state.
   *
   * @default "sandbox"
   */
  statePer?: "sandbox" | "token" | undefined;
  /** Receives the log: a line for each request and for each delivery, without tokens, queries and bodies. */
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

/** The defaults of the options that have one. */
export const DEFAULTS = { seed: 0, latency: 0, failureRate: 0, statePer: "sandbox" } as const;

/** The checked options with their defaults. The seed is checked by who makes items of it. */
export type CheckedOptions = ReturnType<typeof checkOptions>;

/**
 * Checks the options and fills in the defaults.
 *
 * @throws RangeError which begins with the name of the option that cannot be used, and says what it may be.
 */
export function checkOptions(options: Unchecked<SandboxOptions>) {
  const {
    seed = DEFAULTS.seed,
    latency = DEFAULTS.latency,
    failureRate = DEFAULTS.failureRate,
    randomSeed,
    clock = () => new Date(),
    statePer = DEFAULTS.statePer,
    log,
    send = recordOnly,
    payload,
    ...others
  } = options;
  checkNone("options.", others);
  const functions = { clock, log, send, payload };
  for (const [name, value] of Object.entries(functions)) {
    if (value !== undefined && typeof value !== "function") throw new RangeError(`${name} must be a function`);
  }
  timeIn("clock", clock());
  return {
    seed,
    latency: whole("latency", latency, 0, LONGEST_DELAY),
    failureRate: share("failureRate", failureRate),
    randomSeed: randomSeed === undefined ? undefined : whole("randomSeed", randomSeed, 0, 2 ** 32 - 1),
    statePer: oneOf("statePer", statePer, ["sandbox", "token"]),
    ...functions,
  };
}
