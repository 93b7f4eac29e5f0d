import { responseExamples } from "../../generated/contract.js";
import { type Exchange, type Handler, LONGEST_NOTE } from "./ending.js";
import { FROM_EXAMPLE, operationsOnMemory } from "./memory/memory-operations.js";
import type { CheckedOptions } from "./options.js";
import type { Outcome } from "./request/problems.js";
import { headerOf, type Text, tokenOf } from "./request/request.js";
import { type Match, matchOperation } from "./request/routes.js";
import { checkInput, parseBody } from "./request/validation.js";
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
  return carryOut(exchange, state, match, { body, length: text?.length ?? 0 }, options);
}

/** The answer of an operation: from memory, else from the contract's examples. */
async function carryOut(
  { request, notes }: Exchange,
  { memory, now, makeRoom, deliveries }: State,
  match: Match,
  sent: { readonly body: unknown; readonly length: number },
  options: CheckedOptions,
): Promise<Outcome> {
  const { operation } = match;
  const { status, keys, headers: usual } = operation.answer;
  const note = (text: string) => void notes.push(text.slice(0, LONGEST_NOTE));
  const { path, query, body } = checkInput(request, match, sent.body, note);
  const remember = operationsOnMemory.get(operation.id);
  if (!remember) note(FROM_EXAMPLE);
  // Written out: to spread the input would take as long as to check it.
  const work = { path, query, body, memory, now, note, makeRoom: () => makeRoom(sent.length) };
  const text = remember ? remember(work) : JSON.stringify(responseExamples[operation.id]);
  for (const message of deliveriesOf(operation, sent.body)) await deliver(message, deliveries, options);
  if (!keys) return { status, headers: { ...usual }, body: "" };
  return { status, headers: { ...usual, "Content-Type": "application/json" }, body: text ?? "{}" };
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
