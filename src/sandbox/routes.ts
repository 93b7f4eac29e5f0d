import { operations } from "../../generated/contract.js";
import type { Operation } from "../contract.js";
import { Problem } from "./problems.js";

/** The operation of a request, and the values of the parameters in its path, as text. */
export interface Match {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

interface Route {
  readonly operation: Operation;
  /** Names of the parameters in the path. */
  readonly names: readonly string[];
  /** Matches a path, and captures the values of its parameters, none of which is empty. */
  readonly pattern: RegExp;
}

const PARAMETER = /\{([^}]+)\}/g;

const shapeOf = (path: string) => path.replaceAll(PARAMETER, "\uffff");

// A literal path goes before one with parameters, and a parameter with text after it before one without.
const placeIn = (path: string) => shapeOf(path).replace(/\uffff$/, "$&$&");

const routes: readonly Route[] = Object.values(operations)
  .toSorted((one, other) => (placeIn(one.path) < placeIn(other.path) ? -1 : 1))
  .map((operation) => {
    const literal = shapeOf(operation.path).replaceAll(/[^\w/\uffff]/g, "\\$&");
    return {
      operation,
      names: [...operation.path.matchAll(PARAMETER)].map(([, name = ""]) => name),
      pattern: new RegExp(`^${literal.replaceAll("\uffff", "([^/]+)")}$`),
    };
  });

/**
 * Finds the operation that a request calls.
 *
 * @throws Problem with status 404 if the contract does not have the path, 405 if the path does not have the method.
 */
export function matchOperation(method: string, path: string): Match {
  const allowed: string[] = [];
  for (const { operation, names, pattern } of routes) {
    const found = pattern.exec(path);
    if (!found) continue;
    if (operation.method !== method) {
      allowed.push(operation.method);
      continue;
    }
    const values: Record<string, string> = {};
    for (const [index, name] of names.entries()) values[name] = decoded(found[index + 1] ?? "");
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
