import { accessToken, type Operation, type OperationId } from "../../generated/contract.js";
import { parameters } from "../../generated/parameter-checks.js";
import { bodies } from "../../generated/validators.js";
import { type Check, placeOf } from "../check.js";
import { isFields } from "../json.js";
import { urlOf } from "../url.js";
import { startDelivery } from "./deliveries.js";
import {
  finding,
  forPages,
  jsonReply,
  mergedHeaders,
  Problem,
  preflightReply,
  problemReply,
  type Reply,
  type RequestFinding,
  refusal,
  type SandboxRequest,
} from "./reply.js";
import { findRoute, type Route, unknownRoute } from "./routes.js";
import { simulatedFailure, simulatedReply, takeSimulation } from "./simulations.js";
import { keepLatest, LONGEST_BODY, type State, shortened } from "./state.js";
import type { SandboxOptions, Simulation } from "./types.js";
import { EFFECTIVE, fromExample, type Handler, handlers } from "./webhooks.js";

// The path of a request, from top to bottom: its route, its simulation, its checks, its operation, its reply.

/** What answers requests. */
export interface Internals {
  readonly options: SandboxOptions;
  /** Whether a request comes from a web page from another machine. */
  readonly isForeign: (headers: SandboxRequest["headers"]) => boolean;
  state: State;
}

/** A request on its way. */
interface Context extends Omit<Internals, "state"> {
  readonly request: SandboxRequest;
  readonly query: URLSearchParams;
  /** The state when the request arrived. After a reset, the request does not change the new state. */
  readonly state: State;
  /** Reports what the sandbox chose, in the header `Sandbox-Note` and in the log. */
  readonly note: (text: string) => void;
}

/** In characters: clients refuse a long header. */
const LONGEST_NOTE = 1000;

/** Answers a request to the contract's paths, records it, and logs it. Rejects when nobody waits for the answer anymore. */
export async function answerRequest({ options, isForeign, state }: Internals, request: SandboxRequest): Promise<Reply> {
  const start = performance.now();
  const { pathname: path, search } = urlIn(request);
  const preflight = preflightReply(request);
  if (preflight) {
    options.log?.(logLine(request, path, preflight.status, start));
    return preflight;
  }
  const notes: string[] = [];
  const note = (text: string) => void notes.push(shortened(text, LONGEST_NOTE));
  const context = { request, query: new URLSearchParams(search), options, isForeign, state, note };
  const route = findRoute(request.method, path);
  const reply = await respond(route, path, context).catch((error: unknown) => problemReply(error, request));
  keepLatest(state.requests, {
    method: request.method,
    path,
    query: search.slice(1),
    operation: route?.operation.id,
    headers: request.headers,
    text: shortened(request.body, LONGEST_BODY),
    status: reply.status,
    notes,
    answeredAt: Date.now(),
  });
  // A header may contain only these characters.
  const noted = notes
    .join("; ")
    .slice(0, LONGEST_NOTE)
    .replace(/[^ -~]/g, "?");
  options.log?.(logLine(request, path, reply.status, start, noted));
  return forPages(request, noted ? { ...reply, headers: { ...reply.headers, "sandbox-note": noted } } : reply);
}

/** The log line of a request: method, path without its query, status, time, notes. */
export function logLine({ method }: SandboxRequest, path: string, status: number, start: number, note = ""): string {
  return `${method} ${path} ${status} ${(performance.now() - start).toFixed(1)} ms${note && `; ${note}`}`;
}

/** Responds as a simulation says, or carries out the request. @throws Problem when it cannot. */
async function respond(route: Route | undefined, path: string, context: Context): Promise<Reply> {
  const { request, query, options, state } = context;
  if (options.latency) await wait(options.latency, request);
  if (!route) throw unknownRoute(request.method, path);
  const body = bodyOf(request);
  const simulation = takeSimulation(state.simulations, route, query, body);
  if (simulation.delay) await wait(simulation.delay, request);
  const outcome = carryOutUnlessSimulated(simulation, route, body, context);
  const reply = await outcome.catch((error: unknown) => problemReply(error, request));
  const { headers, abort = false } = simulation;
  if (!headers && !abort) return reply;
  return { ...reply, headers: mergedHeaders(reply.headers, headers), isAborted: abort !== false };
}

async function carryOutUnlessSimulated(
  simulation: Simulation,
  route: Route,
  body: unknown,
  context: Context,
): Promise<Reply> {
  const { request, options } = context;
  const simulated = simulatedReply(simulation, route.operation);
  if (simulated) return simulated;
  if (Math.random() < (options.failureRate ?? 0)) throw simulatedFailure(503, "failureRate");
  if (options.accessToken !== "optional") checkToken(request);
  return carryOut(route.operation.id, route, body, context);
}

