import { isObject } from "../json.js";
import { answerRequest, type Internals } from "./answer.js";
import { emit } from "./deliveries.js";
import { type Reply, type SandboxRequest, WITHOUT_BODY } from "./reply.js";
import { withoutSecrets } from "./requests.js";
import { aFunction, anything, aShare, checkFields, milliseconds, oneOf, timeFrom } from "./rules.js";
import { startOf } from "./seed.js";
import { addSimulation } from "./simulations.js";
import { stateOf, stopClock } from "./state.js";
import type { Sandbox, SandboxOptions } from "./types.js";

/** What each option may be. A seed is checked when a sandbox starts with it. */
export const OPTION_RULES = {
  seed: anything,
  latency: milliseconds,
  failureRate: aShare,
  clock: aFunction,
  accessToken: oneOf("required", "optional"),
  log: aFunction,
  send: aFunction,
  payload: aFunction,
};

/** A sandbox, and its internals for a server to use. */
export interface Assembled {
  readonly sandbox: Sandbox;
  readonly internals: Internals;
}

/** @throws RangeError when an option cannot be used. */
export function assemble(options: SandboxOptions, isForeign: Internals["isForeign"] = () => false): Assembled {
  checkFields("", options, OPTION_RULES);
  const { seed = 0, clock = () => new Date() } = options;
  const now = () => timeFrom("clock", clock());
  const initial = startOf(seed, now());
  const internals: Internals = { options, isForeign, state: stateOf(initial) };
  const sandbox: Sandbox = {
    fetch: fetchBy(internals),
    get webhooks() {
      return [...internals.state.webhooks.values()];
    },
    get deliveries() {
      return [...internals.state.deliveries];
    },
    get requests() {
      return internals.state.requests.map(withoutSecrets);
    },
    simulate(simulation) {
      const { simulations } = internals.state;
      const number = addSimulation(simulations, simulation);
      return () => void simulations.delete(number);
    },
    emit: (event) => emit(event, internals.state, options),
    setClock(time) {
      stopClock(internals.state, time);
    },
    reset(other) {
      internals.state = stateOf(other === undefined ? initial : startOf(other, now()));
    },
  };
  return { sandbox, internals };
}

/** The `fetch` whose requests are answered in this process. */
function fetchBy(internals: Internals): typeof globalThis.fetch {
  return async (input, init) => {
    const request = init === undefined && isRequest(input) ? input : new Request(input, init);
    request.signal?.throwIfAborted();
    const { method, url, headers } = request;
    const sent: SandboxRequest = {
      method,
      url,
      headers: Object.fromEntries(headers),
      body: await request.text(),
      // On some platforms, requests have no signal.
      signal: () => request.signal ?? new AbortController().signal,
    };
    const reply = await answerRequest(internals, sent);
    request.signal?.throwIfAborted();
    return responseOf(method === "HEAD" ? { ...reply, body: "" } : reply);
  };
}

/** Whether a value is a request, even one of another realm, such as a test's simulated page. */
function isRequest(input: unknown): input is Request {
  return isObject(input) && "url" in input;
}

function responseOf({ status, headers, body, isAborted }: Reply): Response {
  if (isAborted) throw new TypeError("The connection was closed, as simulated");
  return new Response(body === "" || WITHOUT_BODY.includes(status) ? null : body, { status, headers });
}
