// For users whose own settings do not know `AsyncDisposable` yet.
/// <reference lib="esnext.disposable" preserve="true" />
import { destinationsOf } from "./callback.js";
import { createDeliveries, type Delivery } from "./deliveries.js";
import { createEngine } from "./engine.js";
import { createExchange, type ParsedRequest, type Reply } from "./exchange.js";
import { createRequestLine } from "./log.js";
import { OPERATIONS } from "./operations.js";
import { checkOptions, type SandboxOptions } from "./options.js";
import { listen } from "./server.js";
import { createStore } from "./store.js";

/** An operation that a sandbox serves. */
export interface ServedOperation {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path as the contract has it. */
  readonly path: string;
  /** Whether the sandbox answers it from its memory, and not from the contract's examples. */
  readonly hasMemory: boolean;
}

/** A running sandbox. */
export interface Sandbox extends AsyncDisposable {
  /** Scheme, host and port: what a client takes as its `baseUrl`. */
  readonly url: string;
  /** The operations that it serves. */
  readonly operations: readonly ServedOperation[];
  /** The latest 1000 deliveries, oldest first. Each is here before the request that triggered it is answered. */
  readonly deliveries: readonly Delivery[];
  /** Goes back to the start: the seed, the same ids to come, no deliveries. */
  reset(): void;
  /** Ends all connections and deliveries, and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox: the mock with memory. A subscription that is created is there to be listed, read and deleted; all
 * else is answered from the contract's examples. Nothing is written to disk.
 *
 * @throws RangeError when an option cannot be used.
 * @throws Error when the port cannot be listened on, or Prism is not installed: the message says what to do.
 * @example
 * await using sandbox = await startSandbox({ port: 0, seed: 25 });
 * const service = createServiceClient({ baseUrl: sandbox.url, accessToken: "any" });
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { port, host, seed, latency, failureRate, log } = checkOptions(options);
  const store = createStore(seed);
  const deliveries = createDeliveries(log);
  const closing = new AbortController();
  const engine = await createEngine(store);
  const requestLine = createRequestLine(engine.operations);

  async function answer(request: ParsedRequest): Promise<Reply> {
    const { response, operation } = await engine.answer(request);
    for (const destination of destinationsOf(operation, request.body)) deliveries.send(destination);
    return {
      status: response.statusCode,
      headers: response.headers ?? {},
      body: JSON.stringify(response.body),
    };
  }
  const exchange = createExchange({
    latency,
    failureRate,
    closing: closing.signal,
    answer,
    answered: (...exchanged) => log(requestLine(...exchanged)),
  });
  const server = await listen(exchange, port, host);
  const close = async () => {
    closing.abort();
    deliveries.close();
    await server.close();
  };
  return {
    url: server.url,
    operations: engine.operations.map(({ method, path, iid = "" }) => ({
      method: method.toUpperCase(),
      path,
      hasMemory: OPERATIONS.has(iid),
    })),
    deliveries: deliveries.sent,
    reset() {
      store.reset();
      deliveries.reset();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
