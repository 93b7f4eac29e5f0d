import { operations } from "../../generated/contract.js";
import { callOnce } from "./authentication.js";
import type { Own } from "./own-items.js";
import { EXCHANGE } from "./sections.js";
import type { Walk } from "./walk.js";

/** Takes the step that may end the access token. @returns Whether there is one. */
export async function exchange(walk: Walk, owns: readonly Own[]): Promise<boolean> {
  const operation = operations[EXCHANGE];
  if (!operation || walk.options.stateless || walk.isInterrupted || walk.crash !== undefined) return false;
  await walk.step("exchange", async () => {
    for (const { others } of owns) others.checkUnharmed();
    await callOnce(walk, { operation, body: walk.options.exchangeBody });
  });
  return true;
}
