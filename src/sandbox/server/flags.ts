import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { accessTokenHeader } from "../../../generated/contract.js";
import { CommandError } from "../../cli/command-error.js";
import { DEFAULTS } from "../options.js";
import type { SeededSubscription } from "../seed.js";
import { SERVER_DEFAULTS, type ServerOptions } from "./server-options.js";

/** What the command is asked to do. */
export interface Flags {
  /** Whether only the usage is asked for. */
  readonly help: boolean;
  /** Whether only the version is asked for. */
  readonly version: boolean;
  /** Whether requests and deliveries are kept out of the log. */
  readonly quiet: boolean;
  /** The options of the sandbox. */
  readonly options: ServerOptions;
}

/** What `--help` prints. */
export const USAGE = `Usage: service-admin-sandbox [options]

Serves the Service API with a memory: what is created is there to be listed, read, updated and deleted, until it ends.

Options:
  --port PORT          port to listen on; 0 for any free one (default: ${SERVER_DEFAULTS.port})
  --host HOST          host to listen on (default: ${SERVER_DEFAULTS.host})
  --seed N|FILE        start with N subscriptions, the same ones every time, or with those of a JSON file (default: ${DEFAULTS.seed})
  --latency MS         hold every answer back for MS milliseconds (default: ${DEFAULTS.latency})
  --failure-rate P     answer that share of requests, 0 to 1, with status 503 (default: ${DEFAULTS.failureRate})
  --random-seed N      let --failure-rate choose the same requests every time
  --first-id N         id of the first subscription (default: ${DEFAULTS.firstId})
  --clock TIME         let the time stand still, such as at 2026-03-02T10:20:00Z
  --updates HOW        match or example, see below (default: ${DEFAULTS.updates})
  --state-per WHAT     one state for the sandbox, or one for each access token: sandbox or token (default: ${DEFAULTS.statePer})
  --deliver-to WHERE   send deliveries to this machine alone, or to any address: machine or any (default: ${SERVER_DEFAULTS.deliverTo})
  --no-control         do not let requests to /__sandbox/ control the sandbox
  --quiet              log no requests and no deliveries
  --help               print this
  --version            print the version

Where the interface document is silent, the sandbox chooses:
  update               changes the subscription with that topic and address, else the only one with that address,
                       else the only one with that topic; where that is none or more than one, status 404 or 409;
                       --updates example changes nothing and answers with the contract's example
  format               a format that an update leaves out becomes the contract's default
  a missing one        status 404 with application/problem+json
  order                by id, ascending; ties in another field are in the order of their ids
  sort_by              a field that subscriptions do not have sorts by id; the header Sandbox-Note says so
  limit, page          less than 1: status 422
  another parameter    a query parameter that the contract does not declare has no effect, and the header
                       Sandbox-Note says so
  deliver              answers with what is sent; id 0 where no subscription has this topic and address
  a delivery           one POST to HTTP addresses that are not link-local: the topic, and a note that the payload is
                       not specified
  the exchange         answered from the contract's example; the header Sandbox-Note says so

Control, from this machine: POST /__sandbox/reset, POST /__sandbox/simulate, GET /__sandbox/state,
GET /__sandbox/requests, GET /__sandbox/deliveries. With --state-per token, send the header ${accessTokenHeader}.
`;

/**
 * Reads the flags of the command.
 *
 * @throws CommandError which names the flag that is wrong, and what it may be.
 */
export function readFlags(args: string[]): Flags {
  const { values } = parsed(args);
  const { host, quiet, help, version } = values;
  const options = {
    host,
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
  return { help, version, quiet, options };
}

function parsed(args: string[]) {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  try {
    return parseArgs({
      args,
      options: {
        port: text,
        host: text,
        seed: text,
        latency: text,
        "failure-rate": text,
        "random-seed": text,
        "first-id": text,
        clock: text,
        updates: text,
        "state-per": text,
        "deliver-to": text,
        "no-control": flag,
        quiet: flag,
        help: flag,
        version: flag,
      },
    });
  } catch (error) {
    const [line = ""] = String(error instanceof Error ? error.message : error).split(
      /\n| This command does not|\. To /,
    );
    throw wrong(line);
  }
}

function wrong(text: string): CommandError {
  return new CommandError(`${text.replace(/\.$/, "")}. See service-admin-sandbox --help.`);
}

const NUMBER = /^-?(\d+|\d*\.\d+)$/;

function numberOf(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!NUMBER.test(text)) throw wrong(`${flag} must be a number, got ${JSON.stringify(text)}`);
  return Number(text);
}

function oneOf<Word extends string>(flag: string, text: string | undefined, words: readonly Word[]): Word | undefined {
  if (text === undefined) return undefined;
  const word = words.find((known) => known === text);
  if (word !== undefined) return word;
  throw wrong(`${flag} must be ${words.join(" or ")}, got ${JSON.stringify(text)}`);
}

function clockOf(text: string | undefined): (() => Date) | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return () => time;
  throw wrong(`--clock must be a time, such as 2026-03-02T10:20:00Z, got ${JSON.stringify(text)}`);
}

function seedOf(text: string | undefined): ServerOptions["seed"] {
  if (text === undefined || NUMBER.test(text)) return numberOf("--seed", text);
  const content = contentOf(text);
  if (isSeed(content)) return content;
  throw wrong(`--seed: ${text} must hold a JSON array of subscriptions`);
}

function contentOf(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch {
    throw wrong(`--seed must be a number or a file that can be read, got ${JSON.stringify(file)}`);
  }
  try {
    return JSON.parse(text);
  } catch {
    throw wrong(`--seed: ${file} is not JSON`);
  }
}

/** Whether it is a list; what is in it is checked against the contract when the sandbox starts. */
function isSeed(value: unknown): value is readonly SeededSubscription[] {
  return Array.isArray(value);
}
