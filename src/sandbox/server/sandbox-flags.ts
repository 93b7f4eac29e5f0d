import { readFileSync } from "node:fs";
import { accessToken, collections, operations, title } from "../../../generated/contract.js";
import { version } from "../../../generated/version.js";
import type { CommandLine } from "../../cli/command-line.js";
import { LARGEST_BODY, MOST_RECORDS, MOST_SENT, MOST_TOKENS } from "../limits.js";
import { timeIn } from "../option-checks.js";
import { DEFAULTS, type Unchecked } from "../options.js";
import { TIMEOUT } from "./delivery-sender.js";
import { SERVER_DEFAULTS, type ServerOptions } from "./server.js";

/** A flag that takes a value, and the option that it sets. */
interface Flag {
  /** What `--help` calls its value. */
  readonly value: string;
  readonly default?: string;
  readonly about: string;
  /** Reads its text, which else stays as it is. A number that is none stays text: the sandbox checks all options. */
  readonly read?: (text: string) => unknown;
}

/** Every flag that takes a value, by the name of its option. */
const FLAGS: Readonly<Record<string, Flag>> = {
  port: {
    value: "port",
    default: String(SERVER_DEFAULTS.port),
    about: "port to listen on; 0 for any free port",
    read: numberIn,
  },
  host: { value: "host", default: SERVER_DEFAULTS.host, about: "host to listen on" },
  seed: {
    value: "n|file",
    default: "examples",
    about: "start with the contract's examples, with n items, the same every time, or with those in a JSON file",
    read: seedIn,
  },
  latency: {
    value: "ms",
    default: String(DEFAULTS.latency),
    about: "delay every answer but that to a preflight by this many ms",
    read: numberIn,
  },
  failureRate: {
    value: "share",
    default: String(DEFAULTS.failureRate),
    about: "fail this share of the requests, from 0 to 1, with status 503",
    read: numberIn,
  },
  randomSeed: { value: "n", about: "make --failure-rate choose the same requests every time", read: numberIn },
  clock: {
    value: "time",
    about: "stop the clock at this time, such as 2026-03-02T10:20:00Z",
  },
  statePer: {
    value: "what",
    default: DEFAULTS.statePer,
    about: "sandbox or token: one state for all requests, or one for each access token",
  },
  deliverTo: {
    value: "where",
    default: SERVER_DEFAULTS.deliverTo,
    about: "machine or any: send deliveries only to this machine, or to any address but link-local ones",
  },
  controlToken: {
    value: "token",
    about: "let requests with this header Sandbox-Control-Token control the sandbox, even from another machine",
  },
};

/** The flag that sets an option. */
export function flagOf(option: string): string {
  return `--${kebab(option)}`;
}

function kebab(option: string): string {
  return option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * Reads the options of the sandbox from the flags of the command.
 *
 * @throws RangeError when the clock is no time, or the file of the seed cannot be used.
 */
export function readOptions(given: Readonly<Record<string, unknown>>): Unchecked<ServerOptions> {
  const options: Record<string, unknown> = {};
  for (const [option, { read = (text: string) => text }] of Object.entries(FLAGS)) {
    const text = given[kebab(option)];
    if (typeof text === "string") options[option] = read(text);
  }
  return { ...options, clock: clockAt(options["clock"]), control: !given["no-control"] };
}

const NUMBER = /^-?(\d+|\d*\.\d+)$/;

function numberIn(text: string): unknown {
  return NUMBER.test(text) ? Number(text) : text;
}

/** A clock that is stopped. */
function clockAt(time: unknown): (() => Date) | undefined {
  if (time === undefined) return undefined;
  const moment = timeIn("clock", time);
  return () => moment;
}

function seedIn(text: string): unknown {
  if (text === "examples") return text;
  return NUMBER.test(text) ? Number(text) : contentOf(text);
}

function contentOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new RangeError(`seed must be a number or a file that can be read, got ${JSON.stringify(file)}`);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new RangeError(`seed: ${file} is not JSON`);
  }
}

const LISTS = collections.map(({ list }) => operations[list]?.path).join(", ");

const inMegabytes = (size: number) => `${Math.floor(size / 1_000_000)} MB`;

const DETAILS = `Where the service's interface document is silent, the sandbox chooses:
update            an update without an id changes the item that has all fields that the body requires, else the only one
                  that has one of them, the last first; status 404 when there is none, 409 when there is more than one
format            a format that an update leaves out becomes the contract's default
unknown id        status 404 with application/problem+json
order             by id, ascending; text by code unit; ties in another field are sorted by id
sort_by           a field that items do not have sorts by id; the header Sandbox-Note says so
limit, page       less than 1: status 422
other parameters  a query parameter that the contract does not declare has no effect, and the header Sandbox-Note
                  says so
deliver           returns what it sends; the id is 0 when no item agrees in all required fields
delivery          one POST to an HTTP address that is not link-local, only on this machine unless you say
                  --deliver-to any; it has the topic and a note that the payload is not specified, and ${TIMEOUT / 1000} s to be answered
failure           a simulated failure has Retry-After: 0
bodies            null, false, 0 and "" count as no body, as with the mock; more than ${inMegabytes(LARGEST_BODY)}: status 413
memory            ${MOST_RECORDS} requests and ${MOST_RECORDS} deliveries; with --state-per token ${MOST_TOKENS} tokens: the one that was not used
                  for longest loses its state; creations of more than ${inMegabytes(MOST_SENT)} in all, until a reset: status 507
other operations  answered from the contract's example; the header Sandbox-Note says so

Lists with a memory: ${LISTS}

Control over HTTP, from this machine only unless there is a --control-token: POST /__sandbox/reset,
POST /__sandbox/simulate, POST /__sandbox/clock, GET /__sandbox/state, GET /__sandbox/requests,
GET /__sandbox/deliveries. With --state-per token, send the header ${accessToken.header}.`;

const flags = Object.entries(FLAGS).map(([option, { read: _, ...flag }]) => [
  kebab(option),
  { type: "string", ...flag },
]);

/** How the command is called. */
export const commandLine: CommandLine = {
  name: "service-admin-sandbox",
  about: `Serves the ${title} from memory: you can list, read, update and delete what you create, until the sandbox ends.`,
  options: {
    ...Object.fromEntries(flags),
    "no-control": { type: "boolean", default: false, about: "turn off control over HTTP, see below" },
    quiet: { type: "boolean", default: false, about: "do not log requests and deliveries" },
  },
  version,
  details: DETAILS,
};
