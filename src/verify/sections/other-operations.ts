import { type Operation, type OperationId, operations } from "../../../generated/contract.js";
import { parameters } from "../../../generated/validators.js";
import { success } from "../document.js";
import { read } from "../read.js";
import { anyCreated } from "./expect.js";
import { forEach, type Tests } from "./section.js";

/** The operations that other sections check. */
const KNOWN: readonly OperationId[] = [
  "exchangeAccessToken",
  "listWebhooks",
  "createWebhook",
  "updateWebhook",
  "getWebhook",
  "deleteWebhook",
  "deliverWebhook",
];

const others = Object.values<Operation>(operations).filter(({ id }) => !KNOWN.includes(id));

/** What else the contract has: a GET that needs no value that the walk does not know is checked by its schema. */
export const otherOperations: Tests = forEach(
  others.filter(isReadable),
  ({ id }) => `${id} is answered as the contract describes`,
  async (walk, operation) => {
    const request = isOfWebhook(operation) ? { id: (await anyCreated(walk)).id } : {};
    success(walk, await read(walk, operation.id, request));
  },
);

/** The operations for which verify has no test. */
export const uncheckedOperations: readonly string[] = others.filter((each) => !isReadable(each)).map(({ id }) => id);

/** Whether an operation is about a subscription, by the id in its path. */
function isOfWebhook({ path }: Operation): boolean {
  return path.startsWith(`${operations.getWebhook.path}/`);
}

/** Whether an operation only reads, and nothing but the id of a subscription must be known to call it. */
function isReadable(operation: Operation): boolean {
  const { id, method, path } = operation;
  const known: Readonly<Record<string, string>> = isOfWebhook(operation) ? { id: "1" } : {};
  const names = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => name);
  const isValid = parameters[id]?.({ path: { ...known }, query: {}, header: {} }) ?? true;
  return method === "GET" && names.every((name) => name in known) && isValid;
}
