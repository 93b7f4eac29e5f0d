import type { OperationId, Schemas } from "../../generated/contract.js";

// The types of a sandbox that its users see.

/** A webhook subscription, as the contract defines it. */
export type Webhook = Schemas["Webhook"];

/** A sandbox, which follows the contract and remembers what you create. */
export interface Sandbox {
  /**
   * Takes a request to any host and returns the response, without a server. Use it as the `fetch` of a client, in a handler
   * of MSW, in a route of Playwright, or as the handler of a runtime's own server.
   */
  readonly fetch: typeof globalThis.fetch;
  /** All subscriptions, by ascending id. */
  readonly webhooks: readonly Webhook[];
  /** The latest 1000 deliveries, the oldest one first. Deliveries whose outcome is not known yet are among them. */
  readonly deliveries: readonly Delivery[];
  /** The latest 1000 requests, the oldest one first, without tokens and secrets. */
  readonly requests: readonly AnsweredRequest[];
  /**
   * Simulates a failure, a delay, a lost connection or a response of your own for the next requests that match.
   *
   * @returns A function that ends the simulation.
   * @throws RangeError that names what cannot be used.
   * @example
   * sandbox.simulate({ operation: "listWebhooks", status: 500, times: "always" }); // every list fails
   * sandbox.simulate({ operation: "createWebhook", delay: 2000 }); // the next create takes 2 s
   * sandbox.simulate({ operation: "getWebhook", when: { path: { id: 1001 } }, body: "{" }); // malformed JSON
   */
  simulate(simulation: Simulation): () => void;
  /**
   * Emits an event: starts a delivery for every subscription with its topic, in the format and to the address of the
   * subscription.
   *
   * @returns The new deliveries, which `deliveries` lists as well. There are none if no subscription has the topic. Await the
   * `answer` of a delivery for its outcome.
   * @throws RangeError that names what cannot be used.
   * @example
   * const [delivery] = await sandbox.emit({ topic: "orders/create", payload: { id: 7 } });
   * expect(await delivery?.answer).toEqual({ status: 200 });
   */
  emit(event: EmittedEvent): Promise<readonly Delivery[]>;
  /**
   * Stops the clock at a time. Without a time, the clock runs again as the option `clock` says.
   *
   * @throws RangeError when the value is not a time.
   */
  setClock(time?: Date | string | number): void;
  /**
   * Restores the initial state: the subscriptions, simulations and clock of the seed, the same next id, and no deliveries or
   * requests. A request that is still being handled does not affect the new state.
   *
   * @param seed - Starts with this seed instead, until the next reset. Use 0 for no subscriptions.
   * @throws RangeError when the seed cannot be used.
   */
  reset(seed?: Seed): void;
}

/** The options of `createSandbox`. The command has flags with the same names. */
export interface SandboxOptions {
  /**
   * What the sandbox starts with: a number of subscriptions, which are the same ones every time; `"examples"` for those of
   * the contract; a list of your own; or a scenario. Your own subscriptions need what a create needs, and the sandbox fills in
   * the other fields.
   *
   * @default 0
   */
  seed?: Seed | undefined;
  /**
   * Delays every response by this many ms, except the response to a CORS preflight.
   *
   * @default 0
   */
  latency?: number | undefined;
  /**
   * The share of the requests, from 0 to 1, that get status 503 with `Retry-After: 0`. They change nothing.
   *
   * @default 0
   */
  failureRate?: number | undefined;
  /**
   * Returns the current time, for `created_at` and `updated_at`.
   *
   * @default () => new Date()
   */
  clock?: (() => Date) | undefined;
  /**
   * Whether a request without an access token gets status 401, or is accepted, for a page whose backend adds the token.
   *
   * @default "required"
   */
  accessToken?: "required" | "optional" | undefined;
  /** Receives each line of the log. A line describes a request or a delivery, without tokens, queries or bodies. */
  log?: ((line: string) => void) | undefined;
  /** Sends deliveries. Without this function, they are only recorded. */
  send?: SendDelivery | undefined;
  /** Makes the payload and the headers of each delivery, so that it looks like those of your service. */
  payload?: MakeDelivery | undefined;
}

/** A number of subscriptions, the examples of the contract, or your own. */
export type SeededWebhooks = number | "examples" | readonly Partial<Webhook>[];

/** What a sandbox starts with: subscriptions, or a scenario. */
export type Seed = SeededWebhooks | Scenario;

/** Everything that a sandbox can start with. `GET /__sandbox/state` returns the current state as a scenario. */
export interface Scenario {
  /** @default 0 */
  webhooks?: SeededWebhooks | undefined;
  simulations?: readonly Simulation[] | undefined;
  /** The time at which the clock is stopped. Without it, the clock runs as the option `clock` says. */
  clock?: string | undefined;
}

