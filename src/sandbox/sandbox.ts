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
  /** Path, as in the contract. */
  readonly path: string;
  /** Whether the sandbox answers from its memory, and not from the contract's examples. */
  readonly hasMemory: boolean;
}

/** The state of a sandbox, for tests to read and control. */
export interface SandboxState {
  /** All subscriptions, in the order of their ids. */
  readonly webhooks: readonly Webhook[];
  /** The latest 1000 deliveries, oldest first. A delivery is recorded before its trigger is answered. */
  readonly deliveries: readonly Delivery[];
  /** The latest 1000 requests, oldest first, without tokens and secrets. */
  readonly requests: readonly AnsweredRequest[];
  /**
   * Simulates a failure, a delay or a broken answer for the next requests.
   *
   * @returns A function that ends the simulation.
   * @throws RangeError which names what cannot be used.
   * @example
   * sandbox.simulate({ operation: "listWebhooks", status: 500 }); // the next list fails
   * sandbox.simulate({ operation: "createWebhook", delay: 2000, times: "always" }); // each create takes 2 s
   */
  simulate(simulation: Simulation): () => void;
  /** Restores the initial state: the seed, the same next id, and no simulations, deliveries or requests. */
  reset(): void;
}

/** The Service API with a memory, as one `fetch` function. */
export interface Sandbox extends SandboxState {
  /**
   * Answers a request to any host as the service would, without a server. Use it as the `fetch` of a client, or in a
   * handler of MSW or a route of Playwright.
   */
  readonly fetch: typeof globalThis.fetch;
  /** The operations that it serves. */
  readonly operations: readonly ServedOperation[];
  /**
   * The state for an access token: with `statePer: "token"` its own, else the state that all share. With
   * `statePer: "token"`, the sandbox itself supports only `reset`, for all tokens.
   */
  forToken(token: string): SandboxState;
}

/**
 * Creates a sandbox: a mock with a memory. You can list, read, update and delete the subscriptions that you create. An
 * operation without a memory answers from the contract's examples, and says so. It runs in any JavaScript runtime.
 *
 * @throws RangeError when an option cannot be used.
 * @example
 * const sandbox = createSandbox({ seed: 25 });
 * const service = createServiceClient({ baseUrl: "http://sandbox.test", accessToken: "any", fetch: sandbox.fetch });
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  return new AssembledSandbox(options, options.send);
}

/** A sandbox with the lightweight function that answers requests, for a server to wrap. */
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
    throw new Error("Each access token has its own state: call forToken(token) first.");
  }
}
