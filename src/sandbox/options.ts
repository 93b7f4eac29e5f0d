import { type MakeDelivery, recordOnly, type SendDelivery } from "./deliveries.js";
import { guarded } from "./log.js";
import {
  aFunction,
  anything,
  aText,
  checkFields,
  milliseconds,
  oneOf,
  share,
  timeFrom,
  whole,
} from "./option-rules.js";
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
   * Whether all requests share one state, or each access token has its own, so that parallel tests do not interfere.
   *
   * @default "sandbox"
   */
  statePer?: "sandbox" | "token" | undefined;
  /**
   * Whether a request without an access token gets status 401, or is answered like any other: for a page whose own backend
   * adds the token. With `statePer: "token"`, all requests without one share a state.
   *
   * @default "required"
   */
  accessToken?: "required" | "optional" | undefined;
  /** Receives the log: a line for each request and for each delivery, without tokens, queries and bodies. */
  log?: ((line: string) => void) | undefined;
  /** Sends deliveries. Without it, they are only recorded. `startSandbox` has its own. */
  send?: SendDelivery | undefined;
  /** Makes the payload and the headers of each delivery, as your service does, for example to sign it. */
  payload?: MakeDelivery | undefined;
}

/** What each option may be. Who makes subscriptions of the seed checks it. */
const RULES = {
  seed: anything,
  latency: milliseconds,
  failureRate: share,
  clock: aFunction,
  statePer: oneOf("sandbox", "token"),
  accessToken: oneOf("required", "optional"),
  log: aFunction,
  send: aFunction,
  payload: aFunction,
};

/** The checked options with their defaults. */
export type CheckedOptions = ReturnType<typeof checkOptions>;

/**
 * Checks the options, and fills in the defaults.
 *
 * @throws RangeError which begins with the name of the option that cannot be used, and says what it may be.
 */
export function checkOptions(options: SandboxOptions) {
  checkFields("", options, RULES);
  const { seed = 0, latency = 0, failureRate = 0, clock = () => new Date(), statePer = "sandbox" } = options;
  const { accessToken = "required", log, send = recordOnly, payload } = options;
  timeFrom("clock", clock());
  return {
    ...{ seed, latency, failureRate, clock, statePer, accessToken },
    ...{ log: log && guarded(log), send, payload },
  };
}

/** Options of `mountSandbox`. The command has flags of the same names. */
export interface MountOptions extends Omit<SandboxOptions, "send"> {
  /**
   * Where deliveries may go: only to addresses of this machine, or to any that are not link-local. The others are
   * recorded as not sent.
   *
   * @default "machine"
   */
  deliverTo?: "machine" | "any" | undefined;
  /**
   * Whether requests to `/__sandbox` show and control the sandbox. They must come from this machine, and not from a page
   * of a foreign origin.
   *
   * @default true
   */
  control?: boolean | undefined;
  /** Requests with this value in the header `Sandbox-Control-Token` control the sandbox from anywhere. */
  controlToken?: string | undefined;
}

/** Options of `startSandbox`. The command has flags of the same names. */
export interface ServerOptions extends MountOptions {
  /**
   * Port to listen on; 0 for any free one.
   *
   * @default the port in the contract's default server
   */
  port?: number | undefined;
  /**
   * Host to listen on.
   *
   * @default the host in the contract's default server
   */
  host?: string | undefined;
}

/** What every client can send in a header. */
const SENDABLE = /^[!-~]+$/;

/** What each option of `mountSandbox` may be. */
function mountRules() {
  const { send: _, ...shared } = RULES;
  return { ...shared, deliverTo: oneOf("machine", "any"), control: oneOf(true, false), controlToken: anything };
}

/** @throws RangeError which begins with the name of the option that cannot be used, and never shows a token. */
export function checkMountOptions(options: MountOptions): void {
  checkFields("", options, mountRules());
  const { control, controlToken } = options;
  if (controlToken === undefined) return;
  if (control === false) throw new RangeError("controlToken has no effect without the control, which is turned off");
  if (typeof controlToken !== "string" || !SENDABLE.test(controlToken)) {
    throw new RangeError("controlToken must be a text of ASCII characters without spaces");
  }
}

/** @throws RangeError which begins with the name of the option that cannot be used. */
export function checkServerOptions(options: ServerOptions): void {
  checkFields("", options, { ...mountRules(), port: whole(0, 65_535), host: aText });
}
