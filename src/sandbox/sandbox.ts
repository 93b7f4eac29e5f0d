import type { Items } from "../../generated/contract.js";
import { createApi } from "./api.js";
import { createFetch } from "./fetch.js";
import { kinds } from "./memory/items.js";
import { type Seed, seededItems } from "./memory/seed.js";
import { checkOptions, type SandboxOptions, type Unchecked } from "./options.js";
import { type Answer, createAnswer, type Exchange, type Handler } from "./reply.js";
import { createStates, type State, type States } from "./states.js";
import type { Delivery } from "./watch/deliveries.js";
import type { AnsweredRequest, Awaited } from "./watch/requests.js";
import type { Simulation } from "./watch/simulations.js";

/** All items of each collection, by its name, in their order. Those of a nested collection are listed below all parents. */
export type RememberedItems = { readonly [Name in keyof Items]: readonly Items[Name][] };

/** The state of a sandbox, for tests to read and control. */
export interface SandboxState extends RememberedItems {
  /** The latest deliveries, at most 1000, oldest first. A delivery is recorded before its trigger is answered. */
  readonly deliveries: readonly Delivery[];
  /** The latest requests, at most 1000, oldest first, without tokens and secrets. */
  readonly requests: readonly AnsweredRequest[];
  /**
   * Simulates a failure, a delay, a broken answer or an answer of your own for the next requests.
   *
   * @returns A function that ends the simulation.
   * @throws RangeError which names what cannot be used.
   * @example
   * sandbox.simulate({ operation: "listWebhooks", status: 500, times: "always" }); // each list fails
   * sandbox.simulate({ operation: "createWebhook", delay: 2000 }); // the next create takes 2 s
   * sandbox.simulate({ operation: "getWebhook", when: { path: { id: 1001 } }, body: "{" }); // malformed JSON
   */
  simulate(simulation: Simulation): () => void;
  /**
   * Waits for the next request, after it was answered.
   *
   * @throws RangeError which names what cannot be used.
   * @example
   * const next = sandbox.nextRequest({ operation: "createWebhook" });
   * await page.getByRole("button", { name: "Subscribe" }).click();
   * expect((await next).body).toMatchObject({ webhook: { topic: "orders/create" } });
   */
  nextRequest(awaited?: Awaited): Promise<AnsweredRequest>;
  /**
   * Stops the clock at a time; without one, it is that of the options again.
   *
   * @throws RangeError when it is no time.
   */
  setClock(time?: Date | string | number): void;
  /**
   * Restores the initial state: the seed, the same next id, the clock of the options, and no simulations, deliveries or
   * requests. A request that is under way changes nothing of it.
   *
   * @param seed - Items to start with in place of those of the options, until the next reset; 0 for none.
   * @throws RangeError when the seed cannot be used.
   */
  reset(seed?: Seed): void;
}

/** The API with a memory, as one `fetch` function. */
export interface Sandbox extends SandboxState {
  /**
   * Answers a request to any host as the service would, without a server. Use it as the `fetch` of a client, in a handler
   * of MSW, in a route of Playwright, or as the handler of a runtime's own server.
   */
  readonly fetch: typeof globalThis.fetch;
  /**
   * The state for an access token: with `statePer: "token"` its own, else the state that all share. With
   * `statePer: "token"`, the sandbox itself supports only `reset`, for all tokens.
   */
  forToken(token: string): SandboxState;
}

/**
 * Creates a sandbox: a mock with a memory. You can list, read, update and delete the items that you create. An operation
 * without a memory answers from the contract's examples, and says so. It runs in any JavaScript runtime.
 *
 * @throws RangeError when an option cannot be used.
 * @example
 * const sandbox = createSandbox({ seed: 25 });
 * const service = createServiceClient({ baseUrl: "http://sandbox.test", accessToken: "any", fetch: sandbox.fetch });
 */
export function createSandbox(options?: SandboxOptions | null): Sandbox {
  return assemble(options ?? {}).sandbox;
}

/** The parts of a sandbox. */
export interface AssembledSandbox {
  readonly sandbox: Sandbox;
  /** The lightweight function that answers requests, for a server to wrap. */
  readonly answer: Answer;
}

/** Begins to answer the requests to some paths; `undefined` for others. */
export type OtherPaths = (states: States) => (exchange: Exchange) => Handler | undefined;

/**
 * Assembles the parts of a sandbox.
 *
 * @param others - What else answers requests, before the contract's paths do.
 */
export function assemble(options: Unchecked<SandboxOptions>, others?: OtherPaths): AssembledSandbox {
  const checked = checkOptions(options);
  const states = createStates(checked, seededItems(checked.seed, checked.clock()));
  const begun = others?.(states);
  const api = createApi(checked, states);
  const answer = createAnswer((exchange) => begun?.(exchange) ?? api(exchange), checked.log);
  const shared = () => {
    if (states.isShared) return states.of("");
    throw new Error("Each access token has its own state: call forToken(token) first.");
  };
  const sandbox = Object.assign(stateOf(shared, states.reset), {
    fetch: createFetch(answer),
    forToken: (token: string) =>
      stateOf(
        () => states.of(token),
        (seed) => states.reset(seed, token),
      ),
  });
  return { sandbox, answer };
}

/** A view of a state. What it lists are copies, which do not change any more. */
function stateOf(state: () => State, reset: SandboxState["reset"]): SandboxState {
  const view: Omit<SandboxState, keyof Items> = {
    get deliveries() {
      return [...state().deliveries];
    },
    get requests() {
      return state().requests.all;
    },
    // Callers without types may leave out what has to be there.
    simulate: (simulation) => state().simulations.add(simulation ?? {}),
    nextRequest: async (awaited) => state().requests.next(awaited ?? {}),
    setClock: (time) => state().setClock(time),
    reset: (seed) => reset(seed),
  };
  for (const kind of kinds) {
    const get = () =>
      state()
        .memory.all(kind)
        .map(({ item }) => item);
    Object.defineProperty(view, kind.name, { get, enumerable: true, configurable: true });
  }
  return Object(view);
}
