import type { OperationId } from "../../generated/contract.js";
import { sent } from "./deliveries.js";
import type { CheckedOptions } from "./options.js";
import { Problem } from "./problem.js";
import {
  bodyIn,
  callOf,
  checked,
  LARGEST_BODY,
  namesIn,
  pathAndQuery,
  type SandboxRequest,
  tokenOf,
} from "./request.js";
import { record } from "./requests.js";
import type { Webhook } from "./seed.js";
import type { Simulation } from "./simulations.js";
import type { State, States } from "./state.js";
import { fromExample, handlers, type Work } from "./webhooks.js";

/** What the sandbox sends back: a real `Response` costs more than to answer a request. */
export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Empty if there is none. */
  readonly body: string;
  /** Where the connection breaks, if it does: half-way through the answer, or before it. */
  readonly broken?: "half-way" | "before" | undefined;
}

/** The statuses whose answers have no body, by HTTP. */
export const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** Answers a request. Rejects only when nobody waits for the answer any more, or its body breaks off. */
export type Answer = (request: SandboxRequest) => Promise<Reply>;

/** What is known of a request while it is being answered. */
interface Exchange {
  readonly request: SandboxRequest;
  readonly path: string;
  readonly query: string;
  readonly state: State;
  /** What the answer says of the sandbox's choices. */
  readonly notes: string[];
  operation?: OperationId;
  simulation?: Simulation;
}

/** Creates the function that answers requests to the contract's paths. */
export function createAnswer(states: States, options: CheckedOptions): Answer {
  const { log } = options;
  return async (request) => {
    const start = log ? performance.now() : 0;
    const [path, query] = pathAndQuery(request.url);
    if (isPreflight(request)) {
      log?.(logLine(request, path, 204, start));
      return withCors(request, preflight(request));
    }
    // That of now: a reset which comes before the end of the body does not see the request.
    const state = states.of(tokenOf(request));
    const exchange: Exchange = { request, path, query, state, notes: [] };
    const text = await textOf(request);
    const reply = await replyTo(exchange, text, options).catch((error) => refused(error, request, log));
    request.signal?.throwIfAborted();
    const { method, headers } = request;
    const { operation, notes, simulation } = exchange;
    const { status } = reply;
    const sentText = text instanceof Problem ? "" : text;
    state.requests.add({ method, path, query, operation, headers, text: sentText, status, notes });
    const note = notes.join("; ").replace(/[^ -~]/g, "?");
    log?.(logLine(request, path, status, start, note));
    if (note) reply.headers["Sandbox-Note"] = note;
    return withOwn(withCors(request, reply, simulation?.headers), simulation?.headers);
  };
}

/** Carries a request out. @throws Problem when it cannot. */
async function replyTo(exchange: Exchange, text: string | Problem, options: CheckedOptions): Promise<Reply> {
  const { request, path, query, state, notes } = exchange;
  if (options.latency > 0) await wait(options.latency, request.signal);
  if (text instanceof Problem) throw text;
  const body = bodyIn(text, request.headers.get("content-type"));
  const { operation, texts } = callOf(request.method, path);
  const { id } = operation;
  exchange.operation = id;
  const simulation = state.simulations.next({ operation: id, texts, query, body });
  exchange.simulation = simulation;
  if (simulation.delay) await wait(simulation.delay, request.signal);
  const simulated = simulatedReply(simulation, operation.status);
  if (simulated) return simulated;
  if (options.failureRate > 0 && Math.random() < options.failureRate) throw failure(503, "failureRate");
  const note = (words: string) => void notes.push(words);
  const triggered: Webhook[] = [];
  const deliver = (webhook: Webhook) => void triggered.push(webhook);
  const { query: sentQuery, body: sentBody } = checked(id, request, texts, query, body);
  const read = new Set<string>();
  const input = { query: watched(sentQuery, read), body: sentBody, texts, length: text.length };
  const answer = jsonOf(handled(id, { ...input, state, note, deliver }));
  const idle = namesIn(query).filter((name) => !read.has(name));
  if (idle.length > 0) note(`the query parameter ${idle.join(" or ")} has no effect`);
  for (const webhook of triggered) record(state.deliveries, await sent(webhook, options));
  const headers = { "Content-Type": "application/json" };
  return { status: operation.status, headers, body: answer, broken: simulation.abort ? "half-way" : undefined };
}

function handled<Id extends OperationId>(id: Id, work: Work<Id>) {
  const handle = Object.hasOwn(handlers, id) ? handlers[id] : fromExample(id);
  return handle(work);
}

/** A query which records what is read of it: what nobody reads has no effect. */
function watched<Query extends object>(query: Query, read: Set<string>): Query {
  return new Proxy(query, {
    get(target, name) {
      read.add(String(name));
      return Reflect.get(target, name);
    },
  });
}

/** The body of a request, or why it is refused. Rejects when it breaks off. */
async function textOf(request: SandboxRequest): Promise<string | Problem> {
  try {
    const text = await request.text();
    const isLong = text.length > LARGEST_BODY / 4 && new TextEncoder().encode(text).length > LARGEST_BODY;
    return isLong ? tooLong() : text;
  } catch (error) {
    if (error instanceof Problem) return error;
    throw error;
  }
}