/** What happens to the next requests that match. */
export interface Simulation {
  /** Matches only requests for this operation, such as `listWebhooks`. */
  operation?: OperationId | undefined;
  /** Matches only requests with these values: path and query parameters by name, and a part of the JSON body. */
  when?:
    | {
        path?: Readonly<Record<string, unknown>> | undefined;
        query?: Readonly<Record<string, unknown>> | undefined;
        body?: unknown;
      }
    | undefined;
  /**
   * Responds with this HTTP status, from 200 to 599. The request changes nothing. Without a `body`, a status of 400 or more
   * comes with an error body, and a lower status with none.
   */
  status?: number | undefined;
  /**
   * Responds with this body as JSON. A string is sent as it is, so that it can be malformed JSON. The request changes
   * nothing.
   */
  body?: unknown;
  /**
   * Adds these headers to the response, or replaces its own. A simulated failure has the header `Retry-After: 0`, so that a
   * client that retries does not wait in a test.
   */
  headers?: Readonly<Record<string, string>> | undefined;
  /**
   * How many requests are affected, or `"always"` for all of them.
   *
   * @default 1
   */
  times?: number | "always" | undefined;
  /** Waits this many ms before the request is carried out. If the caller gives up in the meantime, nothing changes. */
  delay?: number | undefined;
  /**
   * Closes the connection without a response. With `true`, the request is carried out first; with `"before"`, it changes
   * nothing. You cannot combine it with `status` or `body`, nor `"before"` with `headers`.
   */
  abort?: boolean | "before" | undefined;
}

/** An event to emit. */
export interface EmittedEvent {
  /** Topic, such as `orders/create`. Every subscription with this topic gets a delivery. */
  topic: string;
  /**
   * Payload of the deliveries. A string is sent as it is. Any other value is sent as JSON, or as XML to a subscription whose
   * format is `xml`: each field becomes an element, and each entry of a list an `item`.
   *
   * @default a note that the payload of a delivery is not specified
   */
  payload?: unknown;
  /**
   * How many deliveries each subscription gets, from 1 to 100. Use more than one to test duplicates.
   *
   * @default 1
   */
  times?: number | undefined;
}

/** What is sent to a receiver. */
export interface DeliveryMessage {
  /** URL of the receiver. */
  readonly address: string;
  readonly topic: string;
  readonly format: "json" | "xml";
  /** HTTP method, in capitals. */
  readonly method: "POST";
  /** Request headers. */
  readonly headers: Readonly<Record<string, string>>;
  /** Payload. The contract does not specify it: this is the sandbox's own choice. */
  readonly body: string;
}

/** A delivery that the sandbox has started. */
export interface Delivery extends DeliveryMessage {
  /** Number of the delivery, which no other delivery of the process has. */
  readonly id: number;
  /** The outcome, or `{ pending: true }` until it is known. */
  readonly state: DeliveryState;
  /** A promise of the outcome. It never rejects. */
  readonly answer: Promise<DeliveryAnswer>;
}

/** The outcome of a delivery, or `{ pending: true }` until it is known. */
export type DeliveryState = DeliveryAnswer | { readonly pending: true };

/** The outcome of a delivery: the status that the receiver returned, what failed, or why the delivery was not sent. */
export type DeliveryAnswer = { readonly status: number } | { readonly error: string } | { readonly notSent: string };

/** Sends a delivery, and returns its outcome. If it rejects, the outcome is that error. */
export type SendDelivery = (message: DeliveryMessage) => Promise<DeliveryAnswer>;

/** Payload and headers of a delivery. */
export interface DeliveryContent {
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly body?: string | undefined;
}

/** Makes the payload and the headers of a delivery, for example to sign it. What it leaves out does not change. */
export type MakeDelivery = (
  message: DeliveryMessage,
) => DeliveryContent | undefined | Promise<DeliveryContent | undefined>;

/** A request that the sandbox has responded to, without its access token and its secrets. */
export interface AnsweredRequest {
  readonly method: string;
  /** Path without its query. */
  readonly path: string;
  /** Query without its question mark. */
  readonly query: string;
  /** Id of the operation; `undefined` if the contract has no such operation. */
  readonly operation: OperationId | undefined;
  /** Headers, by name in lower case. The value of the access token's header is `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Body: parsed if it is JSON, otherwise a string. Only the first 10,000 characters of a body are kept. */
  readonly body: unknown;
  /** HTTP status of the response; 0 after a simulation with `abort: "before"`. */
  readonly status: number;
  /** The notes in the header `Sandbox-Note` of the response. */
  readonly notes: readonly string[];
  /** Time of the response, in ms since 1970. */
  readonly answeredAt: number;
}
