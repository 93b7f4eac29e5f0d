#!/usr/bin/env node
import { readFileSync } from "node:fs";
import { accessToken, operations, title } from "../../../generated/contract.js";
import { version } from "../../../generated/version.js";
import { CommandError, type Given, runCommand, UsageError } from "../../cli/command.js";
import { timeIn } from "../option-checks.js";
import { type RunningSandbox, type ServerOptions, startSandbox } from "./index.js";

const help = `Usage: service-admin-sandbox [options]

Serves the Service API from memory: you can list, read, update and delete the webhook subscriptions that you create, until
it ends. See it at http://127.0.0.1:4010/__sandbox in a browser.

  --port PORT            listen on this port; 0 for any free one (default: 4010)
  --host HOST            listen on this host (default: 127.0.0.1)
  --seed N|FILE          start with N subscriptions, the same every time; with those in a JSON file; or with a scenario,
                         such as GET /__sandbox/state returns one (default: examples, those of the contract)
  --clock TIME           stop the clock at this time, such as 2026-03-02T10:20:00Z
  --latency MS           delay every answer but that to a preflight by this many ms (default: 0)
  --failure-rate SHARE   fail this share of the requests, from 0 to 1, with status 503 (default: 0)
  --state-per WHAT       sandbox or token: one state for all requests, or one for each access token (default: sandbox)
  --deliver-to WHERE     machine or any: send deliveries only to this machine, or to any address but link-local ones
                         (default: machine)
  --control-token TOKEN  let requests with this header Sandbox-Control-Token control the sandbox from anywhere
  --no-control           turn off the page and the control at /__sandbox
  --quiet                do not log requests and deliveries
  --version              print the version
  --help                 print this help

Control it from this machine: POST /__sandbox/reset, simulate or clock; GET /__sandbox/state, requests or deliveries.
What it chooses where the service's interface document is silent: guides/sandbox.md.`;

const text = { type: "string" } as const;
const flag = { type: "boolean" } as const;
const options = {
  ...{ port: text, host: text, seed: text, clock: text, latency: text, "failure-rate": text, "state-per": text },
  ...{ "deliver-to": text, "control-token": text, "no-control": flag, quiet: flag },
} as const;

await runCommand({ name: "service-admin-sandbox", help, options, version }, async ({ values }) => {
  const sandbox = await started(values);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, sandbox.close);
  print(greeting(sandbox));
  return 0;
});

type Values = Given<typeof options>["values"];

async function started(values: Values): Promise<RunningSandbox> {
  try {
    return await startSandbox(optionsOf(values));
  } catch (error) {
    const flagOf = (option: string) => `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
    // It begins with the name of an option.
    if (error instanceof RangeError) throw new UsageError(`${error.message.replace(/^\w+/, flagOf)}.`);
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** The options that the flags say. Each option but `payload` has one; the sandbox checks the values. */
function optionsOf(values: Values): ServerOptions {
  const time = values.clock === undefined ? undefined : timeIn("clock", values.clock);
  const unchecked: Record<Exclude<keyof ServerOptions, "payload">, unknown> = {
    port: numberIn(values.port),
    host: values.host,
    seed: seedIn(values.seed ?? "examples"),
    clock: time && (() => time),
    latency: numberIn(values.latency),
    failureRate: numberIn(values["failure-rate"]),
    statePer: values["state-per"],
    deliverTo: values["deliver-to"],
    control: !values["no-control"],
    controlToken: values["control-token"],
    log: values.quiet ? undefined : print,
  };
  return Object(unchecked);
}

/** The number that a text says. One that says none stays text, so that the sandbox can show it. */
function numberIn(value: string | undefined): unknown {
  return /^-?(\d+|\d*\.\d+)$/.test(String(value)) ? Number(value) : value;
}

/** A number, `examples`, or what a file holds. */
function seedIn(value: string): unknown {
  const number = numberIn(value);
  if (value === "examples" || typeof number === "number") return number;
  let content: string;
  try {
    content = readFileSync(value, "utf8");
  } catch {
    throw new RangeError(`seed must be a number or a file that can be read, got ${JSON.stringify(value)}`);
  }
  try {
    return JSON.parse(content.replace(/^\uFEFF/, ""));
  } catch {
    throw new RangeError(`seed: ${value} is not JSON`);
  }
}

function greeting({ url, forToken }: RunningSandbox): string {
  const served = Object.values(operations);
  const widest = Math.max(...served.map(({ path }) => path.length));
  return [
    `The sandbox of the ${title} serves:`,
    ...served.map(({ method, path, id }) => `  ${method.padEnd(6)} ${path.padEnd(widest)}  ${id}`),
    `It starts with ${forToken("").webhooks.length} webhooks. See them at ${url}/__sandbox.`,
    `Each request requires the header ${accessToken.header}; any token will do.`,
    `The sandbox is listening on ${url} (Ctrl+C ends it)`,
  ].join("\n");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
