import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Where a server listens. @throws Error when it does not listen on a port. */
export function listeningAddress(server: Pick<Server, "address">): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server does not listen on a port");
  return address;
}
