import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";

/** A server that listens. */
export interface ListeningServer {
  /** Scheme, host and port. */
  readonly url: string;
  /** Ends all connections and frees the port. */
  close(): Promise<void>;
}

/** How long a client may take to send the headers of a request, and the complete request, in ms. */
const LIMITS = { headersTimeout: 10_000, requestTimeout: 60_000 };

/**
 * Starts to listen.
 *
 * @throws Error when it cannot. The message says why, and what to do.
 */
export async function listen(listener: RequestListener, port: number, host: string): Promise<ListeningServer> {
  const server = createServer(LIMITS, listener);
  server.listen(port, host);
  try {
    await once(server, "listening");
  } catch (error) {
    throw new Error(reasonOf(error, port, host), { cause: error });
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

function reasonOf(error: unknown, port: number, host: string): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE")
    return `Port ${port} of ${host} is already in use. Choose another port, or 0 for any free port.`;
  if (code === "EACCES") return `You may not listen on port ${port} of ${host}. Choose a port from 1024 up.`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return `${host} is not a host name or address of this machine.`;
  return `Cannot listen on port ${port} of ${host}: ${code ?? error}`;
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
