/** What `startSandbox` takes, and the command as flags of the same names. */
export interface SandboxOptions {
  /**
   * Port to listen on; 0 for any free one.
   *
   * @default 4010
   */
  port?: number | undefined;
  /**
   * Host to listen on.
   *
   * @default "127.0.0.1"
   */
  host?: string | undefined;
  /**
   * How many subscriptions there are at the start, the same ones every time.
   *
   * @default 0
   */
  seed?: number | undefined;
  /**
   * How long every answer is held back, in ms.
   *
   * @default 0
   */
  latency?: number | undefined;
  /**
   * The share of requests, from 0 to 1, that is answered with status 503 and `Retry-After`, and changes nothing.
   *
   * @default 0
   */
  failureRate?: number | undefined;
  /** Takes the log: a line for each request and for each delivery, without a token or a secret. */
  log?: ((line: string) => void) | undefined;
}

/** The options with their defaults in place. */
export type CheckedOptions = Required<{ [Name in keyof SandboxOptions]: NonNullable<SandboxOptions[Name]> }>;

/** What the options are by default. */
export const DEFAULTS: CheckedOptions = {
  port: 4010,
  host: "127.0.0.1",
  seed: 0,
  latency: 0,
  failureRate: 0,
  log: () => {},
};

/** How many subscriptions a sandbox may start with: enough to rehearse with, few enough to be there at once. */
const MOST_SEEDS = 1_000_000;
/** The longest delay that a timer takes, in ms. */
const LONGEST_TIMER = 2 ** 31 - 1;

/**
 * Puts the defaults in place.
 *
 * @param nameOf - How errors are to call an option.
 * @throws RangeError which names the option that cannot be used, and what it may be.
 */
export function checkOptions(options: SandboxOptions, nameOf = (option: string) => option): CheckedOptions {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
  const checked: CheckedOptions = { ...DEFAULTS, ...given };
  const { port, host, seed, latency, failureRate } = checked;
  for (const [option, value, most] of [
    ["port", port, 65_535],
    ["seed", seed, MOST_SEEDS],
    ["latency", latency, LONGEST_TIMER],
  ] as const) {
    if (Number.isInteger(value) && value >= 0 && value <= most) continue;
    throw new RangeError(`${nameOf(option)} must be a whole number from 0 to ${most}, got ${value}`);
  }
  if (typeof failureRate !== "number" || !(failureRate >= 0 && failureRate <= 1)) {
    throw new RangeError(`${nameOf("failureRate")} must be a number from 0 to 1, got ${failureRate}`);
  }
  if (typeof host !== "string" || host === "") {
    throw new RangeError(`${nameOf("host")} must be a host name or an IP address`);
  }
  return checked;
}