/** Checks a request against the contract, and carries out its operation. @throws Problem when it cannot. */
async function carryOut<Id extends OperationId>(
  id: Id,
  { operation, path }: Route,
  body: unknown,
  { request, query, options, isForeign, state, note }: Context,
): Promise<Reply> {
  const sent = checked(id, operation, path, query, body, request);
  const handle: Handler<Id> = handlers[id] ?? fromExample(id);
  const answer = await handle({
    path,
    query: sent.query,
    body: sent.body,
    state,
    isForeign: isForeign(request.headers),
    now: () => state.stoppedAt ?? options.clock?.() ?? new Date(),
    note,
    deliver: (delivery) => startDelivery(delivery, state, options),
  });
  const idle = [...new Set(query.keys())].filter((name) => !EFFECTIVE[id]?.includes(name));
  if (idle.length > 0) note(`the query parameter ${idle.join(" or ")} has no effect`);
  return jsonReply(operation.status, JSON.stringify(answer));
}

/** The URL of a request. If it is not valid, it becomes a path that is not in the contract. */
export function urlIn({ url }: Pick<SandboxRequest, "url">): URL {
  const full = url.startsWith("/") ? `http://sandbox.invalid${url}` : url;
  return urlOf(full) ?? new URL(`http://sandbox.invalid/${encodeURIComponent(url)}`);
}

/** The longest body that is accepted, in characters: about the same as for the mock. */
const LONGEST_ACCEPTED = 10 * 1024 * 1024;

/** The body of a request: parsed if its type is JSON, otherwise as text; `undefined` if there is none. @throws Problem */
function bodyOf({ headers, body }: SandboxRequest): unknown {
  if (body === "") return undefined;
  return isJson(headers["content-type"]) ? parsed(body) : body;
}

/** @throws Problem when a text is too long or not JSON. */
export function parsed(text: string): unknown {
  if (text.length > LONGEST_ACCEPTED) throw new Problem(413, `The body is longer than ${LONGEST_ACCEPTED} characters.`);
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, "Invalid JSON: the body cannot be parsed.");
  }
}

/** Whether a `Content-Type` header names JSON. */
function isJson(type: string | string[] = ""): boolean {
  return type === "application/json" || /^\s*application\/(json|[^\s;]+\+json)\s*(;|$)/i.test(String(type));
}

const TOKEN_HEADER = accessToken.header.toLowerCase();

/** @throws Problem with status 401 when a request lacks an access token. */
function checkToken({ headers }: SandboxRequest): void {
  if (headers[TOKEN_HEADER]) return;
  const { header } = accessToken;
  throw new Problem(401, `The request header ${header} is missing. The sandbox accepts any access token.`, {
    "www-authenticate": `AccessToken header="${header}"`,
  });
}

/** What a checked request sends. The strings of its query have become values, and defaults are filled in. */
type Checked<Id extends OperationId> = Pick<Parameters<Handler<Id>>[0], "query" | "body">;

/** Checks a request against the contract. @throws Problem with status 415, or 422 and everything that is wrong, like the mock. */
function checked<Id extends OperationId>(
  id: Id,
  operation: Operation,
  path: Route["path"],
  search: URLSearchParams,
  body: unknown,
  { headers }: SandboxRequest,
): Checked<Id> {
  if (operation.body && body !== undefined && !isJson(headers["content-type"]))
    throw new Problem(415, "Supported content types: application/json");
  if (!operation.body && !isEmpty(body)) throw new Problem(415, "The operation takes no request body.");
  const query: Record<string, unknown> = {};
  for (const { name, in: place } of operation.parameters) {
    const texts = place === "query" ? search.getAll(name) : [];
    // Like the mock, this treats an empty parameter as not sent.
    if (texts.join("") !== "") query[name] = texts.length > 1 ? texts : texts[0];
  }
  const sent = { path: { ...path }, query, header: {}, body };
  checkContract(id, operation, sent);
  return sent;
}

/** Whether a body holds nothing. Some clients send such a body, because they send `Content-Type` only with one. */
function isEmpty(body: unknown): boolean {
  return body === undefined || body === null || body === "" || (isFields(body) && Object.keys(body).length === 0);
}

/** Converts the strings of a query to values, and fills in defaults. @throws Problem with everything that is wrong. */
function checkContract<Id extends OperationId>(
  id: Id,
  operation: Operation,
  sent: { readonly body: unknown },
): asserts sent is Checked<Id> {
  // Like the mock, this treats a body of `null`, `false`, `0` or an empty string as missing.
  const isMissing = operation.body?.required && !sent.body;
  const wrong = isMissing ? [finding(["body"], "required", "is required")] : [];
  if (!isMissing && sent.body !== undefined) wrong.push(...findings(bodies[id], sent.body, ["body"]));
  wrong.push(...findings(parameters[id], sent, []));
  if (wrong.length > 0) throw refusal(wrong);
}

function findings(check: Check | undefined, value: unknown, place: readonly string[]): RequestFinding[] {
  if (!check || check(value)) return [];
  return (check.errors ?? []).map((found) => finding([...place, ...placeOf(found)], found.keyword, found.message));
}

/** Waits `ms` milliseconds. @throws the signal's reason when nobody waits for the answer anymore. */
async function wait(ms: number, request: SandboxRequest): Promise<void> {
  const signal = request.signal();
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
  signal.throwIfAborted();
}
