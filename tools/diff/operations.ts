import type { Changes } from "./changes.js";
import { LIMITS } from "./keywords.js";
import { isRequired, optionalBody, parameter, responses } from "./messages.js";
import { child, childrenOf, entriesOf, nameOf, type Pair, type Place, pairsOf, resolve, rootOf } from "./place.js";
import type { Direction } from "./ratings.js";
import {
  deprecated,
  describe,
  elsewhere,
  entries,
  entry,
  extensible,
  list,
  map,
  object,
  type Rule,
  referable,
  value,
  words,
} from "./rules.js";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** Requests that callers send, by their path. */
export const paths: Rule = (changes, pair, direction) => {
  const [before, after] = [entriesOf(pair.base), entriesOf(pair.revision)];
  const renamed = new Map([...after].map(([path, item]) => [formerPath(path, item, before, after) ?? path, item]));
  const one = entry("Path", pathItem);
  for (const [path, { base, revision }] of pairsOf(before, renamed)) {
    if (path.startsWith("x-")) words(changes, { base, revision }, direction);
    else one(changes, { base, revision }, direction);
    if (base.value === undefined || revision.value === undefined || nameOf(revision) === path) continue;
    const what = `Path renamed: ${path} → ${nameOf(revision)}`;
    changes.add("Renamed", direction, what, revision.pointer, base.pointer);
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

/** A path item. Callers send requests to a path, and receive them at a callback. */
export function pathItem(changes: Changes, pair: Pair, direction: Direction): void {
  const names: Names = { base: nameOf(pair.base), revision: nameOf(pair.revision) };
  const rule: Rule = (found, item, way) => {
    const operations = METHODS.map((method): [string, Rule] => [
      method,
      (some, both, to) => {
        const name = `${method.toUpperCase()} ${names.revision}`;
        entry("Operation", (all, one, ways) => operation(all, one, item, names, ways))(some, both, to, name);
      },
    ]);
    object({ ...SHARED, ...Object.fromEntries(operations) })(found, item, way);
  };
  referable(`path item ${names.base} ${names.revision}`, rule)(changes, pair, direction);
}

/** The path of an item in each contract. */
type Names = Readonly<Record<keyof Pair, string>>;

/** What a path says for all its operations. Parameters and servers are compared with what each of them says. */
const SHARED: Readonly<Record<string, Rule>> = {
  summary: words,
  description: words,
  parameters: elsewhere,
  servers: elsewhere,
};

function operation(changes: Changes, pair: Pair, item: Pair, names: Names, direction: Direction): void {
  const { base, revision } = pair;
  OPERATION(changes, pair, direction);
  const before = parametersOf(base, item.base, names.base);
  const after = parametersOf(revision, item.revision, names.revision);
  parameters(changes, before, after, direction);
  const required = { base: inForce("security", base), revision: inForce("security", revision) };
  security(changes, required, direction);
  if (direction === "received") return;
  servers(
    changes,
    { base: inForce("servers", base, item.base), revision: inForce("servers", revision, item.revision) },
    direction,
  );
}

const OPERATION: Rule = object({
  operationId: value("operationId"),
  summary: words,
  description: words,
  externalDocs: words,
  // The client groups its methods by their first tag.
  tags: value((before, after) => (Object(before)[0] === Object(after)[0] ? "Other tags" : "First tag")),
  requestBody: optionalBody,
  responses: (changes, pair, direction) => responses(changes, pair, opposite(direction)),
  callbacks: (changes, pair, direction) => callbacks(changes, pair, opposite(direction)),
  deprecated,
  parameters: elsewhere,
  security: elsewhere,
  servers: elsewhere,
});

function opposite(direction: Direction): Direction {
  return direction === "sent" ? "received" : "sent";
}

/** Requests that the service sends because of an operation, by their address. */
export const callback: Rule = referable("callback", extensible("Address of the callback", pathItem));

const callbacks: Rule = map("Callback", callback);

const parameters = entries("Parameter", parameter, (added) =>
  isRequired(added) ? "Required parameter added" : "Parameter added",
);

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
function inForce(key: string, ...levels: [Place, ...Place[]]): Place {
  const { contract } = levels[0].side;
  const places = [...levels, rootOf(contract)].map((level) => child(level, key));
  return places.find(({ value }) => value !== undefined) ?? child(rootOf(contract), key);
}

/** Where a change of what counts is reported: the nearest level that has it in either contract. */
function nearestOf({ base, revision }: Pair): string {
  return base.pointer.length > revision.pointer.length ? base.pointer : revision.pointer;
}

/** The servers of an operation. Clients call the first one; without any, the host of the contract. */
const servers: Rule = (changes, pair, direction) => {
  const [before, after] = [pair.base, pair.revision].map((place) => addressOf(child(place, "0")));
  if (before === after) return byAddress(changes, pair, direction);
  changes.add("First server changed", direction, `First server changed: ${before} → ${after}`, nearestOf(pair));
};

/** Another default leads to another host: it has no rule, and so is rated as an unknown key. */
const variable: Rule = object({ description: words, enum: LIMITS.enum });

const server: Rule = object({ description: words, name: words, variables: map("Variable of the server", variable) });

const byAddress: Rule = list("Server", addressOf, server);

function addressOf(server: Place): string {
  return String(child(server, "url").value ?? "/");
}

/** The security requirements of an operation. Callers satisfy one of the list. */
const security: Rule = (changes, pair, direction) => {
  const [before, after] = [waysOf(pair.base), waysOf(pair.revision)];
  const isHarder = !before.every((one) => after.some((other) => isSatisfied(other, one)));
  const isEasier = !after.every((one) => before.some((other) => isSatisfied(other, one)));
  if (!isHarder && !isEasier) return;
  const row = isHarder ? "Security tightened" : "Security eased";
  changes.add(row, direction, `${row}: ${describe(pair)}`, nearestOf(pair));
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
