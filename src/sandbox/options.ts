import { type MakeDelivery, recordOnly, type SendDelivery } from "./deliveries.js";
import { checkNone, LONGEST_DELAY, oneOf, shown, timeIn, whole } from "./option-checks.js";
import type { Seed } from "./seed.js";

/** Options of `createSandbox`. The command has flags of the same names. */
export interface SandboxOptions {
  /**
   * The subscriptions at the start: how many, which are then the same every time; `"examples"` for those that the contract
   * shows; your own; or a scenario with subscriptions, simulations and a clock. Your own require what a create requires;
   * the sandbox fills in the other fields.
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
  /**
   * Returns the time that `created_at` and `updated_at` are set to.
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

/** The checked options with their defaults. The seed is checked by who makes subscriptions of it. */
export type CheckedOptions = ReturnType<typeof checkOptions>;

/**
 * Checks the options, which callers without types may get wrong, and fills in the defaults.
 *
 * @throws RangeError which begins with the name of the option that cannot be used, and says what it may be.
 */
export function checkOptions(options: SandboxOptions) {
  const { seed = 0, latency = 0, failureRate = 0, statePer = "sandbox", ...rest } = options;
  const { clock = () => new Date(), log, send = recordOnly, payload, ...others } = rest;
  checkNone("options.", others);
  const functions = { clock, log, send, payload };
  for (const [name, value] of Object.entries(functions)) {
    if (value !== undefined && typeof value !== "function") throw new RangeError(`${name} must be a function`);
  }
  timeIn("clock", clock());
  whole("latency", latency, 0, LONGEST_DELAY);
  if (!(typeof failureRate === "number" && failureRate >= 0 && failureRate <= 1)) {
    throw new RangeError(`failureRate must be a number from 0 to 1, got ${shown(failureRate)}`);
  }
  oneOf("statePer", statePer, ["sandbox", "token"]);
  return { seed, latency, failureRate, statePer, ...functions };
}
