import { type MakeDelivery, recordOnly, type SendDelivery } from "./deliveries.js";
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
  const { log, send = recordOnly, payload } = options;
  timeFrom("clock", clock());
  return { seed, latency, failureRate, clock, statePer, log, send, payload };
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

/** @throws RangeError which begins with the name of the option that cannot be used, and never shows a token. */
export function checkMountOptions({ deliverTo, control, controlToken }: MountOptions): void {
  checkFields("", { deliverTo, control }, { deliverTo: oneOf("machine", "any"), control: oneOf(true, false) });
  if (controlToken === undefined) return;
  if (control === false) throw new RangeError("controlToken has no effect without the control, which is turned off");
  if (typeof controlToken !== "string" || !SENDABLE.test(controlToken)) {
    throw new RangeError("controlToken must be a text of ASCII characters without spaces");
  }
}

/** @throws RangeError which begins with the name of the option that cannot be used. */
export function checkServerOptions(options: Pick<ServerOptions, "port" | "host">): void {
  checkFields("", options, { port: whole(0, 65_535), host: aText });
}

/** A flag of the command: its name and what `--help` calls its value, what it does, and whether its value is a number. */
type Flag = readonly [usage: string, help: string, isNumber?: "number"];

/** The flag for each option, in the order of `--help`. The command reads them as these tell. */
export const FLAGS: { readonly [Option in Exclude<keyof ServerOptions, "payload">]-?: Flag } = {
  port: ["port PORT", "listen on this port; 0 for any free one (default: 4010)", "number"],
  host: ["host HOST", "listen on this host (default: 127.0.0.1)"],
  seed: [
    "seed N|FILE",
    `start with N subscriptions, the same every time; with those in a JSON file; or with a scenario,
such as GET /__sandbox/state returns one (default: examples, those of the contract)`,
  ],
  clock: ["clock TIME", "stop the clock at this time, such as 2026-03-02T10:20:00Z"],
  latency: ["latency MS", "delay every answer but that to a preflight by this many ms (default: 0)", "number"],
  failureRate: ["failure-rate SHARE", "fail this share of the requests, from 0 to 1, with 503 (default: 0)", "number"],
  statePer: [
    "state-per WHAT",
    "sandbox or token: one state for all requests, or one for each access token (default: sandbox)",
  ],
  deliverTo: [
    "deliver-to WHERE",
    `machine or any: send deliveries only to this machine, or to any address but link-local ones
(default: machine)`,
  ],
  controlToken: [
    "control-token TOKEN",
    "let requests with this header Sandbox-Control-Token control the sandbox from anywhere",
  ],
  control: ["no-control", "turn off the page and the control at /__sandbox"],
  log: ["quiet", "do not log requests and deliveries"],
};
