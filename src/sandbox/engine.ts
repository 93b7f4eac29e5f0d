import { accessTokenHeader, responseExamples } from "../../generated/old-contract.js";
import { allowAnyOrigin, isPreflight, NOTE_HEADER, preflightHeaders } from "./cors.js";
import { checkInput, parseBody } from "./input.js";
import { requestLine } from "./log.js";
import { memory } from "./memory.js";
import type { CheckedOptions } from "./options.js";
import { type Problem, problem } from "./problems.js";
import { refused, type SandboxReply, succeeded } from "./replies.js";
import type { SandboxRequest } from "./request.js";
import { MAX_RECORDED_BODY } from "./requests.js";
import { type Match, matchOperation } from "./routes.js";
import type { Effect } from "./simulations.js";
import type { State, States } from "./state.js";

/** Answers a request. Rejects only when the request's signal aborts. */
export type Answer = (request: SandboxRequest) => Promise<SandboxReply>;

/** What the sandbox records about a request while it answers it. */
interface Trace {
  match?: Match;
  body?: unknown;
  isBroken?: boolean;
  readonly notes: string[];
}

const TOKEN_HEADER = accessTokenHeader.toLowerCase();
const examples = new Map(Object.entries(responseExamples).map(([id, body]) => [id, JSON.stringify(body)]));

/** Creates the function that answers all requests. */
export function createEngine(options: CheckedOptions, states: States): Answer {
  const { log } = options;

  return async (request) => {
    const start = performance.now();
    const trace: Trace = { notes: [] };
    const state = states.of(request.header(TOKEN_HEADER) ?? "");
    const outcome = isPreflight(request)
      ? { status: 204, headers: preflightHeaders(request), body: "" }
      : await operate(request, trace, state, options).catch(refused);
    if (request.signal?.aborted) throw request.signal.reason;
    const { notes, match, body, isBroken = false } = trace;
    const headers = { ...allowAnyOrigin(request), ...outcome.headers };
    if (notes.length > 0) headers[NOTE_HEADER] = notes.join("; ").replace(/[^ -~]/g, "?");
    const { method, path, query } = request;
    const { status } = outcome;
    if (!isPreflight(request)) {
      state.requests.add({ method, path, query, operation: match?.route.id, body, status, notes });
    }
    log?.(requestLine(method, path, status, performance.now() - start, notes));
    return { status, headers, body: outcome.body, isBroken };
  };
}

async function operate(request: SandboxRequest, trace: Trace, state: State, options: CheckedOptions) {
  const sent = request.text();
  const text = typeof sent === "string" ? sent : await sent;
  const body = parseBody(text, request.header("content-type"));
  if (text.length <= MAX_RECORDED_BODY) trace.body = body;
  const match = matchOperation(request.method, request.path);
  trace.match = match;
  const effect = state.simulations.next(match.route.id);
  const delay = options.latency + (effect?.delay ?? 0);
  if (delay > 0) await wait(delay, request.signal);
  if (effect) simulate(effect, trace);
  if (state.fails()) throw simulated(503, 0, "failureRate");
  return succeeded(carryOut(request, match, body, trace, state, options));
}

function simulate({ status, abort, retryAfter }: Effect, trace: Trace): void {
  trace.isBroken = abort;
  if (status !== undefined) throw simulated(status, retryAfter, "simulate");
}

function simulated(status: number, retryAfter: number, cause: string): Problem {
  const detail = `This failure is simulated (${cause}). Nothing was changed.`;
  return problem(status, detail, { headers: { "Retry-After": String(retryAfter) } });
}

/** The body of an operation's answer: from memory, else from the contract's examples. */
function carryOut(
  request: SandboxRequest,
  match: Match,
  body: unknown,
  { notes }: Trace,
  state: State,
  { updates, clock }: CheckedOptions,
): string {
  const input = checkInput(request, match, body);
  for (const name of input.undeclared) notes.push(`the contract has no query parameter ${name}: it has no effect`);
  const { id, facts } = match.route;
  const operation = facts.method === "PUT" && updates === "example" ? undefined : memory.get(id);
  if (operation) return JSON.stringify(operation({ state, input, now: clock, note: (text) => notes.push(text) }));
  notes.push("answered from the contract's examples");
  return examples.get(id) ?? "{}";
}

/** Waits; rejects when nobody waits for the answer any more. */
function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", giveUp);
      resolve();
    }, ms);
    if (signal?.aborted) giveUp();
    else signal?.addEventListener("abort", giveUp, { once: true });
  });
}
