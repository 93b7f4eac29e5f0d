// For users whose own settings do not know `AsyncDisposable` yet.
/// <reference lib="esnext.disposable" preserve="true" />
import type { NameOf } from "../options.js";
import { AssembledSandbox, type Sandbox } from "../sandbox.js";
import { controlled } from "./control.js";
import { createSender, type Sender } from "./deliver.js";
import { type ListeningServer, listen } from "./listen.js";
import { createListener } from "./node.js";
import { checkServerOptions, type ServerOptions } from "./server-options.js";

/** A sandbox that listens on a port. */
export interface RunningSandbox extends Sandbox, AsyncDisposable {
  /** Scheme, host and port: the `baseUrl` of a client. */
  readonly url: string;
  /** Ends all connections and deliveries, and frees the port. */
  close(): Promise<void>;
}

/**
 * Starts a sandbox that listens on a port and sends deliveries. It writes nothing to disk.
 *
 * @throws RangeError when an option cannot be used.
 * @throws Error when it cannot listen on the port. The message says what to do.
 * @example
 * await using sandbox = await startSandbox({ port: 0, seed: 25 });
 * const service = createServiceClient({ baseUrl: sandbox.url, accessToken: "any" });
 */
export async function startSandbox(options: ServerOptions = {}): Promise<RunningSandbox> {
  return startNamed(options);
}

/** Starts a sandbox whose errors name the options as `nameOf` does. */
export async function startNamed(options: ServerOptions, nameOf?: NameOf): Promise<RunningSandbox> {
  const { port, host, deliverTo, control } = checkServerOptions(options, nameOf);
  const sender = createSender(deliverTo);
  const closing = new AbortController();
  const sandbox = new ServedSandbox(options, sender, closing, nameOf);
  sandbox.server = await listen(
    createListener(control ? controlled(sandbox, options.log) : sandbox.answer, closing.signal),
    port,
    host,
  );
  return sandbox;
}

class ServedSandbox extends AssembledSandbox implements RunningSandbox {
  server: ListeningServer | undefined;
  readonly #sender: Sender;
  readonly #closing: AbortController;

  constructor(options: ServerOptions, sender: Sender, closing: AbortController, nameOf?: NameOf) {
    super(options, sender.send, nameOf);
    this.#sender = sender;
    this.#closing = closing;
  }

  get url() {
    return this.server?.url ?? "";
  }

  readonly close = async () => {
    this.#closing.abort();
    this.#sender.close();
    await this.server?.close();
  };

  [Symbol.asyncDispose] = this.close;
}
