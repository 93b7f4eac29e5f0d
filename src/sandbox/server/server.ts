// For users whose own settings do not know `AsyncDisposable` yet.
/// <reference lib="esnext.disposable" preserve="true" />
import { once, setMaxListeners } from "node:events";
import { createServer } from "node:http";
import { listensOn } from "../../../generated/contract.js";
import { oneOf, whole } from "../option-checks.js";
import type { SandboxOptions, Unchecked } from "../options.js";
import { hasPath } from "../request/routes.js";
import { assemble, type Sandbox } from "../sandbox.js";
import { CONTROL_PATH, createControl } from "./control.js";
import { createSender } from "./delivery-sender.js";
import { listenFailure } from "./listen-failure.js";
import {
  createListener,
  type Listener,
  type NodeRequest,
  type NodeResponse,
  pathAndQuery,
} from "./request-listener.js";

/** Options of `mountSandbox`. The command has flags of the same names. */
export interface MountOptions extends Omit<SandboxOptions, "send"> {
  /**
   * Where deliveries may go: only to addresses of this machine, or to any that are not link-local. The others are
   * recorded as not sent.
   *
   * @default "machine"
   */
  deliverTo?: "machine" | "any" | undefined;
  /**
   * Whether requests to `/__sandbox/` control the sandbox. They must come from this machine, and not from a page of a
   * foreign origin.
   *
   * @default true
   */
  control?: boolean | undefined;
  /** Requests with this value in the header `Sandbox-Control-Token` control the sandbox from anywhere. */
  controlToken?: string | undefined;
}

/** Options of `startSandbox`. The command has flags of the same names. */
export interface ServerOptions extends MountOptions {
  /**
   * Port to listen on; 0 for any free one.
   *
   * @default the port in the contract's default server
   */
  port?: number | undefined;
  /**
   * Host to listen on.
   *
   * @default the host in the contract's default server
   */
  host?: string | undefined;
}

/** A sandbox in a server of your own. */
export interface MountedSandbox extends Sandbox, AsyncDisposable {
  /** Answers a request to a path of the contract or of the control, and passes on others: a middleware for Node. */
  readonly middleware: (request: NodeRequest, response: NodeResponse, next?: () => void) => void;
  /** Ends all connections and deliveries. */
  close(): Promise<void>;
}

/** A sandbox that listens on a port. */
export interface RunningSandbox extends MountedSandbox {
  /** Scheme, host and port: the `baseUrl` of a client. */
  readonly url: string;
  /** Ends all connections and deliveries, and frees the port. */
  close(): Promise<void>;
}

/** The defaults of the server's options. */
export const SERVER_DEFAULTS = { ...listensOn, deliverTo: "machine" } as const;

/**
 * Creates a sandbox for a server of your own, such as Vite's or Express's, which sends deliveries.
 *
 * @throws RangeError when an option cannot be used.
 * @example
 * const sandbox = mountSandbox({ seed: 25 });
 * app.use(sandbox.middleware);
 */
export function mountSandbox(options?: MountOptions | null): MountedSandbox {
  return mount(options ?? {}).sandbox;
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
  return startUnchecked(options ?? {});
}

/** Starts a sandbox with options that may be wrong, such as those of flags. */
export async function startUnchecked(options: Unchecked<ServerOptions>): Promise<RunningSandbox> {
  const { port = SERVER_DEFAULTS.port, host = SERVER_DEFAULTS.host, ...mounted } = options;
  const checkedPort = whole("port", port, 0, 65_535);
  if (typeof host !== "string" || host === "") throw new RangeError("host must be a host name or an IP address");
  const { sandbox, listener } = mount(mounted);
  const { url, close } = await listen(listener, checkedPort, host);
  const { close: end } = sandbox;
  const closeAll = async () => {
    await end();
    await close();
  };
  return Object.assign(sandbox, { url, close: closeAll, [Symbol.asyncDispose]: closeAll });
}

/** What every client can send in a header. */
const SENDABLE = /^[!-~]+$/;

function mount(options: Unchecked<MountOptions>) {
  const { deliverTo = SERVER_DEFAULTS.deliverTo, control = true, controlToken, ...shared } = options;
  if (typeof control !== "boolean") throw new RangeError("control must be true or false");
  if (controlToken !== undefined && (typeof controlToken !== "string" || !SENDABLE.test(controlToken))) {
    throw new RangeError("controlToken must be a text of ASCII characters without spaces");
  }
  const closing = new AbortController();
  // Each request that waits listens for the end.
  setMaxListeners(0, closing.signal);
  const send = createSender(oneOf("deliverTo", deliverTo, ["machine", "any"]), closing.signal);
  const { sandbox, answer } = assemble({ ...shared, send }, (states) =>
    control ? createControl(states, controlToken) : () => undefined,
  );
  const listener = createListener(answer, closing.signal);
  const close = async () => closing.abort();
  const middleware: MountedSandbox["middleware"] = (request, response, next) => {
    const [path] = pathAndQuery(request.url ?? "/");
    if (!next || hasPath(path) || (control && path.startsWith(CONTROL_PATH))) listener(request, response);
    else next();
  };
  return { sandbox: Object.assign(sandbox, { middleware, close, [Symbol.asyncDispose]: close }), listener };
}

/** Starts to listen. @throws Error when it cannot. The message says why, and what to do. */
async function listen(listener: Listener, port: number, host: string) {
  const server = createServer(listener);
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new Error(listenFailure(error, port, host), { cause: error });
  }
  return {
    url: urlOf(server.address()),
    async close() {
      if (!server.listening) return;
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The URL of a server. One that listens on all addresses can be called on the loopback address. */
function urlOf(address: unknown): string {
  if (typeof address !== "object" || !address || !("port" in address && "address" in address)) {
    throw new Error("The server does not listen on a port");
  }
  const host = String(address.address);
  if (host === "0.0.0.0") return `http://127.0.0.1:${address.port}`;
  if (host === "::") return `http://[::1]:${address.port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${address.port}`;
}
