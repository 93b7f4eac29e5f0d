import { operations, secretFields } from "../../generated/contract.js";
import type { operations as operationsById } from "../../generated/schema.js";
import { LONGEST_RECORDED_BODY } from "./limits.js";
import { checkNone, oneOf } from "./option-checks.js";
import { createRecords } from "./records.js";
import { TOKEN_HEADER } from "./request.js";

/** A request that the sandbox has answered, without its access token and the secrets in its body. */
export interface AnsweredRequest {
  readonly method: string;
  /** Path without its query. */
  readonly path: string;
  /** Query without its question mark. */
  readonly query: string;
  /** Id of the operation; `undefined` if the contract has none. */
  readonly operation: string | undefined;
  /** Headers by their names in lower case, without those that hold credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body, parsed if it is JSON; left out if it has more than 10,000 characters, or 1000 objects and lists. */
  readonly body: unknown;
  /** HTTP status of the answer. */
  readonly status: number;
  /** What the header `Sandbox-Note` of the answer says. */
  readonly notes: readonly string[];
}

/** What is recorded of a request while it is answered. */
export interface RecordedRequest extends Omit<AnsweredRequest, "headers" | "body" | "operation" | "status" | "notes"> {
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body as it was sent: parsed, it would take more memory. */
  text: string;
  operation: string | undefined;
  status: number;
  readonly notes: string[];
}

/** Id of an operation of the contract. */
export type OperationId = keyof operationsById;

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

/** Creates the record of requests. @param onGrowth - Receives how much more it holds, in characters. */
export function createRequests(token: string, waiting: Set<Waiter>, onGrowth: (by: number) => void): Requests {
  const records = createRecords<RecordedRequest>(onGrowth);
  return {
    get all() {
      return records.all.map(answered);
    },
    add(request) {
      if (request.text.length > LONGEST_RECORDED_BODY) request.text = "";
      let size = request.text.length + request.path.length + request.query.length;
      for (const name in request.headers) size += request.headers[name]?.length ?? 0;
      records.add(request, size);
      for (const each of waiting) {
        const isMeant = each.operation === undefined || each.operation === request.operation;
        if (each.token !== token || !isMeant) continue;
        waiting.delete(each);
        each.resolve(answered(request));
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
          resolve: (request) => {
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

/** @throws RangeError when the contract has no such operation. */
export function checkOperation(name: string, id: unknown): void {
  if (id !== undefined) oneOf(`${name}: operation`, id, Object.keys(operations));
}

function answered({ text, headers, query, ...request }: RecordedRequest): AnsweredRequest {
  const shown: Record<string, string> = {};
  for (const name in headers) {
    if (!isSecret(name) && name !== TOKEN_HEADER) shown[name] = String(headers[name] ?? "");
  }
  const safe = query.replaceAll(/([^&=]+)=[^&]*/g, (part, name) => (isSecret(name) ? `${name}=${REDACTED}` : part));
  return { ...request, query: safe, headers: shown, body: bodyIn(text) };
}

const REDACTED = "[redacted]";
// An author is no secret.
const CREDENTIALS = /auth(?!or(?!i))|cookie|token|secret|password|jwt|session|referer|(api|access)[_-]?key/i;

/** Whether a header, a parameter or a field of this name may hold a secret. */
function isSecret(name: string): boolean {
  return secretFields.includes(name) || CREDENTIALS.test(name);
}

function bodyIn(text: string): unknown {
  // Nested too deep, a body could not be written as JSON.
  if (text === "" || isTooDeep(text)) return undefined;
  try {
    return JSON.parse(text, (name, value) => (isSecret(name) ? REDACTED : value));
  } catch {
    return isSecret(text) || secretFields.some((name) => text.includes(name)) ? REDACTED : text;
  }
}

/** How many objects and lists a recorded or simulated body may have: nested in each other, so many can be written. */
const MOST_OBJECTS = 1000;

/** Whether the values in a JSON text may be nested too deep to be written. */
export function isTooDeep(text: string): boolean {
  return text.split(/[[{]/).length > MOST_OBJECTS;
}

/** The words in the contract's paths. */
const pathWords: ReadonlySet<string> = new Set(Object.values(operations).flatMap(({ path }) => path.split("/")));

/**
 * The log line of a request: method, path, status, time, notes. A path may contain a secret by mistake. The line
 * therefore leaves out the query, and shows only path segments of the contract, and numbers such as ids and versions.
 */
export function requestLine(
  { method, path, status }: Pick<RecordedRequest, "method" | "path" | "status">,
  ms: number,
  note?: string,
): string {
  const isHarmless = (segment: string) => pathWords.has(segment) || /^(__sandbox|\d{1,10}(\.\d{1,3})?)$/.test(segment);
  const shown = path.split("/").map((segment) => (isHarmless(segment) ? segment : "*"));
  return `${method} ${shown.join("/")} ${status} ${ms.toFixed(1)} ms${note ? `; ${note}` : ""}`;
}
