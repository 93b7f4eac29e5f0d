import { allowAnyOrigin, isPreflight, preflight } from "./request/cors.js";
import { type Outcome, Problem, refused } from "./request/refusals.js";
import type { SandboxRequest, Text } from "./request/request.js";
import { requestLine } from "./watch/log-lines.js";
import type { RecordedRequest, Requests } from "./watch/requests.js";

/** What the sandbox sends back. */
export interface SandboxReply extends Outcome {
  /** Whether the answer breaks off half-way. */
  readonly isBroken: boolean;
}

/** The statuses whose answers have no body, by HTTP. */
export const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** Answers a request. Rejects only when nobody waits for the answer any more. */
export type Answer = (request: SandboxRequest) => Promise<SandboxReply>;

/** A request that is being answered. */
export interface Exchange {
  readonly request: SandboxRequest;
  /** Id of the operation; empty if the contract has none. */
  operation: string;
  /** What the answer says of the sandbox's choices. */
  readonly notes: string[];
  /** Headers of the answer that replace its own. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the answer breaks off half-way. */
  isBroken?: boolean | undefined;
}

/** What answers a request, begun before its body arrives. */
export interface Handler {
  /** Where the request is recorded once it is answered. */
  readonly requests?: Requests;
  /** Whether a page of another origin may read the answer. */
  readonly isOpen: boolean;
  /** Carries the request out. @throws Problem when it cannot. */
  handle(text: Text): Outcome | Promise<Outcome>;
}

/** Creates the function that answers all requests: each is recorded, logged, and gets its last headers here. */
export function createAnswer(begin: (exchange: Exchange) => Handler, log?: (line: string) => void): Answer {
  return async (request) => {
    const start = log ? performance.now() : 0;
    const exchange: Exchange = { request, operation: "", notes: [] };
    const handler = begin(exchange);
    const isAsking = isPreflight(request);
    const arriving = isAsking ? "" : request.text();
    const text = arriving instanceof Promise ? await arriving : arriving;
    const outcome = isAsking ? preflight(request) : await outcomeOf(exchange, handler, text, log);
    request.signal?.throwIfAborted();
    const note = noteOf(exchange);
    if (!isAsking) handler.requests?.add(recordOf(exchange, outcome, text));
    log?.(requestLine(request, outcome.status, performance.now() - start, note));
    return replyOf(exchange, outcome, note, handler.isOpen);
  };
}

async function outcomeOf(
  exchange: Exchange,
  handler: Handler,
  text: Text,
  log?: (line: string) => void,
): Promise<Outcome> {
  try {
    return await handler.handle(text);
  } catch (error) {
    const problem = problemOf(error, exchange.request, log);
    return refused(problem, exchange.operation, (note) => void exchange.notes.push(note));
  }
}

/** Why a request could not be carried out. @throws the error when nobody waits for it any more. */
function problemOf(error: unknown, request: SandboxRequest, log?: (line: string) => void): Problem {
  if (error instanceof Problem) return error;
  if (request.signal?.aborted) throw error;
  log?.(`failed: ${Object(error).stack ?? error}`);
  return new Problem(500, `The sandbox failed to answer this request: ${error}.`);
}

function recordOf({ request, operation, notes }: Exchange, { status }: Outcome, text = ""): RecordedRequest {
  const { method, path, query, headers } = request;
  return { method, path, query, operation: operation || undefined, headers, text, status, notes };
}

/** What the sandbox chose, in characters that a header and a log may have. */
function noteOf({ notes }: Exchange): string {
  return notes.length === 0 ? "" : notes.join("; ").replace(/[^ -~]/g, "?");
}

/** The reply, which a page of any origin can read if it is open, with the headers that replace its own. */
function replyOf(
  { request, headers: own, isBroken = false }: Exchange,
  outcome: Outcome,
  note: string,
  isOpen: boolean,
) {
  const { status, headers, body } = outcome;
  if (note) headers["Sandbox-Note"] = note;
  const sent = isOpen ? allowAnyOrigin(request, headers, own) : headers;
  for (const name in own) {
    // The one that it replaces may be written in another way.
    for (const other in sent) if (other.toLowerCase() === name.toLowerCase()) delete sent[other];
    sent[name] = String(own[name]);
  }
  return { status, headers: sent, body, isBroken };
}
