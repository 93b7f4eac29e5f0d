// For users whose own settings do not know `AsyncDisposable` yet.
/// <reference lib="esnext.disposable" preserve="true" />
import { once, setMaxListeners } from "node:events";
import { createServer, type Server } from "node:http";
import { listensOn } from "../../../generated/contract.js";
import { guarded } from "../log.js";
import { checkMountOptions, checkServerOptions, type MountOptions, type ServerOptions } from "../options.js";
import { hasPath } from "../routes.js";
import { assemble, type Sandbox } from "../sandbox.js";
import { createControl, isControl } from "./control.js";
import { createSender } from "./delivery-sender.js";
import { isForeignPage } from "./gate.js";
import { listenFailure } from "./listen-failure.js";
import { createListener, type NodeRequest, type NodeResponse } from "./listener.js";
import { listeningAddress } from "./listening-address.js";

export type { MountOptions, ServerOptions } from "../options.js";
export type * from "../public-types.js";

/** A sandbox for a server of your own. */
export interface MountedSandbox extends Sandbox, AsyncDisposable {
  /** A middleware for Node's servers. It handles requests to the contract's paths and the control paths, and passes on others. */
  readonly middleware: (request: NodeRequest, response: NodeResponse, next?: () => void) => void;
  /** Ends all connections and deliveries, and frees the port if it listens on one. */
  close(): Promise<void>;
}

/** A sandbox that listens on a port. */
export interface RunningSandbox extends MountedSandbox {
  /** Scheme, host and port: the `baseUrl` of a client. */
  readonly url: string;
}

/**
 * Creates a sandbox for a server of your own, such as Vite's or Express's, which sends deliveries.
 *
 * @throws RangeError when an option cannot be used.
 * @example
 * const sandbox = mountSandbox({ seed: 25 });
 * app.use(sandbox.middleware);
 */
export function mountSandbox(options?: MountOptions | null): MountedSandbox {
  checkMountOptions(options ?? {});
  const { deliverTo = "machine", control: isControlled = true, controlToken, ...shared } = options ?? {};
  const closing = new AbortController();
  // Each delivery that is under way listens for the end.
  setMaxListeners(0, closing.signal);
  const { sandbox, answer, states } = assemble(
    { ...shared, send: createSender(deliverTo, closing.signal) },
    isForeignPage,
  );
  const control = createListener(
    createControl(states, controlToken, shared.log && guarded(shared.log)),
    closing.signal,
  );
  const api = createListener(answer, closing.signal);
  const close = async () => closing.abort();
  const middleware: MountedSandbox["middleware"] = (request, response, next) => {
    // Not as a URL: to parse it twice would cost a twentieth of an answer.
    const [path = "/"] = (request.url ?? "/").split("?");
    // Who opens the address of a sandbox in a browser looks for its page.
    if (isControlled && (isControl(path) || (!next && path === "/"))) control(request, response);
    else if (!next || hasPath(path)) api(request, response);
    else next();
  };
  return Object.assign(sandbox, { middleware, close, [Symbol.asyncDispose]: close });
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
export async function startSandbox(options?: ServerOptions | null): Promise<RunningSandbox> {
  checkServerOptions(options ?? {});
  const { port = listensOn.port, host = listensOn.host, ...mounted } = options ?? {};
  const sandbox = mountSandbox(mounted);
  const server = createServer((request, response) => sandbox.middleware(request, response));
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new Error(listenFailure(error, port, host), { cause: error });
  }
  const { close: end } = sandbox;
  const close = async () => {
    await end();
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return Object.assign(sandbox, { url: baseUrlOf(server), close, [Symbol.asyncDispose]: close });
}

/** The base URL of a server. One that listens on all addresses can be called on the loopback address. */
function baseUrlOf(server: Server): string {
  const { address, port } = listeningAddress(server);
  const host = { "0.0.0.0": "127.0.0.1", "::": "::1" }[address] ?? address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
