import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Below the ports that systems give to connections: one of those could be taken before a server listens on it. */
const PORTS = { from: 10_000, to: 32_000 };

/** A port on this machine that nothing listens on. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(randomInt(PORTS.from, PORTS.to), "127.0.0.1");
  const isFree = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  const { port } = addressOf(server);
  server.close();
  await once(server, "close");
  return port;
}

/** Where a listening server can be reached. */
export function addressOf(server: { address(): unknown }): { port: number; url: string } {
  const address = server.address();
  if (typeof address === "object" && address && "port" in address && typeof address.port === "number") {
    return { port: address.port, url: `http://127.0.0.1:${address.port}` };
  }
  throw new Error("The server does not listen on a port");
}
