import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { accessTokenHeader, basePath, requestExamples } from "../../generated/contract.js";
import { CommandError } from "../cli/command-error.js";

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

const { topic: DEFAULT_TOPIC } = requestExamples.createWebhook.webhook;

export const help = `Usage: service-admin-verify --server <url> [options]

Checks that a running service keeps the contract: walks through the life of a webhook subscription, and through lists of
as many as it takes. It deletes whatever it made at the end, whatever happens. It exits with 0 if the contract is kept,
and with 1 if not. A breach contradicts the interface document; a departure contradicts a reading that this project has
chosen where the document can be read in more than one way, and fails with --strict alone.

The access token is read from SERVICE_ACCESS_TOKEN alone: a command line is visible to everyone on the machine.

Options:
  --server <url>          what stands before ${basePath}/; default: SERVICE_BASE_URL
  --stateless             the server remembers nothing, as the mock: check the form of its answers alone
  --deliver               trigger a delivery, too
  --strict                fail on departures, too
  --settle <seconds>      how long a read may lag behind a write; default: 0
  --topic <topic>         topic of the subscriptions, best one that nobody uses; default: ${DEFAULT_TOPIC}
  --address <url>         address of the subscriptions and of the delivery; default: a URL that leads nowhere
  --exchange-body <file>  JSON to send as the payload of the token exchange, which the contract leaves open
  --timeout <ms>          how long an answer may take; default: 10000
  --json <file>           write a report as JSON; - for the standard output, in place of the result
  --verbose               show every request and answer
  --help                  show this
`;

/**
 * Reads the command line and the environment.
 *
 * @returns `undefined` when help was asked for.
 * @throws CommandError when something is missing or cannot be used.
 */
export function readArguments(args: string[], env: NodeJS.ProcessEnv): Arguments | undefined {
  const { values } = parse(args);
  if (values.help) return undefined;
  const { json, topic, address, deliver, stateless, strict, verbose } = values;
  const { SERVICE_BASE_URL, SERVICE_ACCESS_TOKEN: accessToken } = env;
  const server = (values.server ?? SERVICE_BASE_URL)?.replace(/\/+$/, "");
  if (!server) throw new CommandError("Which service? Give --server <url>, or set SERVICE_BASE_URL.");
  if (!accessToken) throw new CommandError("Set SERVICE_ACCESS_TOKEN to an access token of the service.");
  checkUsable(server, accessToken);
  if (!URL.canParse(address)) throw new CommandError(`--address must be an absolute URL, got "${address}".`);
  const timeout = Number(values.timeout);
  if (!(timeout >= 1 && timeout < 2 ** 31)) {
    throw new CommandError(`--timeout must be a number of ms, 1 or more, got "${values.timeout}".`);
  }
  const settle = Number(values.settle) * 1000;
  if (!(settle >= 0 && settle < 2 ** 31) || values.settle.trim() === "") {
    throw new CommandError(`--settle must be a number of seconds, 0 or more, got "${values.settle}".`);
  }
  const exchangeBody = readJson(values["exchange-body"]);
  const asked = { topic, address, exchangeBody, deliver, stateless, strict, settle, timeout };
  return { server, accessToken, ...asked, json, verbose };
}

const OPTIONS = {
  server: { type: "string" },
  stateless: { type: "boolean", default: false },
  deliver: { type: "boolean", default: false },
  strict: { type: "boolean", default: false },
  settle: { type: "string", default: "0" },
  topic: { type: "string", default: DEFAULT_TOPIC },
  address: { type: "string", default: "https://service-admin-verify.example/hooks" },
  "exchange-body": { type: "string" },
  timeout: { type: "string", default: "10000" },
  json: { type: "string" },
  verbose: { type: "boolean", default: false },
  help: { type: "boolean", default: false },
} as const;

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS });
  } catch {
    throw new CommandError(misuse(args));
  }
}

/** What is wrong with a command line. The parser's own message may repeat a value, which may be a token. */
function misuse(args: string[]): string {
  const names = args.filter((arg) => arg.startsWith("-")).map((arg) => arg.replace(/=.*/s, ""));
  const unknown = names.find((name) => !Object.hasOwn(OPTIONS, name.replace(/^--/, "")));
  if (unknown && /token/i.test(unknown)) {
    return "Everyone on the machine can see the command line: set SERVICE_ACCESS_TOKEN to the access token instead.";
  }
  if (unknown) return `${unknown} is not an option of this command. See --help.`;
  return "An option lacks its value, or a value its option. See --help; npm run wants -- before options.";
}

function checkUsable(server: string, accessToken: string): void {
  const url = URL.canParse(server) ? new URL(server) : undefined;
  const plain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(server);
  if (!plain) {
    throw new CommandError("--server must be an absolute HTTP URL without credentials, query or fragment.");
  }
  try {
    new Headers({ [accessTokenHeader]: accessToken });
  } catch {
    throw new CommandError("SERVICE_ACCESS_TOKEN must be text that an HTTP header can carry.");
  }
}

function readJson(file: string | undefined): unknown {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    // The parser's own message would repeat a part of the file, which may hold secrets.
    const reason = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new CommandError(`--exchange-body: ${file} ${reason}.`);
  }
}
