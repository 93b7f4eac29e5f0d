#!/usr/bin/env node
import { accessToken, defaultServer, listensOn, operations, title } from "../../../generated/contract.js";
import { version } from "../../../generated/version.js";
import { CommandError, runCommand, UsageError } from "../../cli/command.js";
import { readTextFile } from "../../cli/text-file.js";
import { timeFrom } from "../option-rules.js";
import type { ServerOptions } from "../options.js";
import { type RunningSandbox, startSandbox } from "./index.js";

/** A flag of the command: its name and what `--help` calls its value, what it does, and whether its value is a number. */
type Flag = readonly [usage: string, help: string, isNumber?: "number"];

/** The flag for each option, in the order of `--help`. */
const FLAGS: { readonly [Option in Exclude<keyof ServerOptions, "payload">]-?: Flag } = {
  port: ["port PORT", `listen on this port; 0 for any free one (default: ${listensOn.port})`, "number"],
  host: ["host HOST", `listen on this host (default: ${listensOn.host})`],
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
  accessToken: [
    "access-token WHAT",
    `required or optional: refuse requests without an access token with 401, or answer them
(default: required)`,
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

/** What belongs to each option: its flag, the value that `--help` shows, and so on. */
const flags = Object.entries(FLAGS).map(([option, [usage, help, isNumber]]) => {
  const [flag = "", value] = usage.split(" ");
  return { option, usage, help, isNumber, flag, type: value ? ("string" as const) : ("boolean" as const) };
});

/** The line of `--help` for a flag, which may go on below. */
function helpOf(usage: string, help: string): string {
  return `  ${`--${usage}`.padEnd(23)}${help.replaceAll("\n", `\n${" ".repeat(25)}`)}`;
}

const help = `Usage: service-admin-sandbox [options]

Serves the Service API from memory: you can list, read, update and delete the webhook subscriptions that you create, until
it ends. See it at ${defaultServer}/__sandbox in a browser.

${flags.map(({ usage, help }) => helpOf(usage, help)).join("\n")}
${helpOf("version", "print the version")}
${helpOf("help", "print this help")}

Control it from this machine: POST /__sandbox/reset, emit, simulate or clock; GET /__sandbox/state, requests or deliveries.
What it chooses where the service's interface document is silent: guides/sandbox.md.`;

const options = Object.fromEntries(flags.map(({ flag, type }) => [flag, { type }]));

await runCommand({ name: "service-admin-sandbox", help, options, version }, async ({ values }) => {
  const sandbox = await started(values);
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, sandbox.close);
  print(greeting(sandbox, values["access-token"] === "optional"));
  return 0;
});

/** What each flag was given, if it was. */
type Values = Readonly<Record<string, unknown>>;

async function started(values: Values): Promise<RunningSandbox> {
  try {
    return await startSandbox(optionsOf(values));
  } catch (error) {
    const flagOf = (name: string) => `--${flags.find(({ option }) => option === name)?.flag ?? name}`;
    // It begins with the name of an option.
    if (error instanceof RangeError) throw new UsageError(`${error.message.replace(/^\w+/, flagOf)}.`);
    throw new CommandError(error instanceof Error ? error.message : String(error));
  }
}

/** The options that the flags say; the sandbox checks them. */
function optionsOf(values: Values): ServerOptions {
  const given = flags.map(({ option, flag, isNumber }) => {
    return [option, isNumber ? numberIn(values[flag]) : values[flag]];
  });
  const { seed = "examples", clock, control, log, ...others } = Object.fromEntries(given);
  const time = clock === undefined ? undefined : timeFrom("clock", clock);
  return {
    ...others,
    seed: seedIn(seed),
    clock: time && (() => time),
    control: !control,
    log: log ? undefined : print,
  };
}

/** The number that a text says. One that says none stays text, so that the sandbox can show it. */
function numberIn(value: unknown): unknown {
  return /^-?(\d+|\d*\.\d+)$/.test(String(value)) ? Number(value) : value;
}

/** A number, `examples`, or what a file holds. */
function seedIn(value: string): unknown {
  const number = numberIn(value);
  if (value === "examples" || typeof number === "number") return number;
  let content: string;
  try {
    content = readTextFile(value);
  } catch {
    throw new RangeError(`seed must be a number or a file that can be read, got ${JSON.stringify(value)}`);
  }
  try {
    return JSON.parse(content);
  } catch {
    throw new RangeError(`seed: ${value} is not JSON`);
  }
}

function greeting({ url, forToken }: RunningSandbox, isTokenOptional: boolean): string {
  const served = Object.values(operations);
  const widest = Math.max(...served.map(({ path }) => path.length));
  return [
    `The sandbox of the ${title} serves:`,
    ...served.map(({ method, path, id }) => `  ${method.padEnd(6)} ${path.padEnd(widest)}  ${id}`),
    `It starts with ${forToken("").webhooks.length} webhooks. See them at ${url}/__sandbox.`,
    isTokenOptional
      ? `A request may have the header ${accessToken.header}, with any token.`
      : `Each request requires the header ${accessToken.header}; any token will do.`,
    `The sandbox is listening on ${url} (Ctrl+C ends it)`,
  ].join("\n");
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
