// For users whose own settings do not know `AsyncDisposable` yet.
/// <reference lib="esnext.disposable" preserve="true" />
import { once, setMaxListeners } from "node:events";
import { createServer, type Server } from "node:http";
import { listensOn } from "../../../generated/contract.js";
import { assemble, type Sandbox } from "../index.js";
import { oneOf, whole } from "../option-checks.js";
import type { SandboxOptions } from "../options.js";
import { hasPath, pathAndQuery } from "../request.js";
import { CONTROL, createControl, isControl } from "./control.js";
import { createSender } from "./delivery-sender.js";
import { createListener, type NodeRequest, type NodeResponse } from "./listener.js";

export type * from "../index.js";

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
   * Whether requests to `/__sandbox` show and control the sandbox. They must come from this machine, and not from a page
   * of a foreign origin.
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
  /** Ends all connections and deliveries, and frees the port if it listens on one. */
  close(): Promise<void>;
}

/** A sandbox that listens on a port. */
export interface RunningSandbox extends MountedSandbox {
  /** Scheme, host and port: the `baseUrl` of a client. */
  readonly url: string;
}

/** What every client can send in a header. */
const SENDABLE = /^[!-~]+$/;

/**
 * Creates a sandbox for a server of your own, such as Vite's or Express's, which sends deliveries.
 *
 * @throws RangeError when an option cannot be used.
 * @example
 * const sandbox = mountSandbox({ seed: 25 });
 * app.use(sandbox.middleware);
 */
export function mountSandbox(options?: MountOptions | null): MountedSandbox {
  const { deliverTo = "machine", control = true, controlToken, ...shared } = options ?? {};
  if (typeof control !== "boolean") throw new RangeError("control must be true or false");
  if (controlToken !== undefined && !(typeof controlToken === "string" && SENDABLE.test(controlToken))) {
    throw new RangeError("controlToken must be a text of ASCII characters without spaces");
  }
  const closing = new AbortController();
  // Each request that waits listens for the end.
  setMaxListeners(0, closing.signal);
  const send = createSender(oneOf("deliverTo", deliverTo, ["machine", "any"]), closing.signal);
  const { sandbox, answer, states } = assemble({ ...shared, send });
  const controlled = createControl(states, controlToken, shared.log);
  const isControlled = (path: string) => control && isControl(path);
  const listener = createListener(
    (request) => (isControlled(pathAndQuery(request.url)[0]) ? controlled(request) : answer(request)),
    closing.signal,
  );
  const close = async () => closing.abort();
  const middleware: MountedSandbox["middleware"] = (request, response, next) => {
    const [path] = pathAndQuery(request.url ?? "/");
    if (!next || hasPath(path) || isControlled(path)) listener(request, response);
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
  const { port = listensOn.port, host = listensOn.host, ...mounted } = options ?? {};
  whole("port", port, 0, 65_535);
  if (typeof host !== "string" || host === "") throw new RangeError("host must be a host name or an IP address");
  const sandbox = mountSandbox(mounted);
  const server = createServer((request, response) => {
    // Who opens the printed address in a browser looks for the page.
    const isFront = mounted.control !== false && request.method === "GET" && request.url === "/";
    if (isFront) response.writeHead(302, { Location: CONTROL }).end();
    else sandbox.middleware(request, response);
  });
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
  return Object.assign(sandbox, { url: urlOf(server), close, [Symbol.asyncDispose]: close });
}

/** Why a server cannot listen, and what to do about it. */
export function listenFailure(error: unknown, port: number, host: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `Port ${port} of ${host} is already in use. Choose another port, or 0 for any free port.`;
  if (code === "EACCES") return `You may not listen on port ${port} of ${host}. Choose a port from 1024 up.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `${host} is not a host name or address of this machine.`;
  return `Cannot listen on port ${port} of ${host}: ${code ?? error}`;
}

/** The URL of a server. One that listens on all addresses can be called on the loopback address. */
function urlOf(server: Server): string {
  const { address, port } = Object(server.address());
  const host = { "0.0.0.0": "127.0.0.1", "::": "::1" }[String(address)] ?? address;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
