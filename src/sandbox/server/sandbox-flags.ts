import { readFileSync } from "node:fs";
import { accessToken, collections, operations, title } from "../../../generated/contract.js";
import { version } from "../../../generated/version.js";
import { UsageError } from "../../cli/command-error.js";
import type { CommandLine, Given } from "../../cli/command-line.js";
import { LARGEST_BODY, LARGEST_STATE, LARGEST_STATES, MOST_RECORDS, MOST_TOKENS } from "../limits.js";
import { DEFAULTS, type Unchecked } from "../options.js";
import { TIMEOUT } from "./delivery-sender.js";
import { SERVER_DEFAULTS, type ServerOptions } from "./server.js";

const LISTS = collections.map(({ list }) => operations[list]?.path).join(", ");

const inMegabytes = (size: number) => `${Math.floor(size / 1_000_000)} MB`;

const DETAILS = `Where the service's interface document is silent, the sandbox chooses:
update            an update without an id changes the item that has all fields that the body requires, else the only one
                  that has one of them, the last first; status 404 when there is none, 409 when there is more than one;
                  --updates example changes nothing and answers with the contract's example
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
memory            at most ${inMegabytes(LARGEST_STATE)}, ${MOST_RECORDS} requests and ${MOST_RECORDS} deliveries;
                  with --state-per token ${MOST_TOKENS} tokens and ${inMegabytes(LARGEST_STATES)}: the one that was not used for longest loses its state
other operations  answered from the contract's example; the header Sandbox-Note says so

Lists with a memory: ${LISTS}

Control over HTTP, from this machine only unless there is a --control-token: POST /__sandbox/reset,
POST /__sandbox/simulate, POST /__sandbox/clock, GET /__sandbox/state, GET /__sandbox/requests,
GET /__sandbox/deliveries. With --state-per token, send the header ${accessToken.header}.`;

/** How the command is called. */
export const commandLine = {
  name: "service-admin-sandbox",
  about: `Serves the ${title} from memory: you can list, read, update and delete what you create, until the sandbox ends.`,
  options: {
    port: {
      type: "string",
      value: "port",
      default: String(SERVER_DEFAULTS.port),
      about: "port to listen on; 0 for any free port",
    },
    host: { type: "string", value: "host", default: SERVER_DEFAULTS.host, about: "host to listen on" },
    seed: {
      type: "string",
      value: "n|file",
      default: String(DEFAULTS.seed),
      about: "start with n items, the same every time, or with those in a JSON file",
    },
    latency: {
      type: "string",
      value: "ms",
      default: String(DEFAULTS.latency),
      about: "delay every answer but that to a preflight by this many ms",
    },
    "failure-rate": {
      type: "string",
      value: "share",
      default: String(DEFAULTS.failureRate),
      about: "fail this share of the requests, from 0 to 1, with status 503",
    },
    "random-seed": { type: "string", value: "n", about: "make --failure-rate choose the same requests every time" },
    "first-id": {
      type: "string",
      value: "n",
      about: "id of the first item, where ids are integers; without it, that of the contract's example",
    },
    clock: { type: "string", value: "time", about: "stop the clock at this time, such as 2026-03-02T10:20:00Z" },
    updates: {
      type: "string",
      value: "how",
      default: DEFAULTS.updates,
      about: "match or example, see below",
    },
    "state-per": {
      type: "string",
      value: "what",
      default: DEFAULTS.statePer,
      about: "sandbox or token: one state for all requests, or one for each access token",
    },
    "deliver-to": {
      type: "string",
      value: "where",
      default: SERVER_DEFAULTS.deliverTo,
      about: "machine or any: send deliveries only to this machine, or to any address but link-local ones",
    },
    "control-token": {
      type: "string",
      value: "token",
      about: "let requests with this header Sandbox-Control-Token control the sandbox, even from another machine",
    },
    "no-control": { type: "boolean", default: false, about: "turn off control over HTTP, see below" },
    quiet: { type: "boolean", default: false, about: "do not log requests and deliveries" },
  },
  version,
  details: DETAILS,
} as const satisfies CommandLine;

/**
 * Reads the options of the sandbox from those of the command. A number that is none is left as text: the sandbox checks
 * all options.
 *
 * @throws UsageError when the clock is no time, or the file of the seed cannot be used.
 */
export function readOptions(values: Given<typeof commandLine.options>["options"]): Unchecked<ServerOptions> {
  const { host, updates, "state-per": statePer, "deliver-to": deliverTo, "control-token": controlToken } = values;
  return {
    ...{ host, updates, statePer, deliverTo, controlToken },
    port: numberIn(values.port),
    seed: NUMBER.test(values.seed) ? Number(values.seed) : contentOf(values.seed),
    latency: numberIn(values.latency),
    failureRate: numberIn(values["failure-rate"]),
    randomSeed: numberIn(values["random-seed"]),
    firstId: numberIn(values["first-id"]),
    clock: clockOf(values.clock),
    control: !values["no-control"],
  };
}

const NUMBER = /^-?(\d+|\d*\.\d+)$/;

function numberIn(text: string | undefined): unknown {
  return text !== undefined && NUMBER.test(text) ? Number(text) : text;
}

function clockOf(text: string | undefined): (() => Date) | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return () => time;
  throw new UsageError(`--clock must be a time, such as 2026-03-02T10:20:00Z, got ${JSON.stringify(text)}.`);
}

function contentOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new UsageError(`--seed must be a number or a file that can be read, got ${JSON.stringify(file)}.`);
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new UsageError(`--seed: ${file} is not JSON.`);
  }
}
