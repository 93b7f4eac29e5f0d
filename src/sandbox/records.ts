import { type OperationId, secretFields } from "../../generated/contract.js";
import { CONTROL_HEADER, type SandboxRequest, TOKEN_HEADER } from "./request.js";

/** A request that the sandbox has responded to, without its access token and its secrets. */
export interface AnsweredRequest {
  /** Number of the request since the last reset, from 1. */
  readonly number: number;
  readonly method: string;
  /** Path without its query. */
  readonly path: string;
  /** Query without its question mark. */
  readonly query: string;
  /** Id of the operation; `undefined` if the contract has no such operation. */
  readonly operation: OperationId | undefined;
  /** Headers, by name in lower case. The value of the access token's header is `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body: parsed if it is JSON, otherwise a string. Only the first 10,000 characters of a body are kept. */
  readonly body: unknown;
  /** HTTP status of the response; 0 if the connection was closed before. */
  readonly status: number;
  /** The notes in the header `Sandbox-Note` of the response. */
  readonly notes: readonly string[];
  /** Time of the response, in ms since 1970. */
  readonly answeredAt: number;
}

/** What is recorded of a request: as it was sent, but for what would take too much memory. */
export interface RecordedRequest extends Omit<AnsweredRequest, "headers" | "body"> {
  readonly headers: SandboxRequest["headers"];
  /** The body. */
  readonly text: string;
}

/** How many requests, and how many deliveries, are kept. */
export const MOST_RECORDS = 1000;

/** The longest body of a request that is kept, in characters. */
export const LONGEST_BODY = 10_000;

/** The size of what is recorded of a request, in characters. */
export function sizeOf({ text, query, path, headers }: RecordedRequest): number {
  let size = text.length + query.length + path.length;
  for (const [name, value] of headers) size += name.length + value.length;
  return size;
}

const REDACTED = "[redacted]";

/** Headers that prove who sends a request, and not by the contract's token alone. */
const CREDENTIALS: readonly string[] = [
  TOKEN_HEADER,
  "authorization",
  "proxy-authorization",
  "cookie",
  CONTROL_HEADER.toLowerCase(),
];

/** What tests see of a request. It is made when they look: most never do, and it would cost a tenth of an answer. */
export function shown({ headers, query, text, ...others }: RecordedRequest): AnsweredRequest {
  // A test can see that a token was sent, and nobody can see which one.
  const safe = [...headers].map(([name, value]) => [
    name,
    CREDENTIALS.includes(name) ? REDACTED : urlWithoutSecrets(value),
  ]);
  return {
    ...others,
    query: queryWithoutSecrets(query),
    headers: Object.fromEntries(safe),
    body: bodyWithoutSecrets(text),
  };
}

/** A header, which may hold a URL such as that of a page: without what the contract calls a secret in its query. */
function urlWithoutSecrets(value: string): string {
  const start = value.indexOf("?") + 1;
  return start === 0 ? value : value.slice(0, start) + queryWithoutSecrets(value.slice(start));
}

/** A query without what the contract calls a secret, however the names are encoded. */
function queryWithoutSecrets(query: string): string {
  return query.split("&").map(parameterWithoutSecret).join("&");
}

function parameterWithoutSecret(parameter: string): string {
  const [written = ""] = parameter.split("=", 1);
  const [name = ""] = new URLSearchParams(written).keys();
  return written !== parameter && isSecret(name) ? `${written}=${REDACTED}` : parameter;
}

/** The beginning of a text, as a copy: a part of a text would keep all of it in memory. */
export function shortened(text: string, most: number): string {
  return text.length <= most ? text : new TextDecoder().decode(new TextEncoder().encode(text.slice(0, most)));
}

/** A body without what the contract calls a secret: parsed if it is JSON, else as text. */
function bodyWithoutSecrets(text: string): unknown {
  if (text === "") return undefined;
  // JSON may write the letters of a name as escapes.
  const written = text.toLowerCase();
  const mayHaveSecrets = ["\\u", ...SECRETS].some((part) => written.includes(part));
  try {
    return JSON.parse(text, mayHaveSecrets ? (name, value) => (isSecret(name) ? REDACTED : value) : undefined);
  } catch {
    // A form has the form of a query.
    return mayHaveSecrets ? REDACTED : queryWithoutSecrets(text);
  }
}

/** Names of secrets, in lower case. The token may be sent as a parameter or a field by mistake. */
const SECRETS: readonly string[] = [...secretFields.map((name) => name.toLowerCase()), TOKEN_HEADER];

/** Whether a parameter or a field of this name holds a secret, however it is written. */
function isSecret(name: string): boolean {
  return SECRETS.includes(name.toLowerCase());
}

/** Which request to wait for. */
export interface Awaited {
  /** Waits for a request for this operation, such as `createWebhook`. Without it, any request counts. */
  operation?: OperationId | undefined;
  /**
   * Returns the first request with a number above this one, even if it came before the call: 0 means the first request since
   * the last reset.
   *
   * @default the number of the latest request
   */
  after?: number | undefined;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}
