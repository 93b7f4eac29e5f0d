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

/** The options of `createSandbox`. The command has flags with the same names. */
export interface SandboxOptions {
  /**
   * What the sandbox starts with: a number of subscriptions, which are the same ones every time; `"examples"` for those of
   * the contract; a list of your own; or a scenario. Your own subscriptions need what a create needs, and the sandbox fills in
   * the other fields.
   *
   * @default 0
   */
  seed?: Seed | undefined;
  /**
   * Delays every response by this many ms, except the response to a CORS preflight.
   *
   * @default 0
   */
  latency?: number | undefined;
  /**
   * The share of the requests, from 0 to 1, that get status 503 with `Retry-After: 0`. They change nothing.
   *
   * @default 0
   */
  failureRate?: number | undefined;
  /**
   * Returns the current time, for `created_at` and `updated_at`.
   *
   * @default () => new Date()
   */
  clock?: (() => Date) | undefined;
  /**
   * Whether all requests share one state, or each access token has a state of its own, so that parallel tests do not
   * interfere.
   *
   * @default "sandbox"
   */
  statePer?: "sandbox" | "token" | undefined;
  /**
   * Whether a request without an access token gets status 401, or is accepted, for a page whose backend adds the token. With
   * `statePer: "token"`, all requests without a token share one state.
   *
   * @default "required"
   */
  accessToken?: "required" | "optional" | undefined;
  /** Receives each line of the log. A line describes a request or a delivery, without tokens, queries and bodies. */
  log?: ((line: string) => void) | undefined;
  /** Sends deliveries. Without this function, they are only recorded. */
  send?: SendDelivery | undefined;
  /** Makes the payload and the headers of each delivery, so that it looks like those of your service. */
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

/** The options of `mountSandbox`. The command has flags with the same names. */
export interface MountOptions extends Omit<SandboxOptions, "send"> {
  /**
   * Whether deliveries are sent only to addresses of this machine, or to all addresses that are not link-local. Others are
   * only recorded.
   *
   * @default "machine"
   */
  deliverTo?: "machine" | "any" | undefined;
  /**
   * Whether there are the page and the control paths at `/__sandbox`. They accept requests only from this machine, and not
   * from a web page of another machine.
   *
   * @default true
   */
  control?: boolean | undefined;
  /** The control paths accept a request from any machine if its header `Sandbox-Control-Token` has this value. */
  controlToken?: string | undefined;
}

/** The options of `startSandbox`. The command has flags with the same names. */
export interface ServerOptions extends MountOptions {
  /**
   * Port to listen on, or 0 for any free port.
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
  if (control === false) throw new RangeError("controlToken has no effect while the control paths are turned off");
  if (typeof controlToken !== "string" || !SENDABLE.test(controlToken)) {
    throw new RangeError("controlToken must be a string of ASCII characters without spaces");
  }
}

/** @throws RangeError which begins with the name of the option that cannot be used. */
export function checkServerOptions(options: ServerOptions): void {
  checkFields("", options, { ...mountRules(), port: whole(0, 65_535), host: aText });
}
