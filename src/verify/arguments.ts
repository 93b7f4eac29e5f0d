import { readFileSync } from "node:fs";
import { accessTokenHeader, basePath, requestExamples } from "../../generated/contract.js";
import { UsageError } from "../cli/command-error.js";
import type { CommandLine, Given } from "../cli/command-line.js";

/** What `verify` takes. */
export interface VerifyOptions {
  /** Scheme, host and port of the service, without a slash at the end: what stands before the path. */
  server: string;
  /** Value of the header that carries the access token. */
  accessToken: string;
  /** Topic of the subscriptions that are made. */
  topic: string;
  /** Address of those subscriptions; a query parameter is added that makes each unique. */
  address: string;
  /** Body of the token exchange, sent as JSON; `undefined` for none. */
  exchangeBody?: unknown;
  /** Whether a delivery is triggered too. */
  deliver: boolean;
  /** Whether the server remembers nothing, so that only the form of its answers can be checked. */
  stateless: boolean;
  /** Whether a departure from this project's readings fails the walk, as a breach of the document does. */
  strict: boolean;
  /** How long after a write a read may show what was before, in ms. */
  settle: number;
  /** How long an answer may take, in ms. */
  timeout: number;
}

/** What the command line asks for. */
export interface Arguments extends VerifyOptions {
  /** File to write the report to; `-` for the standard output. */
  json: string | undefined;
  /** Whether to show every request and answer. */
  verbose: boolean;
}

/** How the command is called. */
export const commandLine = {
  name: "service-admin-verify",
  about: `Checks that a running service keeps the contract: walks through the life of a webhook subscription, and through lists of
as many as it takes. It deletes whatever it made at the end, whatever happens. It exits with 0 if the contract is kept,
and with 1 if not. A breach contradicts the interface document; a departure contradicts a reading that this project has
chosen where the document can be read in more than one way, and fails with --strict alone.

The access token is read from SERVICE_ACCESS_TOKEN alone: a command line is visible to everyone on the machine.`,
  options: {
    server: { type: "string", value: "url", about: `what stands before ${basePath}/; without it, SERVICE_BASE_URL` },
    stateless: {
      type: "boolean",
      default: false,
      about: "the server remembers nothing, as the mock: check the form of its answers alone",
    },
    deliver: { type: "boolean", default: false, about: "trigger a delivery, too" },
    strict: { type: "boolean", default: false, about: "fail on departures, too" },
    settle: { type: "string", value: "seconds", default: "0", about: "how long a read may lag behind a write" },
    topic: {
      type: "string",
      value: "topic",
      default: requestExamples.createWebhook.webhook.topic,
      about: "topic of the subscriptions, best one that nobody uses",
    },
    address: {
      type: "string",
      value: "url",
      default: "https://service-admin-verify.example/hooks",
      about: "address of the subscriptions and of the delivery; the default leads nowhere",
    },
    "exchange-body": {
      type: "string",
      value: "file",
      about: "JSON to send as the payload of the token exchange, which the contract leaves open",
    },
    timeout: { type: "string", value: "ms", default: "10000", about: "how long an answer may take" },
    json: {
      type: "string",
      value: "file",
      about: "write a report as JSON; - for the standard output, in place of the result",
    },
    verbose: { type: "boolean", default: false, about: "show every request and answer" },
  },
  unknown: (option) =>
    /token/i.test(option)
      ? "everyone on the machine can see the command line: set SERVICE_ACCESS_TOKEN to the access token instead"
      : undefined,
} as const satisfies CommandLine;

/**
 * Checks the options and reads the environment.
 *
 * @throws UsageError when something is missing or cannot be used.
 */
export function readArguments(values: Given<typeof commandLine.options>["options"], env: NodeJS.ProcessEnv): Arguments {
  const { json, topic, address, deliver, stateless, strict, verbose } = values;
  const { SERVICE_BASE_URL, SERVICE_ACCESS_TOKEN: accessToken } = env;
  const server = (values.server ?? SERVICE_BASE_URL)?.replace(/\/+$/, "");
  if (!server) throw new UsageError("Which service? Give --server <url>, or set SERVICE_BASE_URL.");
  if (!accessToken) throw new UsageError("Set SERVICE_ACCESS_TOKEN to an access token of the service.");
  checkUsable(server, accessToken);
  if (!URL.canParse(address)) throw new UsageError(`--address must be an absolute URL, got "${address}".`);
  const timeout = Number(values.timeout);
  if (!(timeout >= 1 && timeout < 2 ** 31)) {
    throw new UsageError(`--timeout must be a number of ms, 1 or more, got "${values.timeout}".`);
  }
  const settle = Number(values.settle) * 1000;
  if (!(settle >= 0 && settle < 2 ** 31) || values.settle.trim() === "") {
    throw new UsageError(`--settle must be a number of seconds, 0 or more, got "${values.settle}".`);
  }
  const exchangeBody = readJson(values["exchange-body"]);
  const asked = { topic, address, exchangeBody, deliver, stateless, strict, settle, timeout };
  return { server, accessToken, ...asked, json, verbose };
}

function checkUsable(server: string, accessToken: string): void {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  const plain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(server);
  if (!plain) {
    throw new UsageError("--server must be an absolute HTTP URL without credentials, query or fragment.");
  }
  try {
    new Headers({ [accessTokenHeader]: accessToken });
  } catch {
    throw new UsageError("SERVICE_ACCESS_TOKEN must be text that an HTTP header can carry.");
  }
}

function readJson(file: string | undefined): unknown {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    // The parser's own message would repeat a part of the file, which may hold secrets.
    const reason = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new UsageError(`--exchange-body: ${file} ${reason}.`);
  }
}
