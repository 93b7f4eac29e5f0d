import { type Operation, operations } from "../../generated/contract.js";
import { Problem } from "./reply.js";

/** An operation, and the values in the path of a request that calls it. */
export interface Route {
  readonly operation: Operation;
  /** By name, as text without percent-encoding. */
  readonly path: Readonly<Record<string, string>>;
}

/** A path without parameters goes before one with them. */
const routes = Object.values(operations)
  .map((operation) => {
    const escaped = operation.path.replaceAll(/\W/g, "\\$&");
    return { operation, pattern: new RegExp(`^${escaped.replaceAll(/\\\{(\w+)\\\}/g, "(?<$1>[^/]+)")}$`) };
  })
  .sort((one, other) => one.operation.path.split("{").length - other.operation.path.split("{").length);

/** Whether the contract has a path. */
export function hasPath(path: string): boolean {
  return routes.some(({ pattern }) => pattern.test(path));
}

/**
 * Finds the operation that a request calls. `HEAD` calls what `GET` does.
 *
 * @returns A problem with status 404 if the contract does not have the path, 405 if the path does not have the method.
 */
export function routeOf(method: string, path: string): Route | Problem {
  const called = method === "HEAD" ? "GET" : method;
  for (const { operation, pattern } of routes) {
    const found = operation.method === called && pattern.exec(path);
    if (found) return { operation, path: decoded(found.groups) };
  }
  const others = routes.filter(({ pattern }) => pattern.test(path));
  const Allow = others.map(({ operation }) => operation.method).join(", ");
  if (Allow) return new Problem(405, `${path} does not support ${method}. Allowed: ${Allow}.`, { headers: { Allow } });
  const known = [...new Set(Object.values(operations).map((operation) => operation.path))].join(", ");
  return new Problem(404, `The contract has no path ${path}. Its paths are: ${known}.`);
}

function decoded(values: Readonly<Record<string, string>> = {}): Route["path"] {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, decodedValue(value)]));
}

/** A value without percent-encoding. One with a stray `%` stays as it is. */
function decodedValue(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
