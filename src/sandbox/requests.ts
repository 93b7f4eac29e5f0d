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
}

/** Which request to wait for. */
export interface Awaited {
  /** Id of the operation, such as `createWebhook`; without it, any request. */
  operation?: OperationId | undefined;
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

/** Who waits for a request with an access token. It may have several states until then. */
export interface Waiter {
  readonly token: string;
  readonly operation: string | undefined;
  readonly resolve: (request: AnsweredRequest) => void;
}

/** The requests that one sandbox has answered. */
export interface Requests {
  /** The latest ones, oldest first. */
  readonly all: readonly AnsweredRequest[];
  add(request: RecordedRequest): void;
  /** Resolves with the next one. @throws RangeError which names what cannot be used. */
  next(awaited: Awaited): Promise<AnsweredRequest>;
}

/** Creates the record of the requests with an access token. */
export function createRequests(token: string, waiting: Set<Waiter>): Requests {
  const latest: RecordedRequest[] = [];
  return {
    get all() {
      return latest.map(shown);
    },
    add(request) {
      record(latest, request.text.length > LONGEST_BODY ? { ...request, text: beginningOf(request.text) } : request);
      for (const each of waiting) {
        const isMeant = each.operation === undefined || each.operation === request.operation;
        if (each.token !== token || !isMeant) continue;
        waiting.delete(each);
        each.resolve(shown(request));
      }
    },
    async next({ operation, signal, ...others }) {
      checkNone("nextRequest: ", others);
      checkOperation("nextRequest", operation);
      signal?.throwIfAborted();
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          waiting.delete(added);
          reject(signal?.reason);
        };
        const added: Waiter = {
          ...{ token, operation },
          resolve(request) {
            signal?.removeEventListener("abort", giveUp);
            resolve(request);
          },
        };
        waiting.add(added);
        signal?.addEventListener("abort", giveUp, { once: true });
      });
    },
  };
}

/** Adds an entry to the latest ones, and drops the oldest one of too many. */
export function record<Entry>(latest: Entry[], entry: Entry): void {
  latest.push(entry);
  if (latest.length > MOST_RECORDS) latest.shift();
}

const REDACTED = "[redacted]";

function shown({ text, headers, query, ...request }: RecordedRequest): AnsweredRequest {
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

/** The beginning of a text, as a copy: a part of it would keep all of it in memory. */
function beginningOf(text: string): string {
  return new TextDecoder().decode(new TextEncoder().encode(text.slice(0, LONGEST_BODY)));
}

function bodyShown(text: string): unknown {
  if (text === "") return undefined;
  try {
    return JSON.parse(text, (name, value) => (isSecret(name) ? REDACTED : value));
  } catch {
    return secretFields.some((name) => text.includes(name)) ? REDACTED : text;
  }
}
