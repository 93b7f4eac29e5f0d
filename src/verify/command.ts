#!/usr/bin/env node
import { accessSync, constants, existsSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { accessToken, basePath, requestExamples } from "../../generated/contract.js";
import { bodies } from "../../generated/validators.js";
import { CommandError, runCommand, UsageError } from "../cli/command.js";
import { readTextFile } from "../cli/text-file.js";
import { urlOf } from "../url.js";
import { junitOf, markdownOf } from "./report.js";
import { obstacleOf, verify } from "./run.js";
import { Run } from "./safety.js";

const help = `
Usage: service-admin-verify --server <url> [options]

Checks whether a running service keeps the contract: creates webhook subscriptions, and reads, lists, updates and deletes
them. It asks the service to update or delete only what it has created itself, and deletes that at the end, also after a
failure or Ctrl+C.

  --server <url>          base URL of the service, before ${basePath}/; without it, SERVICE_BASE_URL
  --deliver               also trigger deliveries, in each format
  --topic <topic>         topic of the subscriptions; without it, topics that nobody uses
  --address <url>         address of the subscriptions; by default, one that leads nowhere
  --exchange-body <file>  JSON to send as the body of the token exchange
  --junit <file>          also write a report as JUnit XML
  --observed <file>       also write what the service does where the document is silent, as Markdown
  --help                  print this help

Exit codes:
  0  no breach was found
  1  a breach or harm was found, something is left at the service, the service cannot be reached, or the run was interrupted
  2  the command was called wrongly
  3  no breach was found, but nothing could be created, so most checks were skipped

The access token comes from the environment variable SERVICE_ACCESS_TOKEN, because everyone on the machine can see the
command line. It is never printed, unless it has fewer than eight characters: other words may contain such a short text.
`;

const flags = {
  server: { type: "string" },
  deliver: { type: "boolean", default: false },
  topic: { type: "string" },
  address: { type: "string", default: "https://service-admin-verify.example/hooks" },
  "exchange-body": { type: "string" },
  junit: { type: "string" },
  observed: { type: "string" },
} as const;

await runCommand({ name: "service-admin-verify", help, options: flags }, async ({ values }) => {
  const { deliver, topic, address, junit, observed, "exchange-body": exchangeFile } = values;
  const server = serverOf(values.server ?? process.env["SERVICE_BASE_URL"]);
  const exchangeBody = exchangeBodyIn(exchangeFile);
  if (!urlOf(address)) throw new UsageError(`--address must be an absolute URL, got "${address}".`);
  if (topic !== undefined) checkTopic(topic);
  checkWritable("junit", junit);
  checkWritable("observed", observed);
  const token = tokenOf(process.env["SERVICE_ACCESS_TOKEN"]);
  const run = new Run({ server, token, deliver, topic, address, exchangeBody, exchangeFile });
  const hidden = (text: string) => run.secrets.hidden(text);
  const obstacle = await obstacleOf(run);
  if (obstacle !== undefined) throw new CommandError(hidden(`${server} ${obstacle}`));
  cleanUpWhenInterrupted(run);
  const { results, code } = await verify(run, (text) => process.stdout.write(hidden(text)));
  if (junit !== undefined) writeReport("junit", junit, hidden(await junitOf(results)));
  if (observed !== undefined) writeReport("observed", observed, hidden(markdownOf(run.notes)));
  return code;
});

/** On Ctrl+C, ends the checks and cleans up. A second Ctrl+C ends the command at once. */
function cleanUpWhenInterrupted(run: Run): void {
  let last = 0;
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
    process.on(signal, () => {
      const isRepeated = Date.now() - last < 200;
      last = Date.now();
      // The terminal has already sent the Ctrl+C that npm passes on.
      if (isRepeated) return;
      if (run.checking.signal.aborted) {
        const left = run.left();
        if (left.length > 0)
          process.stderr.write(run.secrets.hidden(`Left at the service, delete it by hand:\n${left.join("\n")}\n`));
        process.exit(1);
      }
      run.checking.interrupt();
      process.stderr.write("Deleting what was created. Ctrl+C again leaves it.\n");
    });
}

function serverOf(text: string | undefined): string {
  if (!text) throw new UsageError("Which service? Give --server <url>, or set SERVICE_BASE_URL.");
  const url = urlOf(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || /[?#]/.test(text))
    throw new UsageError("--server must be an absolute HTTP URL without credentials, query or fragment.");
  const [, rest] = url.pathname.split(basePath);
  if (rest !== undefined) throw new UsageError(`--server must be a base URL: leave out ${basePath}${rest}.`);
  return text.replace(/\/+$/, "");
}

/** The access token, without surrounding white space, which a header would lose. */
function tokenOf(text = ""): string {
  const token = text.trim();
  if (!token) throw new UsageError("Set SERVICE_ACCESS_TOKEN to an access token of the service.");
  try {
    new Headers({ [accessToken.header]: token });
  } catch {
    throw new UsageError("SERVICE_ACCESS_TOKEN must be text that an HTTP header can carry.");
  }
  return token;
}

function checkTopic(topic: string): void {
  const check = bodies["createWebhook"];
  const webhook = { ...requestExamples.createWebhook?.webhook, topic };
  if (check && !check({ webhook }))
    throw new UsageError(`--topic ${check.errors?.[0]?.message}, got ${JSON.stringify(topic)}.`);
}

/** Refuses a file that cannot be written. This comes before anything is created at the service. */
function checkWritable(flag: string, file: string | undefined): void {
  if (file === undefined) return;
  try {
    accessSync(existsSync(file) ? file : dirname(file), constants.W_OK);
    if (!statSync(file, { throwIfNoEntry: false })?.isDirectory()) return;
  } catch {
    // It is reported below, as a folder is.
  }
  throw new UsageError(`--${flag}: ${file} cannot be written.`);
}

function writeReport(flag: string, file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new CommandError(`--${flag}: ${file} cannot be written: ${error instanceof Error ? error.message : error}`);
  }
}

function exchangeBodyIn(file: string | undefined): unknown {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readTextFile(file));
  } catch (error) {
    // The parser's message would quote the file, which may contain secrets.
    const reason = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new UsageError(`--exchange-body: ${file} ${reason}.`);
  }
}
