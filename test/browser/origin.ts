import { once } from "node:events";
import { createServer } from "node:http";
import { addressOf } from "../servers/port.js";

/** A web server of its own origin that has one page, and answers any path with it. */
export async function startOrigin(page: string): Promise<AsyncDisposable & { url: string }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(page);
  }).listen(0, "127.0.0.1");
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
