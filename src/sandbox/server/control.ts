import { accessToken } from "../../../generated/contract.js";
import { urlOf } from "../../url.js";
import { withOutcomes } from "../deliveries.js";
import { isFields } from "../option-checks.js";
import type { CheckedOptions } from "../options.js";
import { Problem } from "../problem.js";
import { isPreflight, logLine, preflight, type Reply, refused, withCors } from "../reply.js";
import { bodyIn, pathAndQuery, tokenOf } from "../request.js";
import type { State, States } from "../state.js";
import { isThisMachine } from "./addresses.js";
import { page } from "./control-page.js";
import type { ServedRequest } from "./listener.js";

/** The path of the page that shows a sandbox, and of all that controls it. */
const CONTROL = "/__sandbox";

/** Header of a request that may control the sandbox from anywhere. */
const CONTROL_HEADER = "Sandbox-Control-Token";

/** Whether a path belongs to the control. */
export function isControl(path: string): boolean {
  return path === CONTROL || path.startsWith(`${CONTROL}/`);
}

/** What a request controls: the state for its access token. */
interface Controlled {
  /** @throws Problem when it has no token, and each token has its own state. */
  state(): State;
  /** Without a token, it is for all of them. */
  reset(seed: unknown): void;
  /** The number behind the action in the path; `undefined` if there is none. */
  readonly number: number | undefined;
  readonly signal: AbortSignal | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** What can be done: each returns the body of its answer, if that says more than that it is done. */
const ACTIONS: Readonly<Record<string, (controlled: Controlled, body: Fields) => unknown>> = {
  "POST reset": ({ reset }, { seed, ...others }) => only(others, "seed") ?? reset(seed),
  "POST clock": ({ state }, { time, ...others }) => only(others, "time") ?? state().setClock(time),
  "POST simulate": ({ state }, body) => ({ id: state().simulations.add(body) }),
  "DELETE simulate": ({ state, number }) => state().simulations.end(number),
  "POST next": ({ state, signal }, body) => state().requests.next({ ...body, signal }),
  "GET state": ({ state }) => scenarioOf(state()),
  "GET requests": ({ state }) => ({ requests: state().requests.all }),
  "GET deliveries": async ({ state }) => ({ deliveries: await withOutcomes(state().deliveries) }),
};

/** @throws RangeError when a body has other fields than those that it may have. */
function only(others: object, known: string): undefined {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new RangeError(`${unknown} does not exist: use ${known}`);
}

/** The state as a seed: a sandbox that starts with it goes on from here. */
function scenarioOf({ webhooks, simulations, stoppedAt: clock }: State) {
  return { webhooks, simulations: simulations.pending, clock };
}

/**
 * Creates the function that answers requests to the control paths.
 *
 * @param controlToken - Requests that send it may come from anywhere.
 */
export function createControl(states: States, controlToken: string | undefined, log: CheckedOptions["log"]) {
  return async (request: ServedRequest): Promise<Reply> => {
    const start = performance.now();
    const [path] = pathAndQuery(request.url);
    const isAllowed = mayControl(request, controlToken);
    const isAsking = isPreflight(request);
    const reply = isAsking
      ? preflight(request)
      : await carriedOut(request, path, isAllowed, states).catch((error) => refused(error, request, log));
    // Whoever looks on looks again and again.
    if (request.method !== "GET" || reply.status >= 400) log?.(logLine(request, path, reply.status, start));
    // A foreign page may read nothing, but it may ask whether it can send a control token.
    return isAllowed || (isAsking && controlToken !== undefined) ? withCors(request, reply) : reply;
  };
}

/** Carries out a request that controls the sandbox. @throws Problem when it cannot. */
async function carriedOut(request: ServedRequest, path: string, isAllowed: boolean, states: States): Promise<Reply> {
  const text = await request.text();
  if (!isAllowed) throw new Problem(403, FOREIGN);
  const { method, signal } = request;
  if (path === CONTROL && (method === "GET" || method === "HEAD")) return page;
  const [name = "", number] = path.slice(CONTROL.length + 1).split("/");
  const action = ACTIONS[`${method} ${name}`];
  if (!action) throw unknownAction(`${method} ${path}`);
  const sent = bodyIn(text, "application/json") ?? {};
  if (!isFields(sent)) throw new Problem(422, `${name}: send a JSON object.`);
  const token = tokenOf(request);
  const state = () => {
    if (states.isShared || token !== "") return states.of(token);
    throw new Problem(422, `Each access token has its own state: send the header ${accessToken.header}.`);
  };
  const reset = (seed: unknown) => states.reset(seed, token || undefined);
  try {
    const controlled = { state, reset, number: number === undefined ? undefined : Number(number), signal };
    const body = JSON.stringify((await action(controlled, sent)) ?? { done: true });
    return { status: 200, headers: { "Content-Type": "application/json" }, body };
  } catch (error) {
    if (error instanceof RangeError) throw new Problem(422, `${error.message}.`);
    throw error;
  }
}

function unknownAction(called: string): Problem {
  const known = Object.keys(ACTIONS).map((action) => action.replace(" ", ` ${CONTROL}/`));
  return new Problem(404, `${called} does not exist. Use one of: ${known.join(", ")}.`);
}

const FOREIGN = `The sandbox can be controlled only from this machine, and not by a page of a foreign origin; from elsewhere, only with the option controlToken and the header ${CONTROL_HEADER}.`;

/** Whether a request comes from this machine, and from no page of another origin, or has the token. */
function mayControl({ headers, isLocal }: ServedRequest, controlToken: string | undefined): boolean {
  const token = headers.get(CONTROL_HEADER.toLowerCase());
  if (controlToken !== undefined && token !== null) return token === controlToken;
  const origin = headers.get("origin");
  // A foreign page whose host name resolves to this machine sends that name; a foreign image sends no origin.
  const isForeign =
    !isOwnHost(headers.get("host")) ||
    (origin === null ? headers.get("sec-fetch-site") === "cross-site" : !isOwnOrigin(origin));
  return !isForeign && isLocal();
}

function isOwnOrigin(origin: string): boolean {
  const url = urlOf(origin);
  return url !== undefined && isOwnHost(url.host);
}

/** Whether a host is this machine. A request without a host comes from no browser. */
function isOwnHost(host: string | null): boolean {
  if (host === null) return true;
  const name = host.replace(/:\d+$/, "").toLowerCase();
  return name === "localhost" || name.endsWith(".localhost") || isThisMachine(name.replace(/^\[(.*)\]$/, "$1"));
}
