import { type Contract, operationsOf } from "../contract/model.js";
import { clientMethodsOf, pathOf } from "./names.js";
import { argumentNames, methodOf } from "./signature.js";

/** The head of the table of methods in the guide to the client, and its rows. */
const TABLE = /^(\| Method \| Operation \|\n\| --- \| --- \|\n)(?:\|.*\n)*/m;

/** Returns the guide to the client with the methods of a contract in its table. */
export function withMethodTable(guide: string, contract: Contract): string {
  const names = clientMethodsOf(contract);
  const rows = operationsOf(contract).flatMap((operation) => {
    const name = names.get(operation.operationId);
    if (!name) return [];
    const call = `service.${pathOf(name)}(${argumentNames(methodOf(contract, operation, name)).join(", ")})`;
    return [`| \`${call}\` | \`${operation.method} ${operation.path}\` |\n`];
  });
  return guide.replace(TABLE, (_, head) => head + rows.join(""));
}
