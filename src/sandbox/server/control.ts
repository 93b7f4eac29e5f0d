import { accessTokenHeader } from "../../../generated/old-contract.js";
import { allowAnyOrigin, isPreflight, preflightHeaders } from "../cors.js";
import type { Answer } from "../engine.js";
import { parseBody } from "../input.js";
import { requestLine } from "../log.js";
import { problem } from "../problems.js";
import { refused, succeeded } from "../replies.js";
import type { SandboxRequest } from "../request.js";
import type { AssembledSandbox } from "../sandbox.js";
import type { State, States } from "../state.js";

/** Prefix of the paths that control a sandbox. */
const CONTROL_PATH = "/__sandbox/";

type Action = (state: State, body: unknown) => unknown;

const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ["POST reset", (state) => state.reset()],
  ["POST simulate", ({ simulations }, body) => simulate(simulations, body)],
  ["GET state", ({ store, simulations }) => ({ webhooks: store.all, simulations: simulations.pending })],
  ["GET requests", ({ requests }) => ({ requests: requests.all })],
  ["GET deliveries", ({ deliveries }) => deliveriesWithAnswers(deliveries.all)],
]);

/** Lets requests to these paths control a sandbox, which answers all others. */
export function controlled({ answer, states }: AssembledSandbox, log: ((line: string) => void) | undefined): Answer {
  return async (request) => {
    if (!request.path.startsWith(CONTROL_PATH)) return answer(request);
    const start = performance.now();
    const outcome = isPreflight(request)
      ? { status: 204, headers: preflightHeaders(request), body: "" }
      : await carryOut(request, states).then((body) => succeeded(JSON.stringify(body)), refused);
    const headers = { ...(mayRead(request) ? allowAnyOrigin(request) : {}), ...outcome.headers };
    log?.(requestLine(request.method, request.path, outcome.status, performance.now() - start, []));
    return { ...outcome, headers, isBroken: false };
  };
}

/**
 * Carries out a request that controls the sandbox; returns the body of the answer.
 *
 * @throws Problem when the request is not allowed, or its action does not exist.
 */
async function carryOut(request: SandboxRequest, states: States): Promise<unknown> {
  checkOrigin(request);
  const { method, path } = request;
  const name = path.slice(CONTROL_PATH.length);
  const action = ACTIONS.get(`${method} ${name}`);
  if (!action) throw unknownAction(method, name);
  const body = parseBody(await request.text(), "application/json");
  const token = request.header(accessTokenHeader.toLowerCase());
  const state = states.shared ?? (token === undefined ? undefined : states.of(token));
  if (state) return (await action(state, body)) ?? { done: true };
  if (name !== "reset") {
    throw problem(422, `Each access token has its own state: send the header ${accessTokenHeader}.`);
  }
  states.reset();
  return { done: true };
}

function unknownAction(method: string, name: string) {
  const known = [...ACTIONS.keys()].map((action) => action.replace(" ", ` ${CONTROL_PATH}`));
  const allowed = [...ACTIONS.keys()]
    .filter((action) => action.endsWith(` ${name}`))
    .map((action) => action.split(" ")[0]);
  if (allowed.length === 0)
    throw problem(404, `${CONTROL_PATH}${name} does not exist. Use one of: ${known.join(", ")}.`);
  const headers = { Allow: allowed.join(", ") };
  return problem(405, `${CONTROL_PATH}${name} does not support ${method}. Allowed: ${headers.Allow}.`, { headers });
}

function simulate(simulations: State["simulations"], body: unknown): void {
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw problem(422, 'simulate: send a JSON object, such as { "status": 500 }.');
  }
  try {
    simulations.add(body);
  } catch (error) {
    throw error instanceof RangeError ? problem(422, `${error.message}.`) : error;
  }
}

async function deliveriesWithAnswers(all: State["deliveries"]["all"]): Promise<unknown> {
  return {
    deliveries: await Promise.all(all.map(async (delivery) => ({ ...delivery, answer: await delivery.answer }))),
  };
}

/** @throws Problem when a request comes from another machine, or from a page of another origin. */
function checkOrigin(request: SandboxRequest): void {
  const origin = request.header("origin");
  // A foreign page whose host name resolves to this machine sends that name; a foreign image sends no origin.
  const isForeign =
    !isOwnHost(request.header("host")) ||
    (origin === undefined ? request.header("sec-fetch-site") === "cross-site" : !isOwnOrigin(origin));
  if (request.isLocal && !isForeign) return;
  throw problem(403, "The sandbox can be controlled only from this machine, and not by a page of a foreign origin.");
}

function isOwnOrigin(origin: string): boolean {
  return URL.canParse(origin) && isOwnHost(new URL(origin).host);
}

/** Whether a host is an address, or a name of this machine. A request without a host comes from no browser. */
function isOwnHost(host: string | undefined): boolean {
  if (host === undefined) return true;
  const name = host.replace(/:\d+$/, "").toLowerCase();
  return name === "localhost" || name.endsWith(".localhost") || /^(\[[\da-f:.]+\]|127(\.\d+){3})$/.test(name);
}

/** Whether a page of the request's origin may read the answer. */
function mayRead(request: SandboxRequest): boolean {
  const origin = request.header("origin");
  return origin !== undefined && isOwnOrigin(origin);
}
