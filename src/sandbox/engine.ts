import { responseExamples } from "../../generated/contract.js";
import { allowAnyOrigin, isPreflight, NOTE_HEADER, preflightHeaders } from "./cors.js";
import { deliveriesOf } from "./deliveries.js";
import { checkInput, parseBody } from "./input.js";
import { kinds } from "./items.js";
import { FROM_EXAMPLE, memory } from "./memory.js";
import type { CheckedOptions } from "./options.js";
import { type Outcome, Problem, problem, refused, type SandboxReply } from "./problems.js";
import { headerOf, pathAndQuery, type SandboxRequest, tokenOf } from "./request.js";
import { requestLine } from "./request-log.js";
import { type Match, matchOperation } from "./routes.js";
import type { Simulation } from "./simulations.js";
import type { State, States } from "./state.js";

/** Answers a request. Rejects only when nobody waits for the answer any more. */
export type Answer = (request: SandboxRequest) => Promise<SandboxReply>;

/** A request that is being answered. */
interface Exchange {
  readonly request: SandboxRequest;
  readonly state: State;
  readonly path: string;
  readonly query: string;
  text: string;
  operation: string | undefined;
  isBroken: boolean;
  readonly notes: string[];
}

/** The longest path and query that are accepted, in characters, as by Node. */
const LONGEST_TARGET = 16_384;

/** Creates the function that answers all requests. */
export function createAnswer(options: CheckedOptions, states: States): Answer {
  const { log } = options;

  return async (request) => {
    const start = log ? performance.now() : 0;
    const { method, target, signal } = request;
    const [path, query] = target.length > LONGEST_TARGET ? ["", ""] : pathAndQuery(target);
    const state = states.of(tokenOf(request));
    const exchange: Exchange = {
      request,
      state,
      path,
      query,
      text: "",
      operation: undefined,
      isBroken: false,
      notes: [],
    };
    const isAsking = isPreflight(request);
    const outcome = isAsking
      ? { status: 204, headers: preflightHeaders(request), body: "" }
      : await operate(exchange, options).catch((error) => failed(error, exchange, log));
    if (signal?.aborted) throw signal.reason;
    const { status, body } = outcome;
    const { notes, text, operation, isBroken } = exchange;
    const headers = allowAnyOrigin(request);
    for (const name in outcome.headers) headers[name] = outcome.headers[name] ?? "";
    if (notes.length > 0) headers[NOTE_HEADER] = shortened(notes.join("; ")).replace(/[^ -~]/g, "?");
    if (!isAsking)
      state.requests.add({ method, path, query, headers: request.headers, operation, text, status, notes });
    log?.(requestLine(method, path, status, performance.now() - start, notes.map(shortened)));
    return { status, headers, body, isBroken };
  };
}

/** The longest note in a header or in the log, in characters. */
const LONGEST_NOTE = 1000;

function shortened(text: string): string {
  return text.length > LONGEST_NOTE ? `${text.slice(0, LONGEST_NOTE)}...` : text;
}

async function operate(exchange: Exchange, options: CheckedOptions): Promise<Outcome> {
  const { request, path, query, state } = exchange;
  if (options.latency > 0) await wait(options.latency, request.signal);
  const sent = request.text();
  const text = typeof sent === "string" ? sent : await sent;
  if (path === "") throw problem(414, `The path is longer than ${LONGEST_TARGET} characters.`);
  exchange.text = text;
  const body = parseBody(text, headerOf(request, "content-type"));
  const match = matchOperation(request.method, path);
  const { id } = match.operation;
  exchange.operation = id;
  const effect = state.simulations.next(() => ({ operation: id, path: match.path, query, body }));
  if (effect && effect.delay > 0) await wait(effect.delay, request.signal);
  exchange.isBroken = effect?.answer?.abort ?? false;
  const simulated = effect?.answer && simulatedAnswer(effect.answer, match);
  if (simulated) return simulated;
  if (state.fails()) throw failure(503, 0, "failureRate");
  const outcome = await carryOut(exchange, match, body, options);
  return effect?.answer?.headers ? { ...outcome, headers: { ...outcome.headers, ...effect.answer.headers } } : outcome;
}

/** What a simulation answers; `undefined` if the operation is carried out. */
function simulatedAnswer(
  { status, body, headers, retryAfter = 0 }: Simulation,
  { operation }: Match,
): Outcome | undefined {
  if (body !== undefined) {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const type = operation.answer.mediaType ?? "application/json";
    return { status: status ?? operation.answer.status, headers: { "Content-Type": type, ...headers }, body: text };
  }
  if (status === undefined) return undefined;
  const outcome = refused(failure(status, retryAfter, "simulate"));
  return { ...outcome, headers: { ...outcome.headers, ...headers } };
}

function failure(status: number, retryAfter: number, cause: string): Problem {
  const detail = `This failure is simulated (${cause}). Nothing was changed.`;
  return problem(status, detail, { headers: { "Retry-After": String(retryAfter) } });
}

/** The answer of an operation: from memory, else from the contract's examples. */
async function carryOut(exchange: Exchange, match: Match, body: unknown, options: CheckedOptions): Promise<Outcome> {
  const { request, state, notes, query } = exchange;
  const { operation } = match;
  const input = checkInput(request, match, query, body);
  for (const name of input.undeclared) notes.push(`the contract has no query parameter ${name}: it has no effect`);
  const isShown = options.updates === "example" && kinds.some(({ update }) => update === operation.id);
  const remember = isShown ? undefined : memory.get(operation.id);
  const note = (text: string) => void notes.push(text);
  if (!remember) note(FROM_EXAMPLE);
  const { status, mediaType } = operation.answer;
  const text = remember
    ? remember({ state, input, note })
    : mediaType === undefined
      ? ""
      : JSON.stringify(responseExamples[operation.id] ?? {});
  if (operation.callbacks) {
    for (const message of deliveriesOf(operation, body)) await state.deliveries.trigger(message);
  }
  return { status, headers: mediaType === undefined ? {} : { "Content-Type": mediaType }, body: text };
}

/** The outcome of a request that could not be carried out. @throws the error when its connection broke off. */
function failed(error: unknown, { request }: Exchange, log: CheckedOptions["log"]): Outcome {
  if (error instanceof Problem) return refused(error);
  if (request.signal?.aborted || error instanceof BrokenOff) throw error;
  if (error instanceof RangeError && /call stack/i.test(error.message)) {
    return refused(problem(400, "The body is nested too deep."));
  }
  log?.(`failed: ${Object(error).stack ?? error}`);
  return refused(problem(500, `The sandbox failed to answer this request: ${String(error)}.`));
}

/** The connection of a request broke off before all of it had arrived. */
export class BrokenOff extends Error {
  override readonly name = "BrokenOff";
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
