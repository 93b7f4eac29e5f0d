import { type OperationFacts, operations } from "../../generated/old-contract.js";
import { type Problem, problem } from "./problems.js";

/** An operation with its path. */
export interface Route {
  /** Id of the operation in the contract. */
  readonly id: string;
  readonly facts: OperationFacts;
  /** The path in parts; a parameter is still in braces. */
  readonly segments: readonly string[];
}

/** The route of a request, and the values of the parameters in its path. */
export interface Match {
  readonly route: Route;
  readonly path: Readonly<Record<string, string>>;
}

/** Every operation of the contract. */
export const routes: readonly Route[] = Object.entries(operations).map(([id, facts]) => ({
  id,
  facts,
  segments: facts.path.split("/"),
}));

const byPath = new Map<string, Map<string, Route>>();
for (const route of routes) {
  const methods = byPath.get(route.facts.path) ?? new Map<string, Route>();
  byPath.set(route.facts.path, methods.set(route.facts.method, route));
}

const NO_PARAMETERS = {};

/**
 * Finds the operation that a request calls.
 *
 * @throws Problem with status 404 if the contract does not have the path, 405 if the path does not have the method.
 */
export function matchOperation(method: string, path: string): Match {
  // Most requests spell the path as the contract does.
  const route = byPath.get(path)?.get(method);
  if (route && !path.includes("{")) return { route, path: NO_PARAMETERS };
  const segments = path.split("/").map(decoded);
  // A literal path goes before one with parameters.
  const matches = routes
    .flatMap((candidate) => {
      const values = parametersIn(candidate, segments);
      return values ? [{ route: candidate, path: values }] : [];
    })
    .sort((a, b) => Object.keys(a.path).length - Object.keys(b.path).length);
  const match = matches.find((candidate) => candidate.route.facts.method === method);
  if (match) return match;
  throw matches.length > 0 ? noSuchMethod(method, path, matches) : noSuchPath(path);
}

/** The values of a route's path parameters, none of them empty; `undefined` if the path does not match. */
function parametersIn({ segments }: Route, path: readonly string[]): Record<string, string> | undefined {
  if (segments.length !== path.length) return undefined;
  const values: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const value = path[index] ?? "";
    if (segment === value) continue;
    if (!segment.startsWith("{") || value === "") return undefined;
    values[segment.slice(1, -1)] = value;
  }
  return values;
}

function decoded(segment: string): string {
  if (!segment.includes("%")) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function noSuchPath(path: string): Problem {
  const known = [...byPath.keys()].join(", ");
  return problem(404, `The contract has no path ${path}. Its paths are: ${known}.`);
}

function noSuchMethod(method: string, path: string, matches: readonly Match[]): Problem {
  const allowed = matches.map(({ route }) => route.facts.method).join(", ");
  return problem(405, `${path} does not support ${method}. Allowed: ${allowed}.`, { headers: { Allow: allowed } });
}
