import { type OperationId, operations } from "../../generated/contract.js";
import { failureReply, withDeclaredHeaders } from "./declared-reply.js";
import { startDelivery } from "./deliveries.js";
import { logLine } from "./log.js";
import type { CheckedOptions } from "./options.js";
import { LONGEST_BODY, record, shortened } from "./records.js";
import { completed, jsonReply, preflightReply, problemOf, type Reply } from "./reply.js";
import { type SandboxRequest, tokenOf, urlIn } from "./request.js";
import { bodyIn, checked } from "./request-checks.js";
import { type Route, routeOf } from "./routes.js";
import { failure, type Simulation, simulatedReply } from "./simulations.js";
import type { State, States } from "./state.js";
import { fromExample, handlers } from "./webhooks.js";

/** The longest note, in characters: clients refuse a long header. */
const LONGEST_NOTE = 1000;

/** Answers a request. Rejects only when nobody waits for the answer any more, or its body breaks off. */
export type AnswerRequest = (request: SandboxRequest) => Promise<Reply>;

/** Whether a request comes from a page of a foreign origin: nothing is delivered for it. */
export type IsForeign = (request: Pick<SandboxRequest, "headers">) => boolean;

/** What requests are answered by. */
interface AnswerOptions extends CheckedOptions {
  readonly isForeign: IsForeign;
}

/** A request that has arrived, and what becomes known of it. */
interface Arrival {
  readonly request: SandboxRequest;
  readonly url: URL;
  /** Its body. */
  readonly text: string;
  readonly state: State;
  readonly states: States;
  readonly notes: string[];
  operation?: OperationId;
  simulation?: Simulation | undefined;
}

/** Answers a request to the contract's paths, records it, and logs it. */
export async function answerRequest(request: SandboxRequest, states: States, options: AnswerOptions): Promise<Reply> {
  const start = performance.now();
  const { log } = options;
  const url = urlIn(request);
  const { pathname: path } = url;
  const preflight = preflightReply(request);
  if (preflight) {
    log?.(logLine(request, path, preflight.status, start));
    return completed(request, preflight, true);
  }
  const token = tokenOf(request);
  // That of now: a reset which comes before the end of the body does not see the request.
  const state = states.of(token);
  const arrival: Arrival = { request, url, text: await request.text(), state, states, notes: [] };
  const reply = await replyTo(arrival, options).catch((error) => {
    const { operation, simulation, notes } = arrival;
    const isSimulated = simulation?.status !== undefined;
    const problem = problemOf(error, request, log);
    return failureReply(problem, operation && operations[operation], isSimulated, (words) => addNote(notes, words));
  });
  request.signal?.throwIfAborted();
  const { operation, text, notes, simulation } = arrival;
  states.record(state, token, {
    method: request.method,
    path,
    query: url.search.slice(1),
    operation,
    headers: request.headers,
    text: shortened(text, LONGEST_BODY),
    status: reply.status,
    notes,
    answeredAt: Date.now(),
  });
  const note = notes.join("; ").replace(/[^ -~]/g, "?");
  log?.(logLine(request, path, reply.status, start, note));
  if (note) reply.headers["Sandbox-Note"] = note;
  const declared = withDeclaredHeaders(reply, operation && operations[operation]);
  return completed(request, declared, true, simulation?.headers);
}

function addNote(notes: string[], words: string): void {
  notes.push(shortened(words, LONGEST_NOTE));
}

/** Does what a request asks for, or what is simulated in its place. @throws Problem when it is refused. */
async function replyTo(arrival: Arrival, options: AnswerOptions): Promise<Reply> {
  const { request, url, text, state } = arrival;
  await wait(options.latency, request);
  const route = routeOf(request.method, url.pathname);
  const { id, status, responses } = route.operation;
  // Before the body is read: a failure in that has the form that the operation declares.
  arrival.operation = id;
  const { headers } = request;
  const body = bodyIn(text, headers.get("content-type"), headers.get("content-encoding"));
  const simulation = state.simulations.next({ route, query: url.searchParams, body });
  arrival.simulation = simulation;
  await wait(simulation.delay, request);
  const simulated = simulatedReply(simulation, status);
  if (simulated) return simulated;
  if (Math.random() < options.failureRate) throw failure(503, "failureRate");
  const answer = await carriedOut(id, arrival, route, body, options);
  const hasBody = responses[status]?.type !== undefined;
  const reply = hasBody ? jsonReply(status, JSON.stringify(answer)) : { status, headers: {}, body: "" };
  return simulation.abort ? { ...reply, broken: "half-way" } : reply;
}

/** Carries out an operation; returns the body of its answer. @throws Problem when it cannot. */
async function carriedOut<Id extends OperationId>(
  id: Id,
  { request, url, text, state, states, notes }: Arrival,
  { path }: Route,
  sent: unknown,
  options: AnswerOptions,
) {
  const { query, body } = checked(id, request, path, url.searchParams, sent);
  const read = new Set<string>();
  const handle = Object.hasOwn(handlers, id) ? handlers[id] : fromExample(id);
  const answer = await handle({
    path,
    query: watched(query, read),
    body,
    state,
    now: () => state.stoppedAt ?? options.clock(),
    makeRoom: () => states.makeRoom(text.length),
    note: (words) => addNote(notes, words),
    deliver: async (trigger) => {
      const notSent = options.isForeign(request) ? "a page of a foreign origin has triggered it" : undefined;
      record(state.deliveries, await startDelivery({ ...trigger, notSent }, options));
    },
  });
  const idle = url.search === "" ? [] : [...new Set(url.searchParams.keys())].filter((name) => !read.has(name));
  if (idle.length > 0) addNote(notes, `the query parameter ${idle.join(" or ")} has no effect`);
  return answer;
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

/** Waits, if there is anything to wait for. @throws the reason when nobody waits for the answer any more. */
async function wait(ms = 0, { signal }: SandboxRequest): Promise<void> {
  if (ms === 0) return;
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
