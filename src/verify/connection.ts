import { setTimeout as pause } from "node:timers/promises";
import { accessTokenHeader, type OperationFacts, operations, secretFields } from "../../generated/old-contract.js";
import { secretsIn } from "../redaction.js";
import type { VerifyOptions } from "./arguments.js";
import { parseExactly } from "./json.js";

/** A request for an operation of the contract. */
export interface ServiceRequest {
  /** Id of the operation. */
  operation: string;
  /** Values of the path parameters. */
  path?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, string | number>>;
  /** Sent as JSON; nothing is sent for `undefined`. */
  body?: unknown;
  /** Access token to send instead of the user's own; `null` for no header. */
  token?: string | null;
}

/** The answer to a request. */
export interface ServiceResponse {
  operation: string;
  /** HTTP method, in capitals. */
  method: string;
  /** Path and query. */
  path: string;
  /** HTTP status; 0 if no answer came. */
  status: number;
  headers: Headers;
  /** The body as text. */
  text: string;
  /** The body as `JSON.parse` reads it; `undefined` if it is not JSON. */
  plain: unknown;
  /** The same with integers beyond 2^53 as `bigint`. */
  body: unknown;
  /** How long it took, in ms. */
  time: number;
  /** Why no complete answer came. */
  failure?: Failure;
}

/** A request without a complete answer. */
export interface Failure {
  /** Whether the timeout ended it, and not the network. */
  isLate: boolean;
  /** `within 10000 ms`, or what the network said. */
  reason: string;
}

/** Returns a failure in words. */
export function describeFailure({ isLate, reason }: Failure): string {
  return `no answer${isLate ? "" : ":"} ${reason}`;
}

/** Sends requests to the service and logs them. */
export interface Connection {
  send(request: ServiceRequest): Promise<ServiceResponse>;
  /** Every request and response, as text. */
  log: string[];
  /** Values of the secret fields that the service has sent. */
  secrets: Set<string>;
}

/** The user interrupted the walk. */
export class Interruption extends Error {
  override readonly name = "Interruption";
}

const facts: Readonly<Record<string, OperationFacts>> = operations;

/** How often a request is sent again when the service asks to slow down. */
const MAX_SLOWDOWNS = 3;
const LONGEST_WAIT = 60;
const LONGEST_LOGGED = 10_000;

/**
 * Creates a connection to the service.
 *
 * @param signal - When it aborts, reads and the next request throw an `Interruption`. A write that is under way is
 *   completed: only its answer says what there is to delete.
 */
export function connect(options: VerifyOptions, signal?: AbortSignal): Connection {
  const log: string[] = [];
  const secrets = new Set<string>();

  const once = async (request: ServiceRequest, method: string, path: string): Promise<ServiceResponse> => {
    const { operation, body, token = options.accessToken } = request;
    const timeout = AbortSignal.timeout(options.timeout);
    const start = performance.now();
    const headers = new Headers();
    const base = { operation, method, path, status: 0, headers, text: "", plain: undefined, body: undefined };
    const time = () => Math.round(performance.now() - start);
    try {
      const response = await fetch(options.server + path, {
        method,
        headers: { "Content-Type": "application/json", ...(token !== null && { [accessTokenHeader]: token }) },
        body: body === undefined ? null : JSON.stringify(body),
        redirect: "manual",
        signal: signal && method === "GET" ? AbortSignal.any([timeout, signal]) : timeout,
      });
      const text = await response.text();
      return { ...base, status: response.status, headers: response.headers, text, ...parsed(text), time: time() };
    } catch (error) {
      if (signal?.aborted && method === "GET") throw new Interruption();
      const isLate = timeout.aborted;
      const reason = isLate ? `within ${options.timeout} ms` : reasonOf(error);
      return { ...base, time: time(), failure: { isLate, reason } };
    }
  };

  const send = async (request: ServiceRequest): Promise<ServiceResponse> => {
    const { method, path } = addressOf(request);
    for (let tries = 1; ; tries++) {
      if (signal?.aborted) throw new Interruption();
      const response = await once(request, method, path);
      log.push(logged(request, response));
      for (const secret of secretsIn(response.body, isSecret)) secrets.add(secret);
      // A connection that was kept open may close when it is used again, so a read is sent once more.
      const lost = method === "GET" && response.failure?.isLate === false && tries === 1;
      const slow = response.status === 429 && tries <= MAX_SLOWDOWNS;
      if (!lost && !slow) return response;
      if (slow)
        await pause(Math.min(waitOf(response), LONGEST_WAIT) * 1000, undefined, signal && { signal }).catch(() => {});
    }
  };
  return { send, log, secrets };
}

/** How many seconds the service asks to wait. */
function waitOf({ headers }: ServiceResponse): number {
  const asked = Number(headers.get("retry-after") ?? 1);
  return asked >= 0 ? asked : 1;
}

function parsed(text: string): { plain: unknown; body: unknown } {
  try {
    return { plain: JSON.parse(text), body: parseExactly(text) };
  } catch {
    return { plain: undefined, body: undefined };
  }
}

/** Method and path of a request. */
function addressOf({ operation, path = {}, query = {} }: ServiceRequest): { method: string; path: string } {
  const { method, path: template } = facts[operation] ?? { method: "GET", path: "/" };
  const filled = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  return { method, path: search.size > 0 ? `${filled}?${search}` : filled };
}

function logged({ body }: ServiceRequest, { method, path, status, headers, text, failure, time }: ServiceResponse) {
  const answer = failure ? describeFailure(failure) : `${status} ${headers.get("content-type") ?? ""} in ${time} ms`;
  const cut = text.length > LONGEST_LOGGED ? `${text.slice(0, LONGEST_LOGGED)}… (${text.length} characters)` : text;
  return [`> ${method} ${path}`, body === undefined ? "" : JSON.stringify(body), `< ${answer}`, cut]
    .filter(Boolean)
    .join("\n");
}

function isSecret(field: string): boolean {
  return secretFields.some((name) => name === field);
}

/** The innermost reason: fetch itself says "fetch failed". */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause) return reasonOf(error.cause);
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return error.message || code || error.name;
}
