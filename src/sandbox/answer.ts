import type { OperationId } from "../../generated/contract.js";
import { sent, type Trigger } from "./deliveries.js";
import type { CheckedOptions } from "./options.js";
import { Problem } from "./problem.js";
import { jsonReply, logLine, preflight, type Reply, refused, withCors } from "./reply.js";
import { bodyIn, callOf, checked, pathAndQuery, type SandboxRequest, tokenOf } from "./request.js";
import { now, record, shortened } from "./requests.js";
import type { Simulation } from "./simulations.js";
import type { States } from "./state.js";
import { fromExample, handlers, type Work } from "./webhooks.js";

/** Answers a request. Rejects only when nobody waits for the answer any more, or its body breaks off. */
export type Answer = (request: SandboxRequest) => Promise<Reply>;

/** Creates the function that answers requests to the contract's paths. */
export function createAnswer(states: States, options: CheckedOptions): Answer {
  const { log, latency, failureRate, clock } = options;
  return async (request) => {
    const start = log ? performance.now() : 0;
    const { method, headers, signal } = request;
    const [path, query] = pathAndQuery(request.url);
    const allowed = preflight(request);
    if (allowed) {
      log?.(logLine(request, path, allowed.status, start));
      return withCors(request, allowed);
    }
    // That of now: a reset which comes before the end of the body does not see the request.
    const token = tokenOf(request);
    const state = states.of(token);
    const text = await request.text();
    const notes: string[] = [];
    let operation: OperationId | undefined;
    let simulation: Simulation = {};
    let reply: Reply;
    try {
      if (latency > 0) await wait(latency, signal);
      const body = bodyIn(text, headers.get("content-type"));
      const call = callOf(method, path);
      const { texts } = call;
      const { id, status } = call.operation;
      operation = id;
      simulation = state.simulations.next({ operation, texts, query, body });
      if (simulation.delay) await wait(simulation.delay, signal);
      const triggered: Trigger[] = [];
      const work: Work = {
        ...{ texts, state },
        now: () => state.stoppedAt ?? clock(),
        makeRoom: () => states.makeRoom(text.length),
        note: (words) => void notes.push(words),
        deliver: (trigger) => void triggered.push(trigger),
      };
      const simulated = simulatedReply(simulation, status);
      if (!simulated && failureRate > 0 && Math.random() < failureRate) throw failure(503, "failureRate");
      reply = simulated ?? jsonReply(status, carriedOut(id, request, query, body, work));
      if (simulation.abort === true) reply = { ...reply, broken: "half-way" };
      for (const trigger of triggered) record(state.deliveries, await sent(trigger, options));
    } catch (error) {
      reply = refused(error, request, log);
    }
    signal?.throwIfAborted();
    const answered = { method, path, query, operation, headers, text, status: reply.status, notes, answeredAt: now() };
    record(state.requests, shortened(answered));
    for (const take of states.waiting) take(states.keyOf(token), answered);
    const note = notes.join("; ").replace(/[^ -~]/g, "?");
    log?.(logLine(request, path, reply.status, start, note));
    if (note) reply.headers["Sandbox-Note"] = note;
    return withCors(request, reply, simulation.headers);
  };
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
