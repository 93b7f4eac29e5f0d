import { child, type Place, resolve } from "../comparison/place.js";
import {
  anyChange,
  deprecation,
  entries,
  type Keys,
  object,
  type Rule,
  referable,
  words,
} from "../comparison/rules.js";
import { requestBody, responses } from "./bodies.js";
import { type PathPair, parameters } from "./parameters.js";
import { operationSecurity } from "./security.js";
import { servers } from "./servers.js";
import type { Direction } from "./values.js";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];

/** The paths that callers call. */
export function paths(): Rule {
  const sameAs = [template, operationIds];
  return entries({ noun: "Path", added: "minor", removed: "major", renamed: "major", sameAs }, pathItem("sent"));
}

/** What callers receive, by name: `webhooks`. */
export function webhooks(): Rule {
  return entries({ noun: "Webhook", added: "minor", removed: "major", renamed: "major" }, pathItem("received"));
}

/** A path without the names of its parameters. */
function template(item: Place): string {
  return nameOf(item).replace(/\{[^}]*\}/g, "{}");
}

/** Ids of a path's operations, by which it is found where it has moved to. */
function operationIds(item: Place): string | undefined {
  const ids = METHODS.map((method) => child(child(item, method), "operationId").value);
  return ids.some((id) => typeof id === "string") ? JSON.stringify(ids) : undefined;
}

function nameOf({ pointer }: Place): string {
  return (pointer.split("/").at(-1) ?? "").replaceAll("~1", "/").replaceAll("~0", "~");
}

/** A path item. Callers send requests to a path, and receive them at a callback. */
export function pathItem(direction: Direction): Rule {
  return (changes, pair) => {
    const names = { base: nameOf(pair.base), revision: nameOf(pair.revision) };
    const rule: Rule = (found, { base, revision }) => {
      const item: PathPair = { base, revision, paths: names };
      const methods = METHODS.map((method): [string, Rule] => [method, methodOf(direction, item)]);
      // Its parameters are compared with those of each operation.
      const others: Keys = { summary: words, description: words, servers: servers(), parameters: () => {} };
      object({ ...others, ...Object.fromEntries(methods) })(found, item);
    };
    referable(`path item ${direction} ${names.base} ${names.revision}`, rule)(changes, pair);
  };
}

function methodOf(direction: Direction, item: PathPair): Rule {
  return (changes, pair) => {
    const { base, revision } = pair;
    const name = `${nameOf(revision).toUpperCase()} ${item.paths.revision}`;
    if (base.value === undefined) return changes.add("minor", `Operation added: ${name}`, revision.pointer);
    if (revision.value === undefined) return changes.add("major", `Operation removed: ${name}`, base.pointer);
    operation(direction, item)(changes, pair);
  };
}

function operation(direction: Direction, item: PathPair): Rule {
  const answered: Direction = direction === "sent" ? "received" : "sent";
  const keys: Keys = {
    operationId: anyChange("major"),
    summary: words,
    description: words,
    externalDocs: words,
    tags: anyChange((before, after) => (firstOf(before) === firstOf(after) ? "patch" : "major")),
    requestBody: body(direction),
    responses: responses(answered),
    callbacks: callbacks(answered),
    deprecated: deprecation,
    servers: servers(),
  };
  return object(keys, [
    { keys: ["parameters"], rule: (changes, pair) => parameters(changes, direction, item, pair) },
    { keys: ["security"], rule: operationSecurity },
  ]);
}

/** The client groups its methods by their first tag. */
function firstOf(tags: unknown): unknown {
  return Array.isArray(tags) ? tags[0] : undefined;
}

function body(direction: Direction): Rule {
  return (changes, pair) => {
    const { base, revision } = pair;
    if (base.value !== undefined && revision.value !== undefined) return requestBody(direction)(changes, pair);
    if (revision.value === undefined) {
      if (base.value !== undefined) changes.add("major", "Request body removed", base.pointer);
      return;
    }
    const isRequired = child(resolve(revision), "required").value === true;
    const bump = direction === "sent" && isRequired ? "major" : "minor";
    changes.add(bump, `${isRequired ? "Required request" : "Request"} body added`, revision.pointer);
  };
}

/** Requests that the service sends because of an operation, by name and then by address. */
export function callbacks(direction: Direction): Rule {
  return entries({ noun: "Callback", added: "minor", removed: "major", renamed: "major" }, callback(direction));
}

export function callback(direction: Direction): Rule {
  const kinds = { noun: "Address of the callback", added: "minor", removed: "major", renamed: "major" } as const;
  return referable(`callback ${direction}`, entries(kinds, pathItem(direction)));
}
