import { isRequired, optionalBody, parameter, responses } from "./body-changes.js";
import type { Changes } from "./changes.js";
import { clientMethod } from "./client-method.js";
import { child, childrenOf, nameOf, type Pair, type Place, resolve } from "./place.js";
import type { Direction } from "./ratings.js";
import {
  deprecated,
  each,
  elsewhere,
  map,
  members,
  object,
  type Rule,
  referable,
  value,
  withFallback,
  words,
} from "./rules.js";
import { security } from "./security-changes.js";
import { servers } from "./server-changes.js";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** Requests that callers send, by their path. */
export const paths: Rule = map("Path", pathItem, { sameAs: [template, operationIds], hasExtensions: true });

/** Requests that callers receive, by name. */
export const webhooks: Rule = map("Webhook", pathItem);

/** Requests that the service sends because of an operation, by their address. */
export const callback: Rule = referable("callback", map("Address of the callback", pathItem, { hasExtensions: true }));

const callbacks: Rule = map("Callback", callback);

/** A path without the names of its parameters. */
function template(item: Place): string {
  return nameOf(item).replace(/\{[^}]*\}/g, "{}");
}

/** Ids of a path's operations, by which it is found where it has moved to. */
function operationIds(item: Place): string | undefined {
  const ids = METHODS.map((method) => child(child(item, method), "operationId").value);
  return ids.some((id) => typeof id === "string") ? JSON.stringify(ids) : undefined;
}

/** A path item in both contracts, with its path in each. */
interface PathPair extends Pair {
  paths: { base: string; revision: string };
}

/** A path item. Callers send requests to a path, and receive them at a callback. */
export function pathItem(changes: Changes, pair: Pair, direction: Direction): void {
  const names = { base: nameOf(pair.base), revision: nameOf(pair.revision) };
  const rule: Rule = (found, resolved, way) => {
    const item: PathPair = { ...resolved, paths: names };
    const methods = METHODS.map((method): [string, Rule] => [method, methodIn(item)]);
    object({ ...SHARED, ...Object.fromEntries(methods) })(found, item, way);
  };
  referable(`path item ${names.base} ${names.revision}`, rule)(changes, pair, direction);
}

/** What a path says for all its operations. It is compared with what each of them says. */
const SHARED: Readonly<Record<string, Rule>> = {
  summary: words,
  description: words,
  parameters: elsewhere,
  servers: elsewhere,
};

function methodIn(item: PathPair): Rule {
  return (changes, pair, direction) => {
    const { base, revision } = pair;
    const name = `${nameOf(revision).toUpperCase()} ${item.paths.revision}`;
    if (base.value === undefined) {
      return changes.add("Operation added", direction, `Operation added: ${name}`, revision.pointer);
    }
    if (revision.value === undefined) {
      return changes.add("Operation removed", direction, `Operation removed: ${name}`, base.pointer);
    }
    withFallback((found, operation, way) => {
      keys(found, operation, way);
      parameters(found, way, item, operation);
      security(found, operation, way);
      if (way === "sent") {
        servers(found, operation, item);
        clientMethod(found, operation, way);
      }
    })(changes, pair, direction);
  };
}

const keys: Rule = each({
  operationId: value("operationId"),
  summary: words,
  description: words,
  externalDocs: words,
  tags: value((before, after) => (firstOf(before) === firstOf(after) ? "Other tags" : "First tag")),
  requestBody: optionalBody,
  responses: (changes, pair, direction) => responses(changes, pair, opposite(direction)),
  callbacks: (changes, pair, direction) => callbacks(changes, pair, opposite(direction)),
  deprecated,
  parameters: elsewhere,
  security: elsewhere,
  servers: elsewhere,
});

/** The client groups its methods by their first tag. */
function firstOf(tags: unknown): unknown {
  return Array.isArray(tags) ? tags[0] : undefined;
}

function opposite(direction: Direction): Direction {
  return direction === "sent" ? "received" : "sent";
}

/** All parameters of an operation: its own, and those of its path. */
function parameters(changes: Changes, direction: Direction, item: PathPair, operation: Pair): void {
  const [before, after] = [parametersOf(item, operation, "base"), parametersOf(item, operation, "revision")];
  const kinds = {
    nameOf: (place: Place) =>
      place.contract === item.base.contract ? identity(place, item.paths.base) : identity(place, item.paths.revision),
    added: (place: Place) => (isRequired(place) ? "Required parameter added" : "Parameter added"),
    removed: "Parameter removed",
  } as const;
  members(kinds, parameter)(changes, before, after, direction);
  const [from, to] = [positions(before, item.paths.base), positions(after, item.paths.revision)];
  if (direction === "received" || from.length !== to.length || from.join() === to.join()) return;
  const words = `Path parameters in another order: ${from.join(", ")} → ${to.join(", ")}`;
  changes.add("Path parameters in another order", direction, words, child(operation.revision, "parameters").pointer);
}

/** In the order of the client's arguments. */
function parametersOf(item: PathPair, operation: Pair, side: "base" | "revision"): Place[] {
  const own = childrenOf(child(operation[side], "parameters"));
  const name = (place: Place) => identity(resolve(place), item.paths[side]);
  const overridden = new Set(own.map(name));
  const inherited = childrenOf(child(item[side], "parameters"));
  return [...inherited.filter((place) => !overridden.has(name(place))), ...own];
}

/** Identifies a path parameter by its position: under another name, the request is the same. */
function identity(place: Place, path: string): string {
  const [name, where] = ["name", "in"].map((key) => String(child(place, key).value));
  if (where !== "path") return `${name} (${where})`;
  const position = [...path.matchAll(/\{([^}]*)\}/g)].findIndex(([, inPath]) => inPath === name);
  return position < 0 ? `${name} (path)` : `${position + 1}. of the path`;
}

function positions(places: readonly Place[], path: string): string[] {
  return places.map((place) => identity(resolve(place), path)).filter((name) => /path\)?$/.test(name));
}
