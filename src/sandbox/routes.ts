import { type Operation, operations } from "../../generated/contract.js";
import { Problem } from "./reply.js";

/** An operation, and the values in the path of a request that calls it. */
export interface Route {
  readonly operation: Operation;
  /** By name, as text without percent-encoding. */
  readonly path: Readonly<Record<string, string>>;
}

const routes = Object.values(operations).map((operation) => {
  const pattern = operation.path.replaceAll(".", "\\.").replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)");
  return { operation, pattern: new RegExp(`^${pattern}$`) };
});

/** Whether the contract has a path. */
export function hasPath(path: string): boolean {
  return routes.some(({ pattern }) => pattern.test(path));
}

/** The operation that a request calls; `undefined` if the contract has none. `HEAD`, which health checks send, counts as `GET`. */
export function findRoute(method: string, path: string): Route | undefined {
  const called = method === "HEAD" ? "GET" : method;
  for (const { operation, pattern } of routes) {
    const found = operation.method === called && pattern.exec(path);
    if (found) return { operation, path: decoded(found.groups) };
  }
  return undefined;
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

/** The problem of a request for which the contract has no operation. */
export function unknownRoute(method: string, path: string): Problem {
  const others = routes.filter(({ pattern }) => pattern.test(path));
  const allow = others.map(({ operation }) => operation.method).join(", ");
  if (allow) return new Problem(405, `${path} does not support ${method}. Allowed: ${allow}.`, { allow });
  const known = [...new Set(Object.values(operations).map((operation) => operation.path))].join(", ");
  return new Problem(404, `The contract has no path ${path}. Its paths are: ${known}.`);
}
