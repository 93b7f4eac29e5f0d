import { isObject } from "../json.js";
import { type AnswerRequest, answerRequest, type IsForeign } from "./answer.js";
import { checkOptions, type SandboxOptions } from "./options.js";
import { shown } from "./records.js";
import { type Reply, WITHOUT_BODY } from "./reply.js";
import { checkSimulation } from "./simulations.js";
import { type SandboxState, States, stopClock } from "./state.js";

/** A sandbox, which follows the contract and remembers what you create. Its `fetch` returns the responses. */
export interface Sandbox extends SandboxState {
  /**
   * Takes a request to any host and returns the response, without a server. Use it as the `fetch` of a client, in a handler
   * of MSW, in a route of Playwright, or as the handler of a runtime's own server.
   */
  readonly fetch: typeof globalThis.fetch;
  /**
   * The state for an access token: with `statePer: "token"` its own, otherwise the state that all tokens share. With
   * `statePer: "token"`, the sandbox itself supports only `reset`, which is then for all tokens.
   */
  forToken(token: string): SandboxState;
}

/** The parts of a sandbox, for a server to wrap. */
interface Parts {
  readonly sandbox: Sandbox;
  readonly answer: AnswerRequest;
  readonly states: States;
}

/**
 * Assembles the parts of a sandbox.
 *
 * @param isForeign - Whether a request comes from a page that may not cause deliveries.
 */
export function assemble(options: SandboxOptions, isForeign: IsForeign = () => false): Parts {
  const checked = { ...checkOptions(options), isForeign };
  const states = new States(checked);
  const answer: AnswerRequest = (request) => answerRequest(request, states, checked);
  const forToken = (token: string) => viewOf(states, token);
  return { sandbox: Object.assign(viewOf(states), { fetch: fetchBy(answer), forToken }), answer, states };
}

/** A view of the state for a token. What it lists are copies, which do not change any more. */
function viewOf(states: States, token?: string): SandboxState {
  return {
    get webhooks() {
      return [...states.of(token).webhooks.values()];
    },
    get deliveries() {
      return [...states.of(token).deliveries];
    },
    get requests() {
      return states.of(token).requests.map(shown);
    },
    simulate(simulation) {
      const { simulations } = states.of(token);
      const number = simulations.add(checkSimulation("simulate: ", simulation));
      return () => simulations.end(number);
    },
    emit: (event) => states.emit(token, event),
    nextRequest: (awaited = {}) => states.next(token, awaited),
    setClock: (time) => stopClock(states.of(token), time),
    reset: (seed) => states.reset(seed, token),
  };
}

/** The `fetch` whose requests are answered in this process. */
function fetchBy(answer: AnswerRequest): typeof globalThis.fetch {
  return async (input, init) => {
    const request = isRequest(input) && !isInit(init) ? input : new Request(input, init);
    request.signal?.throwIfAborted();
    const reply = await answer(request);
    request.signal?.throwIfAborted();
    return responseOf(request.method === "HEAD" ? { ...reply, body: "" } : reply);
  };
}

/** Whether a value is a request, even one of another realm, such as that of a page in a test. */
function isRequest(input: unknown): input is Request {
  return isObject(input) && "url" in input;
}

/** Whether it changes a request. Servers of runtimes pass something else as a second argument. */
function isInit(init: unknown): boolean {
  return isObject(init) && ["body", "headers", "method", "signal"].some((name) => name in init);
}

function responseOf({ status, headers, body, broken }: Reply): Response {
  if (broken === "before") throw new TypeError("The connection breaks here, as simulated");
  if (broken) return new Response(brokenOff(body), { status, headers });
  return new Response(body === "" || WITHOUT_BODY.includes(status) ? null : body, { status, headers });
}

/** Half of a body, then the error of a lost connection. */
function brokenOff(body: string): ReadableStream<Uint8Array> {
  const half = new TextEncoder().encode(body.slice(0, Math.ceil(body.length / 2)));
  return new ReadableStream({
    start: (controller) => controller.enqueue(half),
    pull: (controller) => controller.error(new TypeError("The answer breaks off here, as simulated")),
  });
}
