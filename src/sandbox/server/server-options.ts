import { defaultServer } from "../../../generated/old-contract.js";
import { checkOneOf, checkWhole } from "../bounds.js";
import type { NameOf, SandboxOptions } from "../options.js";

/** Options of `startSandbox`. The command has flags of the same names. */
export interface ServerOptions extends Omit<SandboxOptions, "send"> {
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
  /**
   * Where deliveries may go: only to addresses of this machine, or to any that are not link-local. The others are
   * recorded as not sent.
   *
   * @default "machine"
   */
  deliverTo?: "machine" | "any" | undefined;
  /**
   * Whether requests to `/__sandbox/` control the sandbox. They must come from this machine, and not from a page of a
   * foreign origin.
   *
   * @default true
   */
  control?: boolean | undefined;
}

const { hostname, port } = new URL(defaultServer);

/** The defaults of the server's options. */
export const SERVER_DEFAULTS = { port: Number(port), host: hostname, deliverTo: "machine", control: true } as const;

/** The checked options of the server with their defaults. */
export type CheckedServerOptions = Required<{
  [Name in keyof typeof SERVER_DEFAULTS]: NonNullable<ServerOptions[Name]>;
}>;

/**
 * Checks the options and fills in the defaults.
 *
 * @throws RangeError which names the option that cannot be used, and what it may be.
 */
export function checkServerOptions(options: ServerOptions, nameOf: NameOf = (option) => option): CheckedServerOptions {
  const { port = SERVER_DEFAULTS.port, host = SERVER_DEFAULTS.host, deliverTo = SERVER_DEFAULTS.deliverTo } = options;
  const { control = SERVER_DEFAULTS.control } = options;
  checkWhole(nameOf("port"), port, 0, 65_535);
  if (typeof host !== "string" || host === "") {
    throw new RangeError(`${nameOf("host")} must be a host name or an IP address`);
  }
  checkOneOf(nameOf("deliverTo"), deliverTo, ["machine", "any"]);
  return { port, host, deliverTo, control };
}
