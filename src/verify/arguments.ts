import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { CommandError } from "../cli/command-error.js";
import { createServiceClient } from "../client/index.js";

/** What `verify` takes. */
export interface VerifyOptions {
  /** Scheme, host and port of the service, without a slash at the end: what stands before `/api/admin/26.0/`. */
  server: string;
  /** Value of the `X-Service-Access-Token` header. */
  accessToken: string;
  /** Topic of the subscription that is made. */
  topic: string;
  /** Address of that subscription; a query parameter is added that makes it unique. */
  address: string;
  /** Body of the token exchange, sent as JSON; `undefined` for none. */
  exchangeBody?: unknown;
  /** Whether a delivery is triggered too. */
  deliver: boolean;
  /** Whether the server remembers nothing, so that only the form of its answers can be checked. */
  stateless: boolean;
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

export const help = `Usage: service-admin-verify --server <url> [options]

Checks that a running service keeps the contract: walks through the life of one webhook subscription, which it deletes
at the end, whatever happens. It exits with 0 if the contract is kept, and with 1 if not.

The access token is read from SERVICE_ACCESS_TOKEN alone: a command line is visible to everyone on the machine.

Options:
  --server <url>          what stands before /api/admin/26.0/; default: SERVICE_BASE_URL
  --stateless             the server remembers nothing, as the mock: check the form of its answers alone
  --deliver               trigger a delivery, too
  --topic <topic>         topic of the subscription, best one that nobody uses; default: orders/create
  --address <url>         address of the subscription and of the delivery; default: a URL that leads nowhere
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
  const { json, topic, address, deliver, stateless, verbose } = values;
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
  const exchangeBody = readJson(values["exchange-body"]);
  return { server, accessToken, topic, address, exchangeBody, deliver, stateless, timeout, json, verbose };
}

const OPTIONS = {
  server: { type: "string" },
  stateless: { type: "boolean", default: false },
  deliver: { type: "boolean", default: false },
  topic: { type: "string", default: "orders/create" },
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

/** The client has the same wishes, and its messages quote neither. */
function checkUsable(baseUrl: string, accessToken: string): void {
  try {
    createServiceClient({ baseUrl, accessToken });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const message = error.message.replace("baseUrl", "--server").replace("accessToken", "SERVICE_ACCESS_TOKEN");
    throw new CommandError(`${message}.`);
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
