import { isFields } from "../../json.js";
import { logLine, parsed, urlIn } from "../answer.js";
import { emit } from "../deliveries.js";
import {
  CONTROL_HEADER,
  forPages,
  jsonReply,
  Problem,
  preflightReply,
  problemReply,
  type Reply,
  type SandboxRequest,
} from "../reply.js";
import { anything, checkFields } from "../rules.js";
import type { Assembled } from "../sandbox.js";
import { aSeed } from "../seed.js";
import { addSimulation, wasAdded } from "../simulations.js";
import { stopClock } from "../state.js";
import type { Delivery, Seed } from "../types.js";
import { page } from "./control-page.js";
import { isForeignPage, isOwnAddress, isOwnHost } from "./this-machine.js";

/** The path of the page that shows a sandbox, and the beginning of all control paths. */
const CONTROL = "/__sandbox";

/** Whether a path is that of the page or a control path. */
export function isControl(path: string): boolean {
  return path === CONTROL || path.startsWith(`${CONTROL}/`);
}

/** A sandbox, and what a request does to it. */
interface Controlled extends Assembled {
  /** The JSON object in the body; empty if there is no body. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The number after the action in the path; `undefined` if there is none. */
  readonly number: number | undefined;
}

/** The control actions. Each one returns the body of its answer; `undefined` becomes `{ "done": true }`. */
const ACTIONS: Readonly<Record<string, (controlled: Controlled) => unknown>> = {
  "POST reset"({ sandbox, sent }) {
    checkFields<{ seed?: Seed }>("reset: ", sent, { seed: aSeed });
    sandbox.reset(sent.seed);
  },
  "POST clock"({ internals, sent }) {
    checkFields("clock: ", sent, { time: anything });
    stopClock(internals.state, sent["time"]);
  },
  "POST simulate": ({ internals, sent }) => ({ id: addSimulation(internals.state.simulations, sent) }),
  "DELETE simulate"({ internals, number }) {
    const { simulations } = internals.state;
    if (number === undefined) return simulations.clear();
    // A simulation that has already ended may be ended again.
    if (!wasAdded(number)) throw new Problem(404, NO_SIMULATION);
    simulations.delete(number);
  },
  async "POST emit"({ internals: { state, options }, sent }) {
    return { deliveries: (await emit(sent, state, options)).map(withoutPromise) };
  },
  /** Returns the state as a seed, from which another sandbox can continue. */
  "GET state"({ sandbox, internals: { state } }) {
    return { webhooks: sandbox.webhooks, simulations: [...state.simulations.values()], clock: state.stoppedAt };
  },
  "GET requests": ({ sandbox }) => ({ requests: sandbox.requests }),
  /** Lists the deliveries as they are now. With a number, waits for the outcome of that delivery, until the sender gives up. */
  async "GET deliveries"({ sandbox: { deliveries }, number }) {
    if (number === undefined) return { deliveries: deliveries.map(withoutPromise) };
    const meant = deliveries.find(({ id }) => id === number);
    if (!meant) throw new Problem(404, NO_DELIVERY);
    await meant.answer;
    return withoutPromise(meant);
  },
};

const NO_SIMULATION = `The sandbox has had no simulation with this id. POST ${CONTROL}/simulate returns the id of a new one, and DELETE ${CONTROL}/simulate ends all simulations.`;
const NO_DELIVERY = `The sandbox has no delivery with this id. GET ${CONTROL}/deliveries lists all deliveries.`;

/** A delivery without its promise, which JSON cannot write. */
function withoutPromise({ answer: _, ...delivery }: Delivery) {
  return delivery;
}

/**
 * Creates the function that answers requests to the control paths.
 *
 * @param controlToken - Requests that send it may come from anywhere.
 */
export function createControl(assembled: Assembled, controlToken: string | undefined) {
  const { log } = assembled.internals.options;
  return async (request: SandboxRequest, remoteAddress: string): Promise<Reply> => {
    const start = performance.now();
    const { pathname: path } = urlIn(request);
    // A page from another machine may ask whether it can send a control token.
    const preflight = controlToken === undefined ? undefined : preflightReply(request);
    if (preflight) return preflight;
    const isAllowed = mayControl(request, remoteAddress, controlToken);
    const outcome = isAllowed ? replyTo(request, path, assembled) : Promise.reject(new Problem(403, NOT_FROM_HERE));
    const reply = await outcome.catch((error: unknown) => problemReply(error, request));
    // A page that shows the sandbox sends GET requests all the time.
    if (request.method !== "GET" || reply.status >= 400) log?.(logLine(request, path, reply.status, start));
    return isAllowed ? forPages(request, reply) : reply;
  };
}

const NOT_FROM_HERE = `The control paths accept requests only from this machine, and not from another machine's web page. To use them from elsewhere, set the option controlToken and send the header ${CONTROL_HEADER}.`;

/** Whether a request has the token, or comes from this machine, to one of its names, and not from a page from another machine. */
function mayControl({ headers }: SandboxRequest, remoteAddress: string, controlToken: string | undefined): boolean {
  const token = headers[CONTROL_HEADER.toLowerCase()];
  if (controlToken !== undefined && token !== undefined) return token === controlToken;
  return isOwnAddress(remoteAddress) && isOwnHost(String(headers["host"])) && !isForeignPage(headers);
}

/** Carries out a control request. @throws Problem when it cannot. */
async function replyTo(request: SandboxRequest, path: string, assembled: Assembled): Promise<Reply> {
  const preflight = preflightReply(request);
  if (preflight) return preflight;
  const { method, body } = request;
  if (path === "/") return { status: 302, headers: { location: CONTROL }, body: "" };
  if (path === CONTROL && (method === "GET" || method === "HEAD")) return page;
  const [name = "", number] = path.slice(CONTROL.length + 1).split("/");
  const action = ACTIONS[`${method} ${name}`];
  if (!action) {
    const known = Object.keys(ACTIONS).map((each) => each.replace(" ", ` ${CONTROL}/`));
    throw new Problem(404, `${method} ${path} does not exist. Use one of: ${known.join(", ")}.`);
  }
  // Whatever its content type says: curl sends that of a form.
  const sent = body === "" ? {} : parsed(body);
  if (!isFields(sent)) throw new Problem(422, `${name}: send a JSON object.`);
  try {
    const done = await action({ ...assembled, sent, number: number === undefined ? undefined : Number(number) });
    return jsonReply(200, JSON.stringify(done ?? { done: true }));
  } catch (error) {
    throw error instanceof RangeError ? new Problem(422, `${error.message}.`) : error;
  }
}
