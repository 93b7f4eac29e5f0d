import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { addressOf } from "./port.js";

/** A web server of a test, on a free port. */
export interface WebServer extends AsyncDisposable {
  url: string;
}

export async function startWebServer(listener: RequestListener): Promise<WebServer> {
  const server = createServer(listener).listen(0, "127.0.0.1");
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
