import { parseArgs } from "node:util";
import { type CheckedOptions, checkOptions, DEFAULTS } from "./options.js";

/** What the command is asked to do. */
export interface Flags {
  /** Whether only the usage is asked for. */
  help: boolean;
  /** Whether only the version is asked for. */
  version: boolean;
  /** Whether requests and deliveries are kept out of the log. */
  quiet: boolean;
  /** The options of the sandbox. */
  options: CheckedOptions;
}

/** What `--help` prints. */
export const USAGE = `Usage: service-admin-sandbox [options]

Serves the Service API with a memory: what is created is there to be listed, read and deleted, until it ends.

Options:
  --port PORT        port to listen on; 0 for any free one (default: ${DEFAULTS.port})
  --host HOST        host to listen on (default: ${DEFAULTS.host})
  --seed N           start with N subscriptions, the same ones every time (default: ${DEFAULTS.seed})
  --latency MS       hold every answer back for MS milliseconds (default: ${DEFAULTS.latency})
  --failure-rate P   answer that share of requests, 0 to 1, with status 503 and Retry-After (default: ${DEFAULTS.failureRate})
  --quiet            log no requests and no deliveries
  --help             print this
  --version          print the version
`;

/**
 * Reads the flags of the command.
 *
 * @throws Error whose message tells which flag is wrong, and what it may be.
 */
export function readFlags(args: string[]): Flags {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string" },
      host: { type: "string" },
      seed: { type: "string" },
      latency: { type: "string" },
      "failure-rate": { type: "string" },
      quiet: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
      version: { type: "boolean", default: false },
    },
  });
  const { host, quiet, help, version } = values;
  const options = {
    host,
    port: numberOf("--port", values.port),
    seed: numberOf("--seed", values.seed),
    latency: numberOf("--latency", values.latency),
    failureRate: numberOf("--failure-rate", values["failure-rate"]),
  };
  return { help, version, quiet, options: checkOptions(options, flagOf) };
}

function numberOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^-?(\d+|\d*\.\d+)$/.test(text)) throw new RangeError(`${flag} must be a number, got ${JSON.stringify(text)}`);
  return Number(text);
}

function flagOf(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
