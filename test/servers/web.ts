import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { addressOf } from "./port.js";

/** A web server of a test, on a free port. */
export interface WebServer extends AsyncDisposable {
  url: string;
}

/** Reads a request to its end. */
export function bodyOf(request: IncomingMessage): Promise<string> {
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
