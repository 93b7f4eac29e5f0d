import { inject } from "vitest";
import { startSandbox } from "../../src/sandbox/server/index.js";

/** A server that follows the contract, for a suite that runs against it. */
export interface ContractServer {
  url: string;
  /** Undoes what was done to it. */
  reset(): void | Promise<void>;
  close(): Promise<void>;
}

/** The servers of this project that follow the contract: what one promises, both promise. */
export const servers = {
  mock: async (): Promise<ContractServer> => ({ url: inject("mockUrl"), reset() {}, close: async () => {} }),
  sandbox: (): Promise<ContractServer> => startSandbox({ port: 0, seed: "examples" }),
};
