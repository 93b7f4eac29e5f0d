import { operations, routes as patterns } from "../../../generated/contract.js";
import type { Operation } from "../../contract-types.js";
import { Problem } from "./refusals.js";

/** The operation of a request, and the values of the parameters in its path, as text. */
export interface Match {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

interface Route {
  readonly operation: Operation;
  /** Matches a path, and captures the values of its parameters, none of which is empty. */
  readonly pattern: RegExp;
}

const routes = patterns.flatMap(([id, pattern]): Route[] => {
  const operation = operations[id];
  return operation ? [{ operation, pattern: new RegExp(pattern) }] : [];
});

/**
 * Finds the operation that a request calls.
 *
 * @throws Problem with status 404 if the contract does not have the path, 405 if the path does not have the method.
 */
export function matchOperation(method: string, path: string): Match {
  const allowed: string[] = [];
  for (const { operation, pattern } of routes) {
    const found = pattern.exec(path);
    if (!found) continue;
    if (operation.method !== method) {
      allowed.push(operation.method);
      continue;
    }
    const values: Record<string, string> = {};
    let index = 1;
    for (const { in: place, name } of operation.parameters) {
      if (place === "path") values[name] = decoded(found[index++] ?? "");
    }
    return { operation, path: values };
  }
  const Allow = allowed.join(", ");
  const shown = path.slice(0, 200);
  if (Allow) throw new Problem(405, `${shown} does not support ${method}. Allowed: ${Allow}.`, { headers: { Allow } });
  const known = [...new Set(Object.values(operations).map((operation) => operation.path))].join(", ");
  throw new Problem(404, `The contract has no path ${shown}. Its paths are: ${known}.`);
}

/** Whether the contract has a path. */
export function hasPath(path: string): boolean {
  return routes.some(({ pattern }) => pattern.test(path));
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
