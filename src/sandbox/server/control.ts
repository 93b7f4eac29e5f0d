import type { Delivery } from "../deliveries.js";
import type { EmittedEvent } from "../emit.js";
import { logLine } from "../log.js";
import { anything, checkFields, isFields } from "../option-rules.js";
import type { SandboxOptions } from "../options.js";
import { shown } from "../records.js";
import { completed, jsonReply, Problem, preflightReply, problemOf, problemReply, type Reply } from "../reply.js";
import { CONTROL_HEADER, type SandboxRequest, tokenOf, urlIn } from "../request.js";
import { jsonIn } from "../request-checks.js";
import { isSeed, seedRule } from "../seed.js";
import { checkSimulation, wasAdded } from "../simulations.js";
import { type State, type States, stopClock } from "../state.js";
import { isThisMachine } from "./addresses.js";
import { page } from "./control-page.js";
import { isForeignPage, isOwnHost } from "./gate.js";

/** The path of the page that shows a sandbox, and of all that controls it. */
const CONTROL = "/__sandbox";

/** Whether a path belongs to the control. */
export function isControl(path: string): boolean {
  return path === CONTROL || path.startsWith(`${CONTROL}/`);
}

/** What a request controls. */
interface Controlled {
  readonly states: States;
  /** The access token whose state it means. A reset without one is for all of them. */
  readonly token: string | undefined;
  /** The number behind the action in the path; `undefined` if there is none. */
  readonly number: number | undefined;
  readonly signal: AbortSignal | undefined;
}

/** What can be done: each returns the body of its answer, if that says more than that it is done. */
const ACTIONS: Readonly<Record<string, (controlled: Controlled, sent: Record<string, unknown>) => unknown>> = {
  "POST reset"({ states, token }, sent) {
    checkFields("reset: ", sent, { seed: seedRule });
    const { seed } = sent;
    states.reset(isSeed(seed) ? seed : undefined, token);
  },
  "POST clock"({ states, token }, sent) {
    checkFields("clock: ", sent, { time: anything });
    stopClock(states.of(token), sent["time"]);
  },
  "POST simulate": ({ states, token }, sent) => ({
    id: states.of(token).simulations.add(checkSimulation("simulate: ", sent)),
  }),
  "POST emit": async ({ states, token }, sent) => ({
    deliveries: (await states.emit(token, eventIn(sent))).map(withoutPromise),
  }),
  "DELETE simulate"({ states, token, number }) {
    // One that has ended by itself may be ended again.
    if (number !== undefined && !wasAdded(number)) throw new Problem(404, NO_SIMULATION);
    states.of(token).simulations.end(number);
  },
  "POST next": next,
  "GET state": ({ states, token }) => scenarioOf(states.of(token)),
  "GET requests": ({ states, token }) => ({ requests: states.of(token).requests.map(shown) }),
  "GET deliveries": deliveries,
};

const NO_SIMULATION = `The sandbox has had no simulation with this id. POST ${CONTROL}/simulate returns the id of a new one, and DELETE ${CONTROL}/simulate ends all simulations.`;

/** How long a request that waits for another one is kept waiting, in ms. */
const LONGEST_WAIT = 30_000;

/** Waits for the next request. */
async function next({ states, token, signal }: Controlled, awaited: Record<string, unknown>) {
  const late = new AbortController();
  const problem = new Problem(504, `No such request came within ${LONGEST_WAIT / 1000} s.`);
  const timer = setTimeout(() => late.abort(problem), LONGEST_WAIT);
  const either = AbortSignal.any(signal ? [signal, late.signal] : [late.signal]);
  try {
    return await states.next(token, { ...awaited, signal: either });
  } finally {
    clearTimeout(timer);
  }
}

/** The state as a seed: a sandbox that starts with it goes on from here. */
function scenarioOf({ webhooks, simulations, stoppedAt: clock }: State) {
  return { webhooks: [...webhooks.values()], simulations: simulations.pending, clock };
}

