import type { Webhook } from "../../generated/schema.js";
import { type Delivery, recordOnly, type SendDelivery } from "./delivery.js";
import { type Answer, createEngine } from "./engine.js";
import { createFetch } from "./fetch.js";
import { memory } from "./memory.js";
import { checkOptions, type NameOf, type SandboxOptions } from "./options.js";
import type { AnsweredRequest } from "./requests.js";
import { routes } from "./routes.js";
import type { Simulation } from "./simulations.js";
import { createStates, type State, type States } from "./state.js";

/** An operation that a sandbox serves. */
export interface ServedOperation {
  /** Id in the contract, such as `listWebhooks`. */
  readonly id: string;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path as the contract has it. */
  readonly path: string;
  /** Whether the sandbox answers it from its memory, and not from the contract's examples. */
  readonly hasMemory: boolean;
}

/** What tests do with a sandbox, beside calling it. */
export interface SandboxState {
  /** All subscriptions, in the order of their ids. */
  readonly webhooks: readonly Webhook[];
  /** The latest 1000 deliveries, oldest first. Each is here before the request that triggered it is answered. */
  readonly deliveries: readonly Delivery[];
  /** The latest 1000 requests, oldest first, without tokens and secrets. */
  readonly requests: readonly AnsweredRequest[];
  /**
   * Has something happen to requests to come: a failure, a delay, an answer that breaks off.
   *
   * @returns What ends it.
   * @throws RangeError which names what cannot be used.
   * @example
   * sandbox.simulate({ operation: "listWebhooks", status: 500 }); // the next list fails
   * sandbox.simulate({ operation: "createWebhook", delay: 2000, times: "always" }); // each create takes 2 s
   */
  simulate(simulation: Simulation): () => void;
  /** Goes back to the start: the seed, the same ids to come, nothing simulated, no deliveries, no requests. */
  reset(): void;
}

/** The Service API with a memory, as one function from request to answer. */
export interface Sandbox extends SandboxState {
  /**
   * Answers a request as the service would, whatever its host. It takes what `fetch` takes and needs no server: it is a
   * client's `fetch`, the handler of MSW in Node and in a browser, or of a route of Playwright.
   */
  readonly fetch: typeof globalThis.fetch;
  /** The operations that it serves. */
  readonly operations: readonly ServedOperation[];
  /**
   * The state that requests with an access token meet: with `statePer: "token"` its own, else that of all. With
   * `statePer: "token"`, only `reset` can be called on the sandbox itself, for all tokens.
   */
  forToken(token: string): SandboxState;
}

/**
 * Makes a sandbox: the mock with a memory. A subscription that is created is there to be listed, read, updated and
 * deleted; what has no memory is answered from the contract's examples, and says so. It runs wherever JavaScript does.
 *
 * @throws RangeError when an option cannot be used.
 * @example
 * const sandbox = createSandbox({ seed: 25 });
 * const service = createServiceClient({ baseUrl: "http://sandbox.test", accessToken: "any", fetch: sandbox.fetch });
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new AssembledSandbox(options, options.send);
}

/** A sandbox, and the light function from request to answer that a server wraps. */
export class AssembledSandbox implements Sandbox {
  readonly answer: Answer;
  readonly fetch: typeof globalThis.fetch;
  readonly operations: readonly ServedOperation[];
  readonly states: States;

  constructor(options: SandboxOptions, send: SendDelivery = recordOnly, nameOf?: NameOf) {
    const checked = checkOptions(options, nameOf);
    this.states = createStates(checked, send);
    this.answer = createEngine(checked, this.states);
    this.fetch = createFetch(this.answer);
    this.operations = routes.map(({ id, facts: { method, path } }) => {
      return { id, method, path, hasMemory: memory.has(id) };
    });
  }

  get webhooks() {
    return this.#shared.store.all;
  }

  get deliveries() {
    return this.#shared.deliveries.all;
  }

  get requests() {
    return this.#shared.requests.all;
  }

  readonly simulate = (simulation: Simulation) => this.#shared.simulations.add(simulation);

  readonly reset = () => this.states.reset();

  readonly forToken = (token: string): SandboxState => {
    const state = () => this.states.of(token);
    return {
      get webhooks() {
        return state().store.all;
      },
      get deliveries() {
        return state().deliveries.all;
      },
      get requests() {
        return state().requests.all;
      },
      simulate: (simulation) => state().simulations.add(simulation),
      reset: () => state().reset(),
    };
  };

  get #shared(): State {
    const { shared } = this.states;
    if (shared) return shared;
    throw new Error("Each access token has a state of its own: call forToken(token) first.");
  }
}
