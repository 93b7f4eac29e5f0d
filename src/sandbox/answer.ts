import type { Operation, OperationId } from "../../generated/contract.js";
import { failedReply, refusedReply, withDeclaredHeaders } from "./declared-reply.js";
import { startDelivery } from "./deliveries.js";
import { logLine } from "./log.js";
import type { CheckedOptions } from "./options.js";
import { LONGEST_BODY, shortened } from "./records.js";
import { completed, jsonReply, Problem, preflightReply, problemOf, problemReply, type Reply } from "./reply.js";
import { type SandboxRequest, tokenOf, urlIn } from "./request.js";
import { bodyIn, checked, checkToken } from "./request-checks.js";
import { type Route, routeOf } from "./routes.js";
import { failure, type Simulation, simulatedReply } from "./simulations.js";
import type { States } from "./state.js";
import { fromExample, handlers, isRead, type OperationContext } from "./webhooks.js";

/** The longest note, in characters: clients refuse a long header. */
const LONGEST_NOTE = 1000;

/** Answers a request. Rejects only when nobody waits for the answer any more, or its body breaks off. */
export type AnswerRequest = (request: SandboxRequest) => Promise<Reply>;

/** Whether a request comes from a web page of another machine: nothing is delivered for it. */
export type IsForeign = (request: Pick<SandboxRequest, "headers">) => boolean;

/** What requests are answered by. */
interface AnswerOptions extends CheckedOptions {
  readonly isForeign: IsForeign;
}

/** What becomes of a request. */
interface Outcome {
  readonly reply: Reply;
  /** Absent if the contract has no such operation. */
  readonly operation?: Operation;
  /** Headers that a simulation adds, or puts in the place of others. */
  readonly headers?: Simulation["headers"];
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
  const text = await request.text();
  const notes: string[] = [];
  const context: OperationContext = {
    state,
    now: () => state.stoppedAt ?? options.clock(),
    note: (words) => void notes.push(shortened(words, LONGEST_NOTE)),
    isForeign: () => options.isForeign(request),
    deliver: async (occasion) => {
      const notSent = options.isForeign(request) ? "a web page from another machine triggered it" : undefined;
      const delivery = await startDelivery({ ...occasion, notSent }, options);
      state.room.add(state.deliveries, delivery);
    },
  };
  const { reply, operation, headers } = await outcomeOf(request, url, text, context, options);
  states.record(state, token, {
    number: ++state.answered,
    method: request.method,
    path,
    query: url.search.slice(1),
    operation: operation?.id,
    headers: request.headers,
    text: shortened(text, LONGEST_BODY),
    status: reply.status,
    notes,
    answeredAt: Date.now(),
  });
  const note = notes.join("; ").replace(/[^ -~]/g, "?");
  log?.(logLine(request, path, reply.status, start, note));
  return completed(request, withDeclaredHeaders(withNote(reply, note), operation), true, headers);
}

function withNote(reply: Reply, note: string): Reply {
  return note ? { ...reply, headers: { ...reply.headers, "Sandbox-Note": note } } : reply;
}

/** Does what a request asks for, or what is simulated in its place. Rejects when nobody waits for the answer any more. */
async function outcomeOf(
  request: SandboxRequest,
  url: URL,
  text: string,
  context: OperationContext,
  options: AnswerOptions,
): Promise<Outcome> {
  if (options.latency > 0) await wait(options.latency, request);
  const route = routeOf(request.method, url.pathname);
  if (route instanceof Problem) return { reply: problemReply(route) };
  const { operation } = route;
  const refused = (problem: Problem) => refusedReply(problem, operation, context.note);
  const failed = (problem: Problem) => failedReply(problem, problem.status, operation, context.note);

  const body = bodyIn(text, request);
  if (body instanceof Problem) return { operation, reply: refused(body) };
  const simulation = context.state.simulations.next(route, url.searchParams, body);
  const { headers, abort } = simulation;
  if (simulation.delay) await wait(simulation.delay, request);
  const simulated = simulatedReply(simulation, operation.status, failed);
  if (simulated) return { operation, reply: simulated, headers };
  if (Math.random() < options.failureRate) return { operation, reply: failed(failure(503, "failureRate")), headers };

  try {
    if (options.accessToken === "required") checkToken(request, operation);
    const reply = await carriedOut(operation.id, route, request, url.searchParams, body, context);
    return { operation, reply: abort ? { ...reply, broken: "half-way" } : reply, headers };
  } catch (error) {
    return { operation, reply: refused(problemOf(error, request, options.log)), headers };
  }
}

/** Carries out an operation. @throws Problem when it cannot. */
async function carriedOut<Id extends OperationId>(
  id: Id,
  { operation, path }: Route,
  request: SandboxRequest,
  search: URLSearchParams,
  sent: unknown,
  context: OperationContext,
): Promise<Reply> {
  const { query, body } = checked(id, request, path, search, sent);
  const handle = Object.hasOwn(handlers, id) ? handlers[id] : fromExample(id);
  const answer = await handle({ ...context, path, query, body });
  const idle = [...new Set(search.keys())].filter((name) => !isRead(name, id));
  if (idle.length > 0) context.note(`the query parameter ${idle.join(" or ")} has no effect`);
  const { status, responses } = operation;
  const hasBody = responses[status]?.type !== undefined;
  return hasBody ? jsonReply(status, JSON.stringify(answer)) : { status, headers: {}, body: "" };
}

/** Waits some ms. @throws the reason when nobody waits for the answer any more. */
async function wait(ms: number, request: SandboxRequest): Promise<void> {
  const { signal } = request;
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
