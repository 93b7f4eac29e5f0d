#!/usr/bin/env node
import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, extname } from "node:path";
import { fileURLToPath } from "node:url";
import { accessToken, basePath, requestExamples } from "../../generated/contract.js";
import { bodies } from "../../generated/validators.js";
import { runCommand, UsageError } from "../cli/command.js";
import { readTextFile } from "../cli/text-file.js";
import { urlOf } from "../url.js";
import { givenToken, OPTIONS_VARIABLE, type Options } from "./options.js";

const help = `
Usage: service-admin-verify --server <url> [options]

Checks whether a running service follows the interface document: creates webhook subscriptions, and reads, lists,
updates and deletes them. It asks the service to update or delete only what it has created itself. At the end, it deletes
what it has created, also after a failure or Ctrl+C.

  --server <url>          base URL of the service, before ${basePath}/; without it, SERVICE_BASE_URL
  --deliver               also trigger deliveries, in each format
  --strict                also fail on warnings, where the service differs from how this project reads the document
  --settle <seconds>      how long to wait after a write before reading (default: 0)
  --topic <topic>         topic of the subscriptions; without it, topics that nobody uses
  --address <url>         address of the subscriptions; by default, one that leads nowhere
  --exchange-body <file>  JSON to send as the body of the token exchange
  --timeout <ms>          how long a response may take (default: 10000)
  --format <format>       how to print the result: spec, or github for annotations (default: spec)
  --junit <file>          also write a report as JUnit XML
  --observed <file>       also write what the service does where the document is silent, as Markdown
  --help                  print this help

Exit codes:
  0  no breach was found
  1  a breach or harm was found, something is left at the service, the service cannot be reached, or the run was interrupted
  2  the command was called wrongly
  3  no breach was found, but nothing could be created, so most tests were skipped

The access token comes from the environment variable SERVICE_ACCESS_TOKEN, because everyone on the machine can see the
command line.
`;

const flags = {
  server: { type: "string" },
  deliver: { type: "boolean", default: false },
  strict: { type: "boolean", default: false },
  settle: { type: "string", default: "0" },
  topic: { type: "string" },
  address: { type: "string", default: "https://service-admin-verify.example/hooks" },
  "exchange-body": { type: "string" },
  timeout: { type: "string", default: "10000" },
  format: { type: "string", default: "spec" },
  junit: { type: "string" },
  observed: { type: "string" },
} as const;

await runCommand({ name: "service-admin-verify", help, options: flags }, ({ values }) => {
  const { SERVICE_BASE_URL } = process.env;
  const { "exchange-body": exchangeFile, ...others } = values;
  const options: Options = {
    ...others,
    server: serverOf(values.server ?? SERVICE_BASE_URL),
    settle: numberIn(values.settle, 0, "--settle must be a number of seconds, 0 or more", 1000),
    timeout: numberIn(values.timeout, 1, "--timeout must be a number of ms, 1 or more"),
    exchangeBody: jsonIn(exchangeFile),
    exchangeFile,
    format: formatOf(values.format),
  };
  if (!urlOf(values.address)) throw new UsageError(`--address must be an absolute URL, got "${values.address}".`);
  checkTopic(values.topic);
  checkToken(givenToken());
  checkWritable("junit", values.junit);
  checkWritable("observed", values.observed);
  return walk(options);
});

/** Runs the walk with Node's own test runner, in a process of its own: only its command line names a reporter. */
async function walk(options: Options): Promise<number> {
  const beside = (name: string) => new URL(`${name}${extname(import.meta.url)}`, import.meta.url);
  const reporter = ["--test-reporter", beside("report/index").href, "--test-reporter-destination", "stdout"];
  // How this process was started, such as with tsx.
  const args = [...process.execArgv, ...reporter, fileURLToPath(beside("main"))];
  // The runner of a test that runs this command speaks another language with its children.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const child = spawn(process.execPath, args, {
    stdio: "inherit",
    env: { ...env, [OPTIONS_VARIABLE]: JSON.stringify(options) },
  });
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(name, () => child.kill(name));
  const [code] = await once(child, "exit");
  return code ?? 1;
}

function serverOf(text: string | undefined): string {
  if (!text) throw new UsageError("Which service? Give --server <url>, or set SERVICE_BASE_URL.");
  const url = urlOf(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(text))
    throw new UsageError("--server must be an absolute HTTP URL without credentials, query or fragment.");
  return text.replace(/\/+$/, "");
}

function checkTopic(topic: string | undefined): void {
  if (topic === undefined) return;
  const check = bodies["createWebhook"];
  const webhook = { ...requestExamples.createWebhook?.webhook, topic };
  if (!check || check({ webhook })) return;
  throw new UsageError(`--topic ${check.errors?.[0]?.message}, got ${JSON.stringify(topic)}.`);
}

function formatOf(text: string): Options["format"] {
  if (text === "spec" || text === "github") return text;
  throw new UsageError("--format is one of: spec, github.");
}

/** Refuses a file that cannot be written before anything is created at the service. */
function checkWritable(flag: string, file: string | undefined): void {
  if (file === undefined) return;
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
    if (!statSync(file, { throwIfNoEntry: false })?.isDirectory()) return;
  } catch {
    // Below, as for a folder.
  }
  throw new UsageError(`--${flag}: ${file} cannot be written.`);
}

/** Reads a number of ms, or of larger units, that a timer can hold. */
function numberIn(text: string, least: number, rule: string, unit = 1): number {
  const number = Number(text) * unit;
  if (text.trim() !== "" && number >= least && number < 2 ** 31) return number;
  throw new UsageError(`${rule}, got "${text}".`);
}

function jsonIn(file: string | undefined): unknown {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readTextFile(file));
  } catch (error) {
    // The parser's own message would repeat a part of the file, which may contain secrets.
    const reason = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new UsageError(`--exchange-body: ${file} ${reason}.`);
  }
}

function checkToken(token: string): void {
  if (!token) throw new UsageError("Set SERVICE_ACCESS_TOKEN to an access token of the service.");
  try {
    new Headers({ [accessToken.header]: token });
  } catch {
    throw new UsageError("SERVICE_ACCESS_TOKEN must be text that an HTTP header can carry.");
  }
}
