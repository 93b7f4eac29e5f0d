import { readFileSync } from "node:fs";
import { basePath, accessToken as tokenHeader } from "../../generated/contract.js";
import { UsageError } from "../cli/command-error.js";
import type { CommandLine, Given } from "../cli/command-line.js";
import { urlOf } from "../url.js";

/** An address that leads nowhere. */
export const DEFAULT_ADDRESS = "https://service-admin-verify.example/hooks";

/** How the result can be printed. */
const FORMATS = ["text", "github"];

/** How the command is called. */
export const commandLine = {
  name: "service-admin-verify",
  about: `Checks whether a running service follows the contract: creates items, such as webhook subscriptions, and reads,
lists, updates and deletes them. It never changes or deletes what it did not create. At the end, it deletes everything that
it created, even after a failure or Ctrl+C. It exits with 0 if the service follows the contract, and with 1 if not.

A breach contradicts the interface document. A departure contradicts this project's reading of the document, where it
can be read in more than one way. Only --strict fails on departures.

The access token comes from the environment variable SERVICE_ACCESS_TOKEN, because everyone on the machine can see the
command line.`,
  options: {
    server: {
      type: "string",
      value: "url",
      about: `the base URL${basePath && `, before ${basePath}/`}; without it, SERVICE_BASE_URL`,
    },
    stateless: {
      type: "boolean",
      default: false,
      about: "check only the form of answers, of a server such as the mock",
    },
    deliver: { type: "boolean", default: false, about: "also trigger deliveries, in each format" },
    strict: { type: "boolean", default: false, about: "also fail on departures" },
    settle: { type: "string", value: "seconds", default: "0", about: "how long reads may lag behind a write" },
    topic: { type: "string", value: "topic", about: "topic of the subscriptions; without it, one that nobody uses" },
    address: {
      type: "string",
      value: "url",
      default: DEFAULT_ADDRESS,
      about: "address of the subscriptions and deliveries",
    },
    "exchange-body": { type: "string", value: "file", about: "JSON to send as the payload of the token exchange" },
    timeout: { type: "string", value: "ms", default: "10000", about: "how long an answer may take" },
    format: {
      type: "string",
      value: "format",
      default: "text",
      about: "how the result is printed: text, or github (annotations)",
    },
    json: { type: "string", value: "file", about: "write a report as JSON; - prints it instead of the result" },
    junit: { type: "string", value: "file", about: "write a report as JUnit XML, with a test case for each step" },
    verbose: { type: "boolean", default: false, about: "show every request and answer" },
  },
  unknown: (option) =>
    /token/i.test(option)
      ? "everyone on the machine can see the command line: set SERVICE_ACCESS_TOKEN to the access token instead"
      : undefined,
} as const satisfies CommandLine;

type Values = Given<typeof commandLine.options>["options"];

/** Options of a walk: those of the command line, as they are used. */
export interface VerifyOptions extends Pick<Values, "address" | "deliver" | "stateless" | "strict"> {
  /** Scheme, host and port of the service, without a slash at the end. */
  server: string;
  /** Value of the header that carries the access token. */
  accessToken: string;
  /** Values that the user has chosen for fields of the items that the walk creates. */
  fields: Readonly<Record<string, string>>;
  /** Body of the token exchange, sent as JSON; `undefined` for none. */
  exchangeBody?: unknown;
  /** How long to wait after a write before a look at what it has left, in ms. */
  settle: number;
  /** How long an answer may take, in ms. */
  timeout: number;
}

/** The arguments of the command. */
export type Arguments = VerifyOptions & Pick<Values, "format" | "json" | "junit" | "verbose">;

/**
 * Checks the options and reads the environment.
 *
 * @throws UsageError when something is missing or cannot be used.
 */
export function readArguments(values: Values, env: NodeJS.ProcessEnv): Arguments {
  const { topic, address } = values;
  const { SERVICE_BASE_URL, SERVICE_ACCESS_TOKEN: accessToken = "" } = env;
  const server = (values.server ?? SERVICE_BASE_URL)?.replace(/\/+$/, "");
  if (!server) throw new UsageError("Which service? Give --server <url>, or set SERVICE_BASE_URL.");
  if (!accessToken && !tokenHeader.isOptional)
    throw new UsageError("Set SERVICE_ACCESS_TOKEN to an access token of the service.");
  checkUsable(server, accessToken);
  if (!FORMATS.includes(values.format)) throw new UsageError(`--format is one of: ${FORMATS.join(", ")}.`);
  if (!urlOf(address)) throw new UsageError(`--address must be an absolute URL, got "${address}".`);
  return {
    ...values,
    server,
    accessToken,
    fields: topic === undefined ? {} : { topic },
    exchangeBody: readJson(values["exchange-body"]),
    settle: inRange(values.settle, 0, "--settle must be a number of seconds, 0 or more", 1000),
    timeout: inRange(values.timeout, 1, "--timeout must be a number of ms, 1 or more"),
  };
}

/** Reads a number of ms, or of larger units, that a timer can hold. */
function inRange(text: string, least: number, rule: string, unit = 1): number {
  const number = Number(text) * unit;
  if (text.trim() !== "" && number >= least && number < 2 ** 31) return number;
  throw new UsageError(`${rule}, got "${text}".`);
}

function checkUsable(server: string, accessToken: string): void {
  const url = urlOf(server);
  const plain = url && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(server);
  if (!plain) {
    throw new UsageError("--server must be an absolute HTTP URL without credentials, query or fragment.");
  }
  try {
    new Headers({ [tokenHeader.header]: accessToken });
  } catch {
    throw new UsageError("SERVICE_ACCESS_TOKEN must be text that an HTTP header can carry.");
  }
}

function readJson(file: string | undefined): unknown {
  if (file === undefined) return undefined;
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    // The parser's own message would repeat a part of the file, which may contain secrets.
    const reason = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new UsageError(`--exchange-body: ${file} ${reason}.`);
  }
}
