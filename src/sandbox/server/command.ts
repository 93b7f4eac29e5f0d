#!/usr/bin/env node
import { accessToken, defaultServer, listensOn, operations, title } from "../../../generated/contract.js";
import { version } from "../../../generated/version.js";
import { CommandError, type Given, runCommand, UsageError } from "../../cli/command.js";
import { onEnd } from "../../cli/server.js";
import { readTextFile } from "../../cli/text-file.js";
import { timeFrom } from "../rules.js";
import type { Seed } from "../types.js";
import { type RunningSandbox, type ServerOptions, startSandbox } from "./index.js";

const help = `
Usage: service-admin-sandbox [options]

Starts a server that follows the contract of the ${title}. Until you stop it, it remembers the webhook subscriptions that
you create. Open ${defaultServer}/__sandbox in a browser to see them.

  --port PORT            listen on this port, or on any free port if it is 0 (default: ${listensOn.port})
  --host HOST            listen on this host (default: ${listensOn.host})
  --seed N|FILE          start with N subscriptions, the same ones every time, or with the subscriptions or the scenario
                         in a JSON file (default: examples, the subscriptions that the contract shows)
  --clock TIME           stop the clock at this time, such as 2026-03-02T10:20:00Z
  --latency MS           delay every response by this many ms, except the response to a CORS preflight (default: 0)
  --failure-rate SHARE   respond to this share of the requests, from 0 to 1, with status 503 (default: 0)
  --access-token WHAT    required or optional: reject requests without an access token with status 401, or accept them
                         (default: required)
  --deliver-to WHERE     machine or any: send deliveries only to this machine, or to all addresses except link-local ones
                         (default: machine)
  --control-token TOKEN  let any machine use the control paths if its requests have this token in Sandbox-Control-Token
  --no-control           turn off the page and the control paths at /__sandbox
  --quiet                do not log requests and deliveries
  --version              print the version
  --help                 print this help

The control paths are POST /__sandbox/reset, emit, simulate and clock, DELETE /__sandbox/simulate, and
GET /__sandbox/state, requests and deliveries. guides/sandbox.md describes them. It also lists what the sandbox does where
the service's interface document is silent.`;

const text = { type: "string" } as const;
const turnedOff = { type: "boolean", default: false } as const;
const flags = {
  port: text,
  host: text,
  seed: text,
  clock: text,
  latency: text,
  "failure-rate": text,
  "access-token": text,
  "deliver-to": text,
  "control-token": text,
  "no-control": turnedOff,
  quiet: turnedOff,
};

/** Lines to write together: writing each one by itself would take a fifth of the time of an answer. */
const unwritten: string[] = [];

/** The values of the flags. */
type Values = Given<typeof flags>["values"];

await runCommand({ name: "service-admin-sandbox", help, options: flags, version }, async ({ values }) => {
  const sandbox = await started(values);
  onEnd(() => void sandbox.close());
  print(greeting(sandbox, values["access-token"] === "optional"));
  return 0;
});

async function started(values: Values): Promise<RunningSandbox> {
  try {
    return await startSandbox(optionsOf(values));
  } catch (error) {
    // The message begins with the name of an option.
    if (error instanceof RangeError) throw new UsageError(`${error.message.replace(/^\w+/, flagOf)}.`);
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** The flag of an option: `--failure-rate` for `failureRate`. */
function flagOf(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** The options that the flags set. @throws RangeError that begins with the name of the option. */
function optionsOf(values: Values) {
  return {
    port: numberIn("port", values.port),
    host: values.host,
    seed: seedIn(values.seed ?? "examples"),
    clock: clockAt(values.clock),
    latency: numberIn("latency", values.latency),
    failureRate: numberIn("failureRate", values["failure-rate"]),
    accessToken: wordIn("accessToken", values["access-token"], ["required", "optional"]),
    deliverTo: wordIn("deliverTo", values["deliver-to"], ["machine", "any"]),
    controlToken: values["control-token"],
    control: !values["no-control"],
    log: values.quiet ? undefined : print,
  } satisfies Record<Exclude<keyof ServerOptions, "payload">, unknown>;
}

/** The number in a flag. The sandbox checks its bounds. */
function numberIn(option: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^-?(\d+|\d*\.\d+)$/.test(given)) return Number(given);
  throw new RangeError(`${option} must be a number, got ${JSON.stringify(given)}`);
}

/** The word in a flag. */
function wordIn<const Word extends string>(option: string, given: string | undefined, words: readonly Word[]) {
  const meant = words.find((word) => word === given);
  if (meant !== undefined || given === undefined) return meant;
  throw new RangeError(`${option} must be one of ${words.join(", ")}, got ${JSON.stringify(given)}`);
}

/** A clock that is stopped at a time. */
function clockAt(given: string | undefined): (() => Date) | undefined {
  if (given === undefined) return undefined;
  const time = timeFrom("clock", given);
  return () => time;
}

/** A number, `examples`, or the content of a file. */
function seedIn(given: string): Seed {
  if (given === "examples") return given;
  if (/^-?\d+$/.test(given)) return Number(given);
  try {
    return JSON.parse(readTextFile(given));
  } catch (error) {
    if (error instanceof SyntaxError) throw new RangeError(`seed: ${given} is not JSON`);
    throw new RangeError(`seed must be a number or a file that can be read, got ${JSON.stringify(given)}`);
  }
}

function greeting({ url, webhooks: { length } }: RunningSandbox, isTokenOptional: boolean): string {
  const served = Object.values(operations);
  const widest = Math.max(...served.map(({ path }) => path.length));
  return [
    `The sandbox of the ${title} serves:`,
    ...served.map(({ method, path, id }) => `  ${method.padEnd(6)} ${path.padEnd(widest)}  ${id}`),
    `It starts with ${length} ${length === 1 ? "webhook" : "webhooks"}. See them at ${url}/__sandbox.`,
    isTokenOptional
      ? `A request may have the header ${accessToken.header}, with any token.`
      : `Each request requires the header ${accessToken.header}; any token will do.`,
    `The sandbox is listening on ${url} (press Ctrl+C to stop it)`,
  ].join("\n");
}

/** Prints a line once the requests that have arrived are answered. */
function print(line: string): void {
  if (unwritten.length === 0) setImmediate(() => process.stdout.write(unwritten.splice(0).join("")));
  unwritten.push(`${line}\n`);
}
