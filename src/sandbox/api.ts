import { responseExamples } from "../../generated/contract.js";
import { FROM_EXAMPLE, operationsOnMemory } from "./memory/memory-operations.js";
import type { CheckedOptions } from "./options.js";
import type { Exchange, Handler } from "./reply.js";
import { tokenOf } from "./request/access-token.js";
import { parseBody } from "./request/media-type.js";
import type { Outcome } from "./request/refusals.js";
import { headerOf, type Text } from "./request/request.js";
import { type Match, matchOperation } from "./request/routes.js";
import { checkInput } from "./request/validation.js";
import type { State, States } from "./states.js";
import { deliver, deliveriesOf } from "./watch/deliveries.js";
import { randomFailure, simulatedAnswer } from "./watch/simulations.js";

/** Creates the function that answers requests to the contract's paths. */
export function createApi(options: CheckedOptions, states: States) {
  return (exchange: Exchange): Handler => {
    const state = states.of(tokenOf(exchange.request));
    return { requests: state.requests, isOpen: true, handle: (text) => operate(exchange, state, text, options) };
  };
}

async function operate(exchange: Exchange, state: State, text: Text, options: CheckedOptions): Promise<Outcome> {
  const { request } = exchange;
  const { method, path, query, signal } = request;
  if (options.latency > 0) await wait(options.latency, signal);
  const body = parseBody(text, headerOf(request, "content-type"));
  const match = matchOperation(method, path);
  const { operation } = match;
  exchange.operation = operation.id;
  const simulation = state.simulations.next({ operation: operation.id, path: match.path, query, body });
  const { delay = 0, headers, abort } = simulation;
  exchange.headers = headers;
  exchange.isBroken = abort;
  if (delay > 0) await wait(delay, signal);
  const simulated = simulatedAnswer(simulation, operation);
  if (simulated) return simulated;
  if (state.fails()) throw randomFailure();
  const outcome = carryOut(exchange, state, match, body, text?.length ?? 0);
  for (const message of deliveriesOf(operation, body)) await deliver(message, state.deliveries, options);
  return outcome;
}

/** The answer of an operation: from memory, else from the contract's examples. */
function carryOut(exchange: Exchange, state: State, match: Match, sent: unknown, length: number): Outcome {
  const { id, answer } = match.operation;
  const { memory, now } = state;
  const note = (text: string) => void exchange.notes.push(text);
  const { path, query, body } = checkInput(exchange.request, match, sent, note);
  const remember = operationsOnMemory.get(id);
  if (!remember) note(FROM_EXAMPLE);
  // Each is named: to spread the input would take as long as to check it.
  const work = { path, query, body, memory, now, note, makeRoom: () => state.makeRoom(length) };
  const text = remember ? remember(work) : JSON.stringify(responseExamples[id]);
  const type = answer.keys && { "Content-Type": "application/json" };
  return { status: answer.status, headers: { ...answer.headers, ...type }, body: type ? (text ?? "{}") : "" };
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
