import { optionalBody, responses } from "./body-changes.js";
import type { Changes } from "./changes.js";
import { clientMethod } from "./client-method.js";
import { type PathPair, parameters } from "./operation-parameters.js";
import { child, nameOf, type Pair, type Place } from "./place.js";
import type { Direction } from "./ratings.js";
import { deprecated, each, elsewhere, map, object, type Rule, referable, value, withFallback, words } from "./rules.js";
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
      parameters(found, operation, item, way);
      security(found, operation, way);
      if (way === "sent") {
        servers(found, operation, item);
        clientMethod(found, operation, item);
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
