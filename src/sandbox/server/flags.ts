import { readFileSync } from "node:fs";
import { accessTokenHeader, title } from "../../../generated/old-contract.js";
import { version } from "../../../generated/version.js";
import { UsageError } from "../../cli/command-error.js";
import type { CommandLine, Given } from "../../cli/command-line.js";
import { DEFAULTS } from "../options.js";
import type { SeededSubscription } from "../seed.js";
import { SERVER_DEFAULTS, type ServerOptions } from "./server-options.js";

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
      about: "start with n subscriptions, the same every time, or with those in a JSON file",
    },
    latency: {
      type: "string",
      value: "ms",
      default: String(DEFAULTS.latency),
      about: "delay every answer by this many ms",
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
      default: String(DEFAULTS.firstId),
      about: "id of the first subscription",
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
      about: "machine or any: send deliveries only to this machine, or to any address",
    },
    "no-control": { type: "boolean", default: false, about: "turn off control over HTTP, see below" },
    quiet: { type: "boolean", default: false, about: "do not log requests and deliveries" },
  },
  version,
  details: `Where the service's interface document is silent, the sandbox chooses:
  update            changes the subscription with that topic and address, else the only one with that address, else
                    the only one with that topic; status 404 when there is none, 409 when there is more than one;
                    --updates example changes nothing and answers with the contract's example
  format            a format that an update leaves out becomes the contract's default
  unknown id        status 404 with application/problem+json
  order             by id, ascending; ties in another field are sorted by id
  sort_by           a field that subscriptions do not have sorts by id; the header Sandbox-Note says so
  limit, page       less than 1: status 422
  other parameters  a query parameter that the contract does not declare has no effect, and the header Sandbox-Note
                    says so
  deliver           returns what it sends; the id is 0 when no subscription has this topic and address
  delivery          one POST to an HTTP address that is not link-local, with the topic and a note that the payload is
                    not specified
  token exchange    answered from the contract's example; the header Sandbox-Note says so

Control over HTTP, from this machine only: POST /__sandbox/reset, POST /__sandbox/simulate,
GET /__sandbox/state, GET /__sandbox/requests, GET /__sandbox/deliveries. With --state-per token, send the header
${accessTokenHeader}.`,
} as const satisfies CommandLine;

/**
 * Reads the options of the sandbox from those of the command.
 *
 * @throws UsageError which names the option that is wrong, and what it may be.
 */
export function readOptions(values: Given<typeof commandLine.options>["options"]): ServerOptions {
  return {
    host: values.host,
    port: numberOf("--port", values.port),
    seed: seedOf(values.seed),
    latency: numberOf("--latency", values.latency),
    failureRate: numberOf("--failure-rate", values["failure-rate"]),
    randomSeed: numberOf("--random-seed", values["random-seed"]),
    firstId: numberOf("--first-id", values["first-id"]),
    clock: clockOf(values.clock),
    updates: oneOf("--updates", values.updates, ["match", "example"]),
    statePer: oneOf("--state-per", values["state-per"], ["sandbox", "token"]),
    deliverTo: oneOf("--deliver-to", values["deliver-to"], ["machine", "any"]),
    control: !values["no-control"],
  };
}

const NUMBER = /^-?(\d+|\d*\.\d+)$/;

function numberOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!NUMBER.test(text)) throw new UsageError(`${flag} must be a number, got ${JSON.stringify(text)}.`);
  return Number(text);
}

function oneOf<const Word extends string>(flag: string, text: string, words: readonly Word[]): Word {
  const word = words.find((known) => known === text);
  if (word !== undefined) return word;
  throw new UsageError(`${flag} must be ${words.join(" or ")}, got ${JSON.stringify(text)}.`);
}

function clockOf(text: string | undefined): (() => Date) | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return () => time;
  throw new UsageError(`--clock must be a time, such as 2026-03-02T10:20:00Z, got ${JSON.stringify(text)}.`);
}

function seedOf(text: string): ServerOptions["seed"] {
  if (NUMBER.test(text)) return Number(text);
  const content = contentOf(text);
  if (isSeed(content)) return content;
  throw new UsageError(`--seed: ${text} must hold a JSON array of subscriptions.`);
}

function contentOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw new UsageError(`--seed must be a number or a file that can be read, got ${JSON.stringify(file)}.`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`--seed: ${file} is not JSON.`);
  }
}

/** Whether it is a list. The sandbox checks its items against the contract when it starts. */
function isSeed(value: unknown): value is readonly SeededSubscription[] {
  return Array.isArray(value);
}
