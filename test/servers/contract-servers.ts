import { inject } from "vitest";
import { startSandbox } from "../../src/sandbox/server/index.js";
import { collection, names, newItem } from "../worlds/roles.js";

/** An item with the id of the contract's examples, which agrees with them in nothing else. */
const example = { ...newItem(1), [names.id]: collection.examples[0]?.[names.id] };

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
  sandbox: (): Promise<ContractServer> => startSandbox({ port: 0, seed: Object([example]) }),
};
