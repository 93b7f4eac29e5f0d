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

/** The path of the page that shows a sandbox, and of all that controls it. */
const CONTROL = "/__sandbox";

/** Whether a path belongs to the control. */
export function isControl(path: string): boolean {
  return path === CONTROL || path.startsWith(`${CONTROL}/`);
}

/** What a request controls. */
interface Controlled extends Assembled {
  /** The JSON object in the body; empty if there is no body. */
  readonly sent: Readonly<Record<string, unknown>>;
  /** The number behind the action in the path; `undefined` if there is none. */
  readonly number: number | undefined;
}

/** What can be done: each returns the body of its answer, if that says more than that it is done. */
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
    // One that has ended by itself may be ended again.
    if (!wasAdded(number)) throw new Problem(404, NO_SIMULATION);
    simulations.delete(number);
  },
  async "POST emit"({ internals: { state, options }, sent }) {
    return { deliveries: (await emit(sent, state, options)).map(withoutPromise) };
  },
  /** A sandbox that starts with it as its seed goes on from here. */
  "GET state"({ sandbox, internals: { state } }) {
    return { webhooks: sandbox.webhooks, simulations: [...state.simulations.values()], clock: state.stoppedAt };
  },
  "GET requests": ({ sandbox }) => ({ requests: sandbox.requests }),
  /** Lists the deliveries as they are now. With a number, it waits for the outcome of that delivery, which the sender bounds. */
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

/** A delivery as JSON can write it. */
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
    // A page of another machine may ask whether it can send a control token.
    const preflight = controlToken === undefined ? undefined : preflightReply(request);
    if (preflight) return preflight;
    const isAllowed = mayControl(request, remoteAddress, controlToken);
    const outcome = isAllowed ? replyTo(request, path, assembled) : Promise.reject(new Problem(403, NOT_FROM_HERE));
    const reply = await outcome.catch((error: unknown) => problemReply(error, request));
    // Whoever looks on looks again and again.
    if (request.method !== "GET" || reply.status >= 400) log?.(logLine(request, path, reply.status, start));
    return isAllowed ? forPages(request, reply) : reply;
  };
}

const NOT_FROM_HERE = `The control paths accept requests only from this machine, and not from a web page of another machine. To use them from elsewhere, set the option controlToken and send the header ${CONTROL_HEADER}.`;

/** Whether a request comes from this machine, to one of its names, and from no page of another machine; or has the token. */
function mayControl({ headers }: SandboxRequest, remoteAddress: string, controlToken: string | undefined): boolean {
  const token = headers[CONTROL_HEADER.toLowerCase()];
  if (controlToken !== undefined && token !== undefined) return token === controlToken;
  return isOwnAddress(remoteAddress) && isOwnHost(String(headers["host"])) && !isForeignPage(headers);
}

/** Does what a request to the control asks for. @throws Problem when it cannot. */
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
  // Whatever its type says: curl names that of a form.
  const sent = body === "" ? {} : parsed(body);
  if (!isFields(sent)) throw new Problem(422, `${name}: send a JSON object.`);
  try {
    const done = await action({ ...assembled, sent, number: number === undefined ? undefined : Number(number) });
    return jsonReply(200, JSON.stringify(done ?? { done: true }));
  } catch (error) {
    throw error instanceof RangeError ? new Problem(422, `${error.message}.`) : error;
  }
}
