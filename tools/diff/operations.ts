import { isRequired, optionalBody, parameter, responses } from "./http-messages.js";
import { LIMITS } from "./keywords.js";
import type { Pair } from "./pair.js";
import { child, childrenOf, entriesOf, nameOf, type Place, resolve, rootOf } from "./place.js";
import {
  compareKeys,
  deprecated,
  elsewhere,
  entry,
  extensible,
  map,
  object,
  type Rule,
  value,
  words,
} from "./rule-combinators.js";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** Requests that callers send, by their path. */
export const paths: Rule = (pair) => {
  const [before, after] = [entriesOf(pair.base), entriesOf(pair.revision)];
  const renamed = new Map([...after].map(([path, item]) => [formerPath(path, item, before, after) ?? path, item]));
  const one = entry("Path", pathItem);
  for (const [path, item] of pair.matched(before, renamed)) {
    (path.startsWith("x-") ? words : one)(item);
    const { base, revision } = item;
    if (base.value === undefined || revision.value === undefined || nameOf(revision) === path) continue;
    item.report("Renamed", `Path renamed: ${path} → ${nameOf(revision)}`, revision, base);
  }
};

/** The older name of a path: one that differs in the names of its parameters, else one with an operation of the same id. */
function formerPath(
  path: string,
  item: Place,
  before: ReadonlyMap<string, Place>,
  after: ReadonlyMap<string, Place>,
): string | undefined {
  const gone = before.has(path) ? [] : [...before].filter(([name]) => !after.has(name));
  const template = (name: string) => name.replace(/\{[^}]*\}/g, "{}");
  const ids = idsOf(item);
  const found =
    gone.find(([name]) => template(name) === template(path)) ??
    gone.find(([, old]) => idsOf(old).some((id) => ids.includes(id)));
  return found?.[0];
}

function idsOf(item: Place): unknown[] {
  const ids = childrenOf(resolve(item)).map((operation) => child(operation, "operationId").value);
  return ids.filter((id) => typeof id === "string");
}

/** A path item. Callers send requests to a path, and receive them at a callback or a webhook. */
export const pathItem: Rule = (pair) => {
  const item = pair.resolved();
  const names = { base: nameOf(pair.base), revision: nameOf(pair.revision) };
  if (!item.isNew(pathItem, names.base, names.revision)) return;
  const one = entry("Operation", (operation) => compareOperations(operation, item, names));
  const operations = METHODS.map((method): [string, Rule] => [
    method,
    (operation) => one(operation, `${method.toUpperCase()} ${names.revision}`),
  ]);
  // Parameters and servers are compared with what each of the operations says.
  compareKeys({ ...Object.fromEntries(operations), parameters: elsewhere, servers: elsewhere }, item.entries());
};

/** The path of an item in each contract. */
type Names = Readonly<Record<"base" | "revision", string>>;

function compareOperations(pair: Pair, item: Pair, names: Names): void {
  const { base, revision } = pair;
  operation(pair);
  const before = parametersOf(base, item.base, names.base);
  for (const [name, one] of pair.matched(before, parametersOf(revision, item.revision, names.revision))) {
    anyParameter(one, name);
  }
  if (pair.direction === "received") {
    // The requirement of the contract is for callers, and not for what the service sends to them.
    security(pair.each((place) => child(place, "security")));
    return;
  }
  security(pair.each((place) => inForce("security", place)));
  servers(pair.of(inForce("servers", base, item.base), inForce("servers", revision, item.revision)));
}

const operation: Rule = object({
  operationId: value("operationId"),
  // The client groups its methods by their first tag.
  tags: value((before, after) => (Object(before)[0] === Object(after)[0] ? "Other tags" : "First tag")),
  requestBody: optionalBody,
  responses: (pair) => responses(pair.turned()),
  callbacks: (pair) => callbacks(pair.turned()),
  deprecated,
  parameters: elsewhere,
  security: elsewhere,
  servers: elsewhere,
});

/** Requests that the service sends because of an operation, by their address. */
export const callback: Rule = (pair) => addresses(pair.resolved());

const addresses: Rule = extensible("Address of the callback", pathItem);

const callbacks: Rule = map("Callback", callback);

const anyParameter = entry("Parameter", parameter, (added) => (isRequired(added) ? "Required parameter" : "Parameter"));

/** The parameters of an operation by what identifies them: its own, and those of its path. */
function parametersOf(operation: Place, item: Place, path: string): Map<string, Place> {
  const all = [item, operation].flatMap((level) => childrenOf(child(level, "parameters")));
  return new Map(all.map((place) => [identityOf(resolve(place), path), place]));
}

/** Identifies a path parameter by its position: under another name, the request is the same. */
function identityOf(parameter: Place, path: string): string {
  const [name, where] = ["name", "in"].map((key) => String(child(parameter, key).value));
  if (where !== "path") return `${name} (${where})`;
  const position = [...path.matchAll(/\{([^}]*)\}/g)].findIndex(([, inPath]) => inPath === name);
  return position < 0 ? `${name} (path)` : `${position + 1}. of the path`;
}

/** What counts for an operation: its own key, else that of its path, else that of the contract. */
function inForce(key: string, operation: Place, ...levels: Place[]): Place {
  const outermost = child(rootOf(operation.side), key);
  const places = [operation, ...levels].map((level) => child(level, key));
  return places.find(({ value }) => value !== undefined) ?? outermost;
}

/** Where a change of what counts is reported: the nearest level that has it in either contract. */
function nearestOf({ base, revision }: Pair): Place {
  return base.pointer.length > revision.pointer.length ? base : revision;
}

/** The servers of an operation. Clients call the first one; without any, the host of the contract. */
const servers: Rule = (pair) => {
  const [before, after] = [pair.base, pair.revision].map((place) => addressOf(child(place, "0")));
  if (before === after) byAddress(pair);
  else pair.report("First server changed", `First server changed: ${before} → ${after}`, nearestOf(pair));
};

/** A server. Another default of a variable leads to another host: it has no rule, and so is rated as an unknown key. */
const server: Rule = object({
  name: words,
  variables: map("Variable of the server", object({ enum: LIMITS.enum })),
});

const byAddress: Rule = map(
  "Server",
  server,
  (servers) => new Map(childrenOf(servers).map((one) => [addressOf(one), one])),
);

function addressOf(server: Place): string {
  return String(child(server, "url").value ?? "/");
}

/** The security requirements of an operation. Callers satisfy one of the list. */
const security: Rule = (pair) => {
  const [before, after] = [waysOf(pair.base), waysOf(pair.revision)];
  const isHarder = !before.every((one) => after.some((other) => isSatisfied(other, one)));
  const isEasier = !after.every((one) => before.some((other) => isSatisfied(other, one)));
  if (!isHarder && !isEasier) return;
  const row = isHarder ? "Security tightened" : "Security eased";
  pair.report(row, `${row}: ${pair.inWords()}`, nearestOf(pair));
};

/** The schemes, each with its scopes, of each way that the service accepts. An empty list requires nothing. */
function waysOf(place: Place): ReadonlySet<string>[] {
  const ways = childrenOf(place).map((requirement) => {
    const schemes = [...entriesOf(requirement)];
    return new Set(
      schemes.flatMap(([name, scopes]) => [name, ...childrenOf(scopes).map((one) => `${name} ${one.value}`)]),
    );
  });
  return ways.length > 0 ? ways : [new Set()];
}

/** Whether a request that carries all of the second also satisfies the first. */
function isSatisfied(required: ReadonlySet<string>, carried: ReadonlySet<string>): boolean {
  return [...required].every((need) => carried.has(need));
}
