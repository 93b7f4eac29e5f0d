import { responseExamples } from "../../generated/contract.js";
import { allowAnyOrigin, isPreflight, preflight } from "./cors.js";
import { deliver, deliveriesOf } from "./deliveries.js";
import { checkInput, parseBody } from "./input.js";
import { kinds } from "./items.js";
import { LONGEST_NOTE, LONGEST_TARGET } from "./limits.js";
import { FROM_EXAMPLE, memory } from "./memory-operations.js";
import type { CheckedOptions } from "./options.js";
import { type Outcome, Problem, refused, type SandboxReply } from "./problems.js";
import { headerOf, type SandboxRequest, type Text, tokenOf } from "./request.js";
import { type RecordedRequest, requestLine } from "./request-log.js";
import { type Match, matchOperation } from "./routes.js";
import { randomFailure, type Simulation, simulatedAnswer } from "./simulations.js";
import type { State, States } from "./state.js";

/** Answers a request. Rejects only when nobody waits for the answer any more. */
export type Answer = (request: SandboxRequest) => Promise<SandboxReply>;

/** A request that is being answered. */
interface Exchange {
  readonly request: SandboxRequest;
  readonly state: State;
  readonly record: RecordedRequest;
  /** What is simulated. */
  simulation: Simulation;
}

/** Creates the function that answers all requests. */
export function createAnswer(options: CheckedOptions, states: States): Answer {
  const { log } = options;

  return async (request) => {
    const start = log ? performance.now() : 0;
    const { method, path, query, headers } = request;
    const record: RecordedRequest = {
      method,
      path,
      query,
      operation: undefined,
      headers,
      text: "",
      status: 204,
      notes: [],
    };
    const state = states.of(tokenOf(request));
    const exchange: Exchange = { request, state, record, simulation: {} };
    const isAsking = isPreflight(request);
    if (!isAsking && options.latency > 0) await wait(options.latency, request.signal);
    const arriving = isAsking ? "" : request.text();
    const text = arriving instanceof Promise ? await arriving : arriving;
    record.text = text ?? "";
    const outcome = isAsking
      ? preflight(request)
      : await operate(exchange, text, options).catch((error) => refused(problemOf(error, request, log), record));
    request.signal?.throwIfAborted();
    record.status = outcome.status;
    if (!isAsking) state.requests.add(record);
    const note = record.notes
      .join("; ")
      .slice(0, LONGEST_NOTE)
      .replace(/[^ -~]/g, "?");
    log?.(requestLine(record, performance.now() - start, note));
    return replyOf(request, outcome, note, exchange.simulation);
  };
}

/** The reply that a page of any origin can read, with the headers of a simulation. */
function replyOf(request: SandboxRequest, outcome: Outcome, note: string, simulation: Simulation): SandboxReply {
  const { status, headers, body } = outcome;
  const { headers: own, abort = false } = simulation;
  if (note) headers["Sandbox-Note"] = note;
  const sent = allowAnyOrigin(request, headers, own);
  for (const name in own) {
    // The one that it replaces may be written in another way.
    for (const other in sent) if (other.toLowerCase() === name.toLowerCase()) delete sent[other];
    sent[name] = String(own?.[name]);
  }
  return { status, headers: sent, body, isBroken: abort };
}

async function operate(exchange: Exchange, text: Text, options: CheckedOptions): Promise<Outcome> {
  const { request, record, state } = exchange;
  const { path, query } = record;
  if (path.length + query.length > LONGEST_TARGET) {
    throw new Problem(414, `The URL has more than ${LONGEST_TARGET} characters.`);
  }
  const body = parseBody(text, headerOf(request, "content-type"));
  const match = matchOperation(request.method, path);
  const { id } = match.operation;
  record.operation = id;
  exchange.simulation = state.simulations.next({ operation: id, path: match.path, query, body });
  const { delay = 0 } = exchange.simulation;
  if (delay > 0) await wait(delay, request.signal);
  const simulated = simulatedAnswer(exchange.simulation, match.operation);
  if (simulated) return simulated;
  if (state.fails()) throw randomFailure();
  return await carryOut(exchange, match, body, options);
}

/** The answer of an operation: from memory, else from the contract's examples. */
async function carryOut(
  { request, state, record: { notes, query } }: Exchange,
  match: Match,
  body: unknown,
  options: CheckedOptions,
): Promise<Outcome> {
  const { operation } = match;
  const { id, answer, callbacks } = operation;
  const note = (text: string) => void notes.push(text.slice(0, LONGEST_NOTE));
  const input = checkInput(request, match, query, body, note);
  const isShown = options.updates === "example" && kinds.some(({ update }) => update === id);
  const remember = isShown ? undefined : memory.get(id);
  if (!remember) note(FROM_EXAMPLE);
  const { status: usual, keys, headers } = answer;
  const work = { state, ...input, note, status: usual, headers: { ...headers } };
  const text = remember ? remember(work) : JSON.stringify(responseExamples[id]);
  if (callbacks) for (const message of deliveriesOf(operation, body)) await deliver(message, state.deliveries, options);
  if (keys) work.headers["Content-Type"] = "application/json";
  return { status: work.status, headers: work.headers, body: keys ? (text ?? "{}") : "" };
}

/** Whether an error comes from a value that is nested deeper than the stack. */
export function isOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}

/** Why a request could not be carried out. @throws the error when nobody waits for it any more. */
export function problemOf(error: unknown, request: SandboxRequest, log: CheckedOptions["log"]): Problem {
  if (error instanceof Problem) return error;
  if (request.signal?.aborted) throw error;
  if (isOverflow(error)) {
    return new Problem(400, "The body is nested too deep, or a text in it is too long.");
  }
  log?.(`failed: ${Object(error).stack ?? error}`);
  return new Problem(500, `The sandbox failed to answer this request: ${error}.`);
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
