// For users whose TypeScript settings do not include `AsyncDisposable`.
/// <reference lib="esnext.disposable" preserve="true" />
import { once, setMaxListeners } from "node:events";
import { createServer } from "node:http";
import { listensOn } from "../../../generated/contract.js";
import { listen } from "../../cli/server.js";
import { answerRequest } from "../answer.js";
import { hasPath } from "../routes.js";
import { anything, aText, checkFields, oneOf, whole } from "../rules.js";
import { assemble, OPTION_RULES } from "../sandbox.js";
import type { Sandbox, SandboxOptions } from "../types.js";
import { createControl, isControl } from "./control.js";
import { createSender } from "./delivery-sender.js";
import { createListener, type NodeRequest, type NodeResponse } from "./listener.js";
import { isForeignPage } from "./this-machine.js";
import { answerUnreadable } from "./unreadable.js";

export type { ConnectedSandbox } from "../connect.js";
export type * from "../types.js";

/** The options of `mountSandbox`. The command has flags with the same names. */
export interface MountOptions extends Omit<SandboxOptions, "send"> {
  /**
   * Where deliveries are sent: `"machine"` for only addresses of this machine, `"any"` for all addresses that are not
   * link-local. Other deliveries are only recorded.
   *
   * @default "machine"
   */
  deliverTo?: "machine" | "any" | undefined;
  /**
   * Whether to serve the page and the control paths at `/__sandbox`. They accept requests only from this machine, and not
   * from another machine's web page.
   *
   * @default true
   */
  control?: boolean | undefined;
  /** Lets requests that send this token in the header `Sandbox-Control-Token` use the control paths from anywhere. */
  controlToken?: string | undefined;
}

/** The options of `startSandbox`. The command has flags with the same names. */
export interface ServerOptions extends MountOptions {
  /**
   * Port to listen on, or 0 for any free port.
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

/** A sandbox for a server of your own. */
export interface MountedSandbox extends Sandbox, AsyncDisposable {
  /** Middleware for a Node.js server. It handles requests to the contract's paths and the control paths, and passes on others. */
  readonly middleware: (request: NodeRequest, response: NodeResponse, next?: () => void) => void;
  /** Ends all connections and deliveries, and frees the port if it listens on one. */
  close(): Promise<void>;
}

/** A sandbox that listens on a port. */
export interface RunningSandbox extends MountedSandbox {
  /** Scheme, host and port: the `baseUrl` of a client. */
  readonly url: string;
}

const { send: _, ...SHARED_RULES } = OPTION_RULES;
const MOUNT_RULES = {
  ...SHARED_RULES,
  deliverTo: oneOf("machine", "any"),
  control: oneOf(true, false),
  controlToken: anything,
};
const SERVER_RULES = { ...MOUNT_RULES, port: whole(0, 65_535), host: aText };

/**
 * Creates a sandbox for a server of your own, such as Vite's or Express's, which sends deliveries.
 *
 * @throws RangeError when an option cannot be used.
 * @example
 * const sandbox = mountSandbox({ seed: 25 });
 * app.use(sandbox.middleware);
 */
export function mountSandbox(options: MountOptions = {}): MountedSandbox {
  checkFields("", options, MOUNT_RULES);
  const { deliverTo = "machine", control: isControlled = true, controlToken, ...shared } = options;
  checkControlToken(controlToken, isControlled);
  const closing = new AbortController();
  // Each running delivery adds a listener.
  setMaxListeners(0, closing.signal);
  const assembled = assemble({ ...shared, send: createSender(deliverTo, closing.signal) }, isForeignPage);
  const control = createListener(createControl(assembled, controlToken), closing.signal);
  const api = createListener((request) => answerRequest(assembled.internals, request), closing.signal);
  const close = async () => closing.abort();
  const middleware: MountedSandbox["middleware"] = (request, response, next) => {
    // Not parsed as a URL: parsing it twice would cost a twentieth of an answer.
    const [path = "/"] = (request.url ?? "/").split("?");
    // Whoever opens the URL of a sandbox in a browser expects its page.
    if (isControlled && (isControl(path) || (!next && path === "/"))) void control(request, response);
    else if (!next || hasPath(path)) void api(request, response);
    else next();
  };
  return Object.assign(assembled.sandbox, { middleware, close, [Symbol.asyncDispose]: close });
}

/** Checks the control token. @throws RangeError that does not show it. */
function checkControlToken(token: unknown, isControlled: boolean): void {
  if (token === undefined) return;
  if (!isControlled) throw new RangeError("controlToken has no effect while the control paths are turned off");
  if (typeof token === "string" && /^[!-~]+$/.test(token)) return;
  throw new RangeError("controlToken must be a string of ASCII characters without spaces");
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
  checkFields("", options, SERVER_RULES);
  const { port = listensOn.port, host = listensOn.host, ...mounted } = options;
  const sandbox = mountSandbox(mounted);
  // The sandbox itself says what is wrong with the Host header.
  const server = createServer({ requireHostHeader: false }, (request, response) =>
    sandbox.middleware(request, response),
  );
  server.on("clientError", (error, socket) => {
    const line = answerUnreadable(error, socket);
    if (line) mounted.log?.(line);
  });
  const url = baseUrlOf(host, await listen(server, port, host));
  const { close: end } = sandbox;
  const close = async () => {
    await end();
    if (!server.listening) return;
    const closed = once(server, "close");
    server.close();
    server.closeAllConnections();
    await closed;
  };
  return Object.assign(sandbox, { url, close, [Symbol.asyncDispose]: close });
}

/** The base URL of a server. One that listens on all addresses can be called on the loopback address. */
function baseUrlOf(host: string, port: number): string {
  const name = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return `http://${name.includes(":") ? `[${name}]` : name}:${port}`;
}