/** The refusal of a body that is too long. */
export function tooLong(): Problem {
  return new Problem(413, `The body is longer than ${LARGEST_BODY} bytes.`);
}

const written = new WeakMap<object, string>();

/** The JSON of an answer. That of each subscription is written once: nobody can change it. */
function jsonOf(answer: unknown): string {
  if (typeof answer !== "object" || answer === null || Array.isArray(answer)) return JSON.stringify(answer);
  const parts = Object.entries(answer).flatMap(([key, value]) =>
    value === undefined
      ? []
      : `${JSON.stringify(key)}:${Array.isArray(value) ? `[${value.map(partJson)}]` : partJson(value)}`,
  );
  return `{${parts.join(",")}}`;
}

function partJson(value: unknown): string {
  if (!Object.isFrozen(value) || typeof value !== "object" || value === null) return JSON.stringify(value);
  const known = written.get(value) ?? JSON.stringify(value);
  written.set(value, known);
  return known;
}

/** The answer that a simulation has of its own, if it has one. @throws Problem when it is a failure. */
function simulatedReply({ status, body, abort }: Simulation, success: number): Reply | undefined {
  if (abort === "before") return { status: 0, headers: {}, body: "", broken: "before" };
  if (body === undefined && status === undefined) return undefined;
  const isFailure = status !== undefined && status >= 400;
  if (body === undefined && isFailure) throw failure(status, "simulate");
  if (body === undefined) return { status: status ?? success, headers: {}, body: "" };
  const headers = { "Content-Type": "application/json", ...(isFailure && NO_WAIT) };
  return { status: status ?? success, headers, body: typeof body === "string" ? body : JSON.stringify(body) };
}

/** So that a client which retries does not wait in a test. */
const NO_WAIT = { "Retry-After": "0" };

/** A simulated failure. @param cause - The option that simulates it. */
function failure(status: number, cause: string): Problem {
  return new Problem(status, `This failure is simulated (${cause}). Nothing was changed.`, { headers: NO_WAIT });
}

/** The problem document of a request that failed. @throws the error when nobody waits for the answer any more. */
export function refused(error: unknown, { signal }: SandboxRequest, log: CheckedOptions["log"]): Reply {
  const isProblem = error instanceof Problem;
  if (!isProblem && signal?.aborted) throw error;
  if (!isProblem) log?.(`failed: ${Object(error).stack ?? error}`);
  const problem = isProblem ? error : new Problem(500, `The sandbox failed to answer this request: ${error}.`);
  const { status, message: detail, extras } = problem;
  const { headers, validation } = extras;
  const body = JSON.stringify({ status, detail, validation });
  return { status, headers: { ...headers, "Content-Type": "application/problem+json" }, body };
}

/** The log line of a request: method, path without its query, status, time, notes. */
export function logLine({ method }: SandboxRequest, path: string, status: number, start: number, note = ""): string {
  return `${method} ${path} ${status} ${(performance.now() - start).toFixed(1)} ms${note && `; ${note}`}`;
}

const METHOD = "access-control-request-method";

/** Whether a request is a CORS preflight. */
export function isPreflight({ method, headers }: SandboxRequest): boolean {
  return method === "OPTIONS" && headers.get("origin") !== null && headers.get(METHOD) !== null;
}

/** The answer to a preflight: a browser may send anything. */
export function preflight({ headers }: SandboxRequest): Reply {
  const allowed = {
    "Access-Control-Allow-Methods": headers.get(METHOD) ?? "*",
    "Access-Control-Allow-Headers": headers.get("access-control-request-headers") ?? "*",
  };
  return { status: 204, headers: allowed, body: "" };
}

/**
 * The reply with headers that let a page of any origin read it and all its headers, as the mock does.
 *
 * @param others - Headers that are added later.
 */
export function withCors(request: SandboxRequest, reply: Reply, others?: object): Reply {
  const origin = request.headers.get("origin");
  const headers: Record<string, string> = {
    "Access-Control-Allow-Origin": origin ?? "*",
    // With credentials, `*` matches no header.
    "Access-Control-Expose-Headers": Object.keys({ ...reply.headers, ...others }).join(", "),
    Vary: "Origin",
  };
  if (origin !== null) headers["Access-Control-Allow-Credentials"] = "true";
  return { ...reply, headers: Object.assign(headers, reply.headers) };
}

/** The reply with headers of a simulation in place of its own, however they are written. */
function withOwn(reply: Reply, own: Simulation["headers"] = {}): Reply {
  const { headers } = reply;
  for (const [name, value] of Object.entries(own)) {
    for (const other of Object.keys(headers)) if (other.toLowerCase() === name.toLowerCase()) delete headers[other];
    headers[name] = String(value);
  }
  return reply;
}

/** Waits. @throws the reason when nobody waits for the answer any more. */
async function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener("abort", end);
  });
  signal?.throwIfAborted();
}