/** An event, which is checked when it is emitted: no subscription has an empty topic. */
function eventIn({ topic, ...others }: Record<string, unknown>): EmittedEvent {
  return { ...others, topic: typeof topic === "string" ? topic : "" };
}

/** Lists the deliveries as they are now. Of one by its number, it waits for the outcome, which the sender bounds. */
async function deliveries({ states, token, number }: Controlled) {
  const { deliveries } = states.of(token);
  if (number === undefined) return { deliveries: deliveries.map(withoutPromise) };
  const meant = deliveries.find(({ id }) => id === number);
  if (!meant)
    throw new Problem(404, `The sandbox has no delivery with this id. GET ${CONTROL}/deliveries lists all deliveries.`);
  await meant.answer;
  return withoutPromise(meant);
}

/** A delivery as JSON can write it. */
function withoutPromise({ answer: _, ...delivery }: Delivery) {
  return delivery;
}

/**
 * Creates the function that answers requests to the control paths.
 *
 * @param controlToken - Requests that send it may come from anywhere.
 */
export function createControl(states: States, controlToken: string | undefined, log: SandboxOptions["log"]) {
  return async (request: SandboxRequest, remoteAddress: string): Promise<Reply> => {
    const start = performance.now();
    const { pathname: path } = urlIn(request);
    const isAllowed = mayControl(request, remoteAddress, controlToken);
    const preflight = preflightReply(request);
    const reply =
      preflight ??
      (await replyTo(request, path, isAllowed, states).catch((error: unknown) =>
        problemReply(problemOf(error, request, log)),
      ));
    // Whoever looks on looks again and again.
    if (request.method !== "GET" || reply.status >= 400) log?.(logLine(request, path, reply.status, start));
    // A foreign page may read nothing, but it may ask whether it can send a control token.
    return completed(request, reply, isAllowed || (preflight !== undefined && controlToken !== undefined));
  };
}

/** Does what a request to the control asks for. @throws Problem when it cannot. */
async function replyTo(request: SandboxRequest, path: string, isAllowed: boolean, states: States): Promise<Reply> {
  const text = await request.text();
  if (!isAllowed) throw new Problem(403, FOREIGN);
  const { method, signal } = request;
  if (path === "/") return { status: 302, headers: { Location: CONTROL }, body: "" };
  if (path === CONTROL && (method === "GET" || method === "HEAD")) return page;
  const [name = "", number] = path.slice(CONTROL.length + 1).split("/");
  const action = ACTIONS[`${method} ${name}`];
  if (!action) {
    const known = Object.keys(ACTIONS).map((each) => each.replace(" ", ` ${CONTROL}/`));
    throw new Problem(404, `${method} ${path} does not exist. Use one of: ${known.join(", ")}.`);
  }
  // Whatever its type says: curl names that of a form.
  const sent = jsonIn(text, request.headers) ?? {};
  if (sent instanceof Problem) throw sent;
  if (!isFields(sent)) throw new Problem(422, `${name}: send a JSON object.`);
  const token = tokenOf(request) || undefined;
  const controlled = { states, token, number: number === undefined ? undefined : Number(number), signal };
  try {
    return jsonReply(200, JSON.stringify((await action(controlled, sent)) ?? { done: true }));
  } catch (error) {
    throw error instanceof RangeError ? new Problem(422, `${error.message}.`) : error;
  }
}

const FOREIGN = `The control paths accept requests only from this machine, and not from a web page of another machine. To use them from elsewhere, set the option controlToken and send the header ${CONTROL_HEADER}.`;

/** Whether a request comes from this machine, and from no page of another origin, or has the token. */
function mayControl(request: SandboxRequest, remoteAddress: string, controlToken: string | undefined): boolean {
  const { headers } = request;
  const token = headers.get(CONTROL_HEADER.toLowerCase());
  if (controlToken !== undefined && typeof token === "string") return token === controlToken;
  return !isForeignPage(request) && isOwnHost(headers.get("host") ?? "localhost") && isThisMachine(remoteAddress);
}
