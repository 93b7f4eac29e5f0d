import { type OperationId, secretFields } from "../../generated/contract.js";
import { checkNone, checkOperation } from "./option-checks.js";
import { type RequestHeaders, TOKEN_HEADER } from "./request.js";

/** How many requests, and how many deliveries, are kept. */
const MOST_RECORDS = 1000;

/** The longest body of a request that is kept, in characters. */
const LONGEST_BODY = 10_000;

/** A request that the sandbox has answered, without its access token and the secrets in its body. */
export interface AnsweredRequest {
  readonly method: string;
  /** Path without its query. */
  readonly path: string;
  /** Query without its question mark. */
  readonly query: string;
  /** Id of the operation; `undefined` if the contract has none. */
  readonly operation: OperationId | undefined;
  /** Headers by their names in lower case. That of the access token is `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body, parsed if it is JSON, else as text, of which 10,000 characters are kept. */
  readonly body: unknown;
  /** HTTP status of the answer; 0 if the connection broke before there was one. */
  readonly status: number;
  /** What the header `Sandbox-Note` of the answer says. */
  readonly notes: readonly string[];
}

/** What is recorded of a request. */
export interface RecordedRequest extends Omit<AnsweredRequest, "headers" | "body"> {
  readonly headers: RequestHeaders;
  /** The body as it was sent: parsed, it would take more memory. */
  readonly text: string;
  /** When it was answered, by `now`. */
  readonly answeredAt: number;
}

/** The time of the machine, in ms: a test which stops the clock does not stop this one. */
export const { now } = Date;

/** Which request to wait for. */
export interface Awaited {
  /** Id of the operation, such as `createWebhook`; without it, any request. */
  operation?: OperationId | undefined;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

/** Functions that take the request that they wait for. A key tells the state of an access token from others. */
export type Waiting = Set<(key: string, request: RecordedRequest) => void>;

/**
 * Resolves with the next request. Rejects with a RangeError which names what cannot be used.
 *
 * @param missed - Requests of the same state which have come already, and count as well.
 */
export async function nextOf(
  waiting: Waiting,
  ownKey: string,
  awaited: Awaited,
  missed: readonly RecordedRequest[] = [],
): Promise<AnsweredRequest> {
  const { operation, signal, ...others } = awaited;
  checkNone("nextRequest: ", others);
  checkOperation("nextRequest", operation);
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const end = () => {
      waiting.delete(take);
      signal?.removeEventListener("abort", end);
      reject(signal?.reason);
    };
    const take = (key: string, request: RecordedRequest) => {
      if (key !== ownKey || (operation ?? request.operation) !== request.operation) return;
      resolve(shown(request));
      end();
    };
    waiting.add(take);
    for (const request of missed) take(ownKey, request);
    signal?.addEventListener("abort", end);
  });
}

/** A request without what would take too much memory. */
export function shortened(request: RecordedRequest): RecordedRequest {
  if (request.text.length <= LONGEST_BODY) return request;
  // As a copy: a part of a text would keep all of it in memory.
  const text = new TextDecoder().decode(new TextEncoder().encode(request.text.slice(0, LONGEST_BODY)));
  return { ...request, text };
}

/** Adds an entry to the latest ones, and drops the oldest one of too many. */
export function record<Entry>(latest: Entry[], entry: Entry): void {
  latest.push(entry);
  if (latest.length > MOST_RECORDS) latest.shift();
}

const REDACTED = "[redacted]";

/** A request as tests see it. */
export function shown({ text, headers, query, answeredAt: _, ...request }: RecordedRequest): AnsweredRequest {
  const sent: Record<string, string> = {};
  headers.forEach((value, name) => {
    // A test can see that the token was sent, and nobody can see which one.
    sent[name] = name === TOKEN_HEADER ? REDACTED : value;
  });
  const safe = query.replaceAll(/([^&=]+)=[^&]*/g, (part, name) => (isSecret(name) ? `${name}=${REDACTED}` : part));
  return { ...request, query: safe, headers: sent, body: bodyShown(text) };
}

/** Whether a parameter or a field of this name holds a secret. */
function isSecret(name: string): boolean {
  return secretFields.includes(name);
}

function bodyShown(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text, (name, value) => (isSecret(name) ? REDACTED : value));
  } catch {
    return secretFields.some((name) => text.includes(name)) ? REDACTED : text;
  }
}
