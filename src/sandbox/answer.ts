import type { OperationId } from "../../generated/contract.js";
import { startDelivery, type Trigger } from "./deliveries.js";
import type { CheckedOptions } from "./options.js";
import { Problem } from "./problem.js";
import { jsonReply, logLine, preflight, type Reply, refused, withCors } from "./reply.js";
import { bodyIn, callOf, checked, pathAndQuery, type SandboxRequest, tokenOf } from "./request-checks.js";
import { now, record, shortened } from "./request-records.js";
import type { Simulation } from "./simulations.js";
import type { State, States } from "./state.js";
import { fromExample, handlers, type Work } from "./webhooks.js";

/** Answers a request. Rejects only when nobody waits for the answer any more, or its body breaks off. */
export type AnswerRequest = (request: SandboxRequest) => Promise<Reply>;

/** A request to the contract's paths, and what became known of it. */
interface Received {
  readonly request: SandboxRequest;
  readonly path: string;
  readonly query: string;
  /** Its body. */
  readonly text: string;
  readonly state: State;
  readonly notes: string[];
  operation?: OperationId;
  simulation?: Simulation;
}

/** Answers a request to the contract's paths, records it, and logs it. */
export async function answerRequest(request: SandboxRequest, states: States, options: CheckedOptions): Promise<Reply> {
  const { log } = options;
  const start = log ? performance.now() : 0;
  const [path, query] = pathAndQuery(request.url);
  const allowed = preflight(request);
  if (allowed) {
    log?.(logLine(request, path, allowed.status, start));
    return withCors(request, allowed);
  }
  // That of now: a reset which comes before the end of the body does not see the request.
  const token = tokenOf(request);
  const state = states.of(token);
  const { method, headers, signal } = request;
  const received: Received = { request, path, query, text: await request.text(), state, notes: [] };
  const reply = await replyTo(received, states, options).catch((error) => refused(error, request, log));
  signal?.throwIfAborted();
  const { operation, text, notes, simulation } = received;
  const answered = { method, path, query, operation, headers, text, status: reply.status, notes, answeredAt: now() };
  record(state.requests, shortened(answered));
  for (const take of states.waiting) take(states.keyOf(token), answered);
  const note = notes.join("; ").replace(/[^ -~]/g, "?");
  log?.(logLine(request, path, reply.status, start, note));
  if (note) reply.headers["Sandbox-Note"] = note;
  return withCors(request, reply, simulation?.headers);
}

/** Does what a request asks for, or what is simulated in its place. @throws Problem when it is refused. */
async function replyTo(received: Received, states: States, options: CheckedOptions): Promise<Reply> {
  const { request, path, query, text, state, notes } = received;
  const { latency, failureRate, clock } = options;
  const { method, headers, signal } = request;
  if (latency > 0) await wait(latency, signal);
  const body = bodyIn(text, headers.get("content-type"));
  const { texts, operation: called } = callOf(method, path);
  const { id: operation, status } = called;
  received.operation = operation;
  const simulation = state.simulations.next({ operation, texts, query, body });
  received.simulation = simulation;
  if (simulation.delay) await wait(simulation.delay, signal);
  const simulated = simulatedReply(simulation, status);
  if (simulated) return simulated;
  if (failureRate > 0 && Math.random() < failureRate) throw failure(503, "failureRate");
  const triggered: Trigger[] = [];
  const work: Work = {
    ...{ texts, state },
    now: () => state.stoppedAt ?? clock(),
    makeRoom: () => states.makeRoom(text.length),
    note: (words) => void notes.push(words),
    deliver: (trigger) => void triggered.push(trigger),
  };
  const reply = jsonReply(status, carriedOut(operation, request, query, body, work));
  for (const trigger of triggered) record(state.deliveries, await startDelivery(trigger, options));
  return simulation.abort === true ? { ...reply, broken: "half-way" } : reply;
}

/** Carries out an operation; returns the JSON of its answer. @throws Problem when it cannot. */
function carriedOut<Id extends OperationId>(
  id: Id,
  request: SandboxRequest,
  search: string,
  sentBody: unknown,
  work: Work,
): string {
  const { query, body } = checked(id, request, work.texts, search, sentBody);
  const read = new Set<string>();
  const handle = Object.hasOwn(handlers, id) ? handlers[id] : fromExample(id);
  const answer = handle({ ...work, body, query: watched(query, read) });
  const names = search === "" ? [] : new Set(new URLSearchParams(`?${search}`).keys());
  const idle = [...names].filter((name) => !read.has(name));
  if (idle.length > 0) work.note(`the query parameter ${idle.join(" or ")} has no effect`);
  return JSON.stringify(answer);
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

/** The answer that a simulation has of its own, if it has one. @throws Problem when it is a failure. */
function simulatedReply({ status, body, abort }: Simulation, success: number): Reply | undefined {
  if (abort === "before") return { status: 0, headers: {}, body: "", broken: "before" };
  if (body === undefined && status === undefined) return undefined;
  const isFailure = status !== undefined && status >= 400;
  if (body === undefined && isFailure) throw failure(status, "simulate");
  if (body === undefined) return { status: status ?? success, headers: {}, body: "" };
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return jsonReply(status ?? success, text, isFailure ? NO_WAIT : {});
}

/** So that a client which retries does not wait in a test. */
const NO_WAIT = { "Retry-After": "0" };

/** A simulated failure. @param cause - The option that simulates it. */
function failure(status: number, cause: string): Problem {
  return new Problem(status, `This failure is simulated (${cause}). Nothing was changed.`, { headers: NO_WAIT });
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
