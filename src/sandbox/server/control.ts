import { Buffer } from "node:buffer";
import { timingSafeEqual } from "node:crypto";
import { accessToken } from "../../../generated/contract.js";
import { urlOf } from "../../url.js";
import { allowAnyOrigin, isPreflight, preflight } from "../cors.js";
import { type Answer, isOverflow, problemOf } from "../engine.js";
import { parseBody } from "../input.js";
import { isFields, kinds } from "../items.js";
import { shown } from "../option-checks.js";
import { type Outcome, Problem, refused } from "../problems.js";
import { headerOf, type SandboxRequest, type Text, tokenOf } from "../request.js";
import { requestLine } from "../request-log.js";
import type { AssembledSandbox } from "../sandbox.js";
import type { State, States } from "../state.js";
import { isThisMachine } from "./addresses.js";
import { DELIVERY_HEADER } from "./delivery-sender.js";

/** Prefix of the paths that control a sandbox. */
export const CONTROL_PATH = "/__sandbox/";

/** Header of a request that may control the sandbox from anywhere. */
const CONTROL_HEADER = "Sandbox-Control-Token";

/** What a request controls: the state for its access token. */
interface Controlled {
  /** @throws Problem when it has no token, and each token has its own state. */
  state(): State;
  /** Without a token, it is for all of them. */
  reset(seed: unknown): void;
}

type Action = (controlled: Controlled, body: Readonly<Record<string, unknown>>) => unknown;

const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["POST reset", ({ reset }, { seed }) => reset(seed)],
  ["POST simulate", ({ state }, body) => void state().simulations.add(body)],
  ["POST clock", ({ state }, { time }) => state().setClock(timeOf(time))],
  ["GET state", ({ state }) => stateShown(state())],
  ["GET requests", ({ state }) => ({ requests: state().requests.all })],
  ["GET deliveries", ({ state }) => deliveriesWithAnswers(state().deliveries.all)],
]);

/** The fields of the JSON bodies that are not simulations. */
const KNOWN: Readonly<Record<string, readonly string[]>> = { reset: ["seed"], clock: ["time"] };

/** What may control a sandbox. */
export interface ControlOptions {
  /** Requests that send it may come from anywhere. */
  readonly controlToken: string | undefined;
  readonly log: ((line: string) => void) | undefined;
}

/** Lets requests to these paths control a sandbox, which answers all others. */
export function controlled({ answer, states }: AssembledSandbox, { controlToken, log }: ControlOptions): Answer {
  return async (request) => {
    const { method, path } = request;
    if (!path.startsWith(CONTROL_PATH)) return answer(request);
    const start = performance.now();
    const mayControl = isAllowed(request, controlToken);
    const isAsking = isPreflight(request);
    const text = mayControl && !isAsking ? await request.text() : "";
    const outcome = isAsking
      ? preflight(request)
      : await carryOut(request, text, states, mayControl).catch((error) => refusedControl(error, request, log));
    const mayRead = mayControl || (controlToken !== undefined && isAsking);
    const headers = mayRead ? allowAnyOrigin(request, outcome.headers) : outcome.headers;
    log?.(requestLine({ method, path, status: outcome.status }, performance.now() - start));
    return { ...outcome, headers, isBroken: false };
  };
}

/** Carries out a request that controls the sandbox. @throws Problem when it is not allowed, or does not exist. */
async function carryOut(request: SandboxRequest, text: Text, states: States, mayControl: boolean): Promise<Outcome> {
  if (!mayControl) throw foreign();
  const { method, path } = request;
  const name = path.slice(CONTROL_PATH.length);
  const action = ACTIONS.get(`${method} ${name}`);
  if (!action) throw unknownAction(method, name);
  const sent = parseBody(text, "application/json") ?? {};
  if (!isFields(sent)) throw new Problem(422, `${name}: send a JSON object.`);
  const unknown = Object.keys(sent).find((key) => KNOWN[name]?.includes(key) === false);
  if (unknown !== undefined) throw new Problem(422, `${name}: ${unknown} does not exist: use ${KNOWN[name]}.`);
  const token = tokenOf(request);
  const body = await action(
    {
      state() {
        if (states.isShared || token !== "") return states.of(token);
        throw new Problem(422, `Each access token has its own state: send the header ${accessToken.header}.`);
      },
      reset: (seed) => states.reset(seed, token || undefined),
    },
    sent,
  );
  return { status: 200, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body ?? { done: true }) };
}

function refusedControl(error: unknown, request: SandboxRequest, log: ControlOptions["log"]): Outcome {
  const isRefused = error instanceof RangeError && !isOverflow(error);
  const reason = isRefused ? new Problem(422, `${error.message}.`) : error;
  return refused(problemOf(reason, request, log), { operation: undefined, notes: [] });
}

function unknownAction(method: string, name: string) {
  const known = [...ACTIONS.keys()].map((action) => action.replace(" ", ` ${CONTROL_PATH}`));
  const allowed = [...ACTIONS.keys()]
    .filter((action) => action.endsWith(` ${name}`))
    .map((action) => action.split(" ")[0]);
  if (allowed.length === 0)
    return new Problem(404, `${CONTROL_PATH}${name} does not exist. Use one of: ${known.join(", ")}.`);
  const headers = { Allow: allowed.join(", ") };
  return new Problem(405, `${CONTROL_PATH}${name} does not support ${method}. Allowed: ${headers.Allow}.`, { headers });
}

function timeOf(time: unknown): string | number | undefined {
  if (time === undefined || time === null) return undefined;
  return typeof time === "number" ? time : shown(time);
}

function stateShown(state: State): unknown {
  const items = kinds.map((kind) => [kind.name, state.all(kind).map(({ item }) => item)]);
  return { ...Object.fromEntries(items), simulations: state.simulations.pending };
}

async function deliveriesWithAnswers(all: State["deliveries"]["all"]): Promise<unknown> {
  return {
    deliveries: await Promise.all(all.map(async (delivery) => ({ ...delivery, answer: await delivery.answer }))),
  };
}

function foreign(): Problem {
  return new Problem(
    403,
    `The sandbox can be controlled only from this machine, and not by a page of a foreign origin; from elsewhere, only with the option controlToken and the header ${CONTROL_HEADER}.`,
  );
}

/** Whether a request comes from this machine, and from no page of another origin, or has the token. */
function isAllowed(request: SandboxRequest, controlToken: string | undefined): boolean {
  // What the sandbox sends is requested by anyone.
  if (headerOf(request, DELIVERY_HEADER.toLowerCase()) !== undefined) return false;
  const token = headerOf(request, CONTROL_HEADER.toLowerCase());
  if (controlToken !== undefined && token !== undefined) return isSame(token, controlToken);
  const origin = headerOf(request, "origin");
  // A foreign page whose host name resolves to this machine sends that name; a foreign image sends no origin.
  const isForeign =
    !isOwnHost(headerOf(request, "host")) ||
    (origin === undefined ? headerOf(request, "sec-fetch-site") === "cross-site" : !isOwnOrigin(origin));
  return !isForeign && request.isLocal();
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function isOwnOrigin(origin: string): boolean {
  const url = urlOf(origin);
  return url !== undefined && isOwnHost(url.host);
}

/** Whether a host is this machine. A request without a host comes from no browser. */
function isOwnHost(host: string | undefined): boolean {
  if (host === undefined) return true;
  const name = host.replace(/:\d+$/, "").toLowerCase();
  return name === "localhost" || name.endsWith(".localhost") || isThisMachine(name.replace(/^\[(.*)\]$/, "$1"));
}
