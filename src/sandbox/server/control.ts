import { accessToken } from "../../../generated/contract.js";
import { urlOf } from "../../url.js";
import { kinds } from "../memory/items.js";
import { isFields } from "../option-checks.js";
import type { Exchange, Handler } from "../reply.js";
import { tokenOf } from "../request/access-token.js";
import { isPreflight } from "../request/cors.js";
import { parseBody } from "../request/media-type.js";
import { type Outcome, Problem } from "../request/refusals.js";
import { headerOf, type SandboxRequest, type Text } from "../request/request.js";
import type { State, States } from "../states.js";
import { withAnswers } from "../watch/deliveries.js";
import { isThisMachine } from "./addresses.js";

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
  ["POST clock", ({ state }, { time }) => state().setClock(time)],
  ["GET state", ({ state }) => stateShown(state())],
  ["GET requests", ({ state }) => ({ requests: state().requests.all })],
  ["GET deliveries", async ({ state }) => ({ deliveries: await withAnswers(state().deliveries) })],
]);

/** The fields of the JSON bodies that are not simulations. */
const KNOWN: Readonly<Record<string, readonly string[]>> = { reset: ["seed"], clock: ["time"] };

/**
 * Creates the function that begins to answer requests that control a sandbox.
 *
 * @param controlToken - Requests that send it may come from anywhere.
 */
export function createControl(states: States, controlToken: string | undefined) {
  return ({ request }: Exchange): Handler | undefined => {
    if (!request.path.startsWith(CONTROL_PATH)) return undefined;
    const isAllowed = mayControl(request, controlToken);
    return {
      isOpen: isAllowed || (controlToken !== undefined && isPreflight(request)),
      handle(text) {
        if (!isAllowed) throw foreign();
        return carryOut(request, text, states);
      },
    };
  };
}

/** Carries out a request that controls the sandbox. @throws Problem when it cannot. */
async function carryOut(request: SandboxRequest, text: Text, states: States): Promise<Outcome> {
  const { method, path } = request;
  const name = path.slice(CONTROL_PATH.length);
  const action = ACTIONS.get(`${method} ${name}`);
  if (!action) throw unknownAction(`${method} ${name}`);
  const sent = parseBody(text, "application/json") ?? {};
  if (!isFields(sent)) throw new Problem(422, `${name}: send a JSON object.`);
  const unknown = Object.keys(sent).find((key) => KNOWN[name]?.includes(key) === false);
  if (unknown !== undefined) throw new Problem(422, `${name}: ${unknown} does not exist: use ${KNOWN[name]}.`);
  const token = tokenOf(request);
  const state = () => {
    if (states.isShared || token !== "") return states.of(token);
    throw new Problem(422, `Each access token has its own state: send the header ${accessToken.header}.`);
  };
  const reset = (seed: unknown) => states.reset(seed, token || undefined);
  try {
    const body = (await action({ state, reset }, sent)) ?? { done: true };
    return { status: 200, headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  } catch (error) {
    if (error instanceof RangeError) throw new Problem(422, `${error.message}.`);
    throw error;
  }
}

function unknownAction(action: string): Problem {
  const [unknown, ...known] = [action, ...ACTIONS.keys()].map((one) => one.replace(" ", ` ${CONTROL_PATH}`));
  return new Problem(404, `${unknown} does not exist. Use one of: ${known.join(", ")}.`);
}

function stateShown(state: State): unknown {
  const items = kinds.map((kind) => [kind.name, state.memory.all(kind).map(({ item }) => item)]);
  return { ...Object.fromEntries(items), simulations: state.simulations.pending };
}

function foreign(): Problem {
  return new Problem(
    403,
    `The sandbox can be controlled only from this machine, and not by a page of a foreign origin; from elsewhere, only with the option controlToken and the header ${CONTROL_HEADER}.`,
  );
}

/** Whether a request comes from this machine, and from no page of another origin, or has the token. */
function mayControl(request: SandboxRequest, controlToken: string | undefined): boolean {
  const token = headerOf(request, CONTROL_HEADER.toLowerCase());
  if (controlToken !== undefined && token !== undefined) return token === controlToken;
  const origin = headerOf(request, "origin");
  // A foreign page whose host name resolves to this machine sends that name; a foreign image sends no origin.
  const isForeign =
    !isOwnHost(headerOf(request, "host")) ||
    (origin === undefined ? headerOf(request, "sec-fetch-site") === "cross-site" : !isOwnOrigin(origin));
  return !isForeign && request.isLocal();
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
