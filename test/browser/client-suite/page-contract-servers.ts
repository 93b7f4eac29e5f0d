// Replaces test/servers/contract-servers.ts in a page: the servers run in Node.
import { inject } from "vitest";
import type { ContractServer, servers as nodeServers } from "../../servers/contract-servers.js";

function serverAt(url: string, reset: () => Promise<void>) {
  return async (): Promise<ContractServer> => ({ url, reset, close: async () => {} });
}

export const servers: typeof nodeServers = {
  mock: serverAt(inject("mockUrl"), async () => {}),
  sandbox: serverAt(inject("sandboxUrl"), async () => {
    await fetch(`${inject("sandboxUrl")}/__sandbox/reset`, { method: "POST" });
  }),
};
