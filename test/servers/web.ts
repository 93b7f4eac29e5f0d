import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { addressOf } from "./port.js";

/** What the client's tests read of a request: one of Node's, or one that a page gets from Node. */
export interface ArrivedRequest extends AsyncIterable<unknown> {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly socket: { resetAndDestroy(): unknown };
}

/** How the client's tests answer a request: through a response of Node's, or through one that a page forwards to Node. */
export interface OpenResponse {
  on(event: "close", listener: () => void): unknown;
  setHeader(name: string, value: string): unknown;
  writeHead(status: number, headers?: Record<string, string>): OpenResponse;
  flushHeaders(): void;
  /** Calls `then` when the content was sent. */
  write(content: string, then?: () => void): unknown;
  end(content?: string | Uint8Array): unknown;
  destroy(): unknown;
}

/** A web server of a test, on a free port. */
export interface WebServer extends AsyncDisposable {
  url: string;
}

/** Reads a request to its end. */
export function bodyOf(request: ArrivedRequest): Promise<string> {
  return text(request);
}

/** Starts a web server that keeps its connections: on a busy machine, a client may use one just as it would end. */
export async function startWebServer(listener: RequestListener): Promise<WebServer> {
  const server = createServer({ keepAliveTimeout: 0 }, listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: addressOf(server).url,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}
