import { operations } from "../../generated/contract.js";
import type { Operation } from "../contract.js";
import { type Problem, problem } from "./problems.js";

/** The operation of a request, and the values of the parameters in its path, as text. */
export interface Match {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, string>>;
}

interface Route {
  readonly operation: Operation;
  /** The path in parts; a parameter is still in braces. */
  readonly segments: readonly string[];
}

const shapeOf = (path: string) => path.replaceAll(/[^/]*\{[^/]*/g, "\uffff");

// A literal path goes before one with parameters.
const routes: readonly Route[] = Object.values(operations)
  .toSorted((one, other) => (shapeOf(one.path) < shapeOf(other.path) ? -1 : 1))
  .map((operation) => ({ operation, segments: operation.path.split("/") }));

/** The words in the contract's paths. */
export const pathWords: ReadonlySet<string> = new Set(routes.flatMap(({ segments }) => segments));

/**
 * Finds the operation that a request calls.
 *
 * @throws Problem with status 404 if the contract does not have the path, 405 if the path does not have the method.
 */
export function matchOperation(method: string, path: string): Match {
  const segments = path.split("/");
  if (path.includes("%")) for (const [index, segment] of segments.entries()) segments[index] = decoded(segment);
  let allowed = "";
  for (const route of routes) {
    if (route.segments.length !== segments.length) continue;
    const values = parametersIn(route, segments);
    if (!values) continue;
    if (route.operation.method === method) return { operation: route.operation, path: values };
    allowed += `, ${route.operation.method}`;
  }
  throw allowed === "" ? noSuchPath(path) : noSuchMethod(method, path, allowed.slice(2));
}

/** Whether the contract has a path. */
export function hasPath(path: string): boolean {
  const segments = path.split("/").map(decoded);
  return routes.some((route) => route.segments.length === segments.length && parametersIn(route, segments));
}

const NO_PARAMETERS = {};

/** The values of a route's path parameters, none of them empty; `undefined` if the path does not match. */
function parametersIn({ segments }: Route, path: readonly string[]): Record<string, string> | undefined {
  let values: Record<string, string> | undefined;
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index] ?? "";
    const value = path[index] ?? "";
    if (!segment.startsWith("{")) {
      if (segment !== value) return undefined;
      continue;
    }
    if (value === "") return undefined;
    values ??= {};
    values[segment.slice(1, -1)] = value;
  }
  return values ?? NO_PARAMETERS;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function noSuchPath(path: string): Problem {
  const known = [...new Set(routes.map(({ operation }) => operation.path))].join(", ");
  return problem(404, `The contract has no path ${path.slice(0, 200)}. Its paths are: ${known}.`);
}

function noSuchMethod(method: string, path: string, allowed: string): Problem {
  const detail = `${path.slice(0, 200)} does not support ${method}. Allowed: ${allowed}.`;
  return problem(405, detail, { headers: { Allow: allowed } });
}
