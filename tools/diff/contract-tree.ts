import { withoutProse } from "../contract/json-schema.js";
import { at, objectsIn } from "../contract/pointer.js";
import { each, elsewhere, entry, leaf, type Node, object, type Parts, turned, value } from "./node.js";
import { pathItem } from "./operation-tree.js";
import { child, childrenOf, nameOf, resolve, rootOf } from "./place.js";
import type { Kind } from "./ratings.js";
import { asOne } from "./wider-or-narrower.js";

/**
 * A contract as a tree: what it says, by name, with the references written out.
 *
 * @param used - Pointers to components that need no comparison of their own.
 */
export function contractTree(contract: unknown, used: ReadonlySet<string>): readonly Node[] {
  return object({
    // The same tools read a new patch version of OpenAPI.
    openapi: value("OpenAPI version", asOne, (version) => String(version).split(".", 2).join(".")),
    info: elsewhere,
    tags,
    paths,
    webhooks: each("Webhook", turned(pathItem)),
    servers,
    security: elsewhere,
    components: components(used),
  })(rootOf(contract), "sent", "");
}

/** The requests that callers send, by their path. */
const paths: Parts = (place, direction, key) => {
  return each("Path", pathItem)(place, direction, key).map((node) => ({ ...node, aliases: aliasesOf(node) }));
};

/** A path with other names of its parameters is the same, and so is one with an operation of the same id. */
function aliasesOf({ name, place }: Node): string[] {
  const ids = childrenOf(resolve(place)).map((operation) => child(operation, "operationId").value);
  return [name.replace(/\{[^}]*\}/g, "{}"), ...ids.filter((id) => typeof id === "string")];
}

/** The servers, each as one. Clients call the first one. */
const servers: Parts = (place, direction) => {
  return childrenOf(place).map((one, index) => {
    const said = withoutProse(Object(one.value));
    if (index === 0) return leaf("First server", one, direction, { key: "first server", name: "First server", said });
    return entry("Server", String(child(one, "url").value), one, direction, () => [
      leaf("Server", one, direction, { key: "server", said }),
    ]);
  });
};

/** Operations name their tags. This list only describes them. */
const tags: Parts = (place, direction) => {
  return childrenOf(place).map((tag) => {
    return entry("Tag", String(child(tag, "name").value), tag, direction, () =>
      object({ name: elsewhere })(tag, direction, ""),
    );
  });
};

/** Components by name. Those that operations use in both contracts have been compared there; others are compared as one. */
function components(used: ReadonlySet<string>): Parts {
  const named = (kind: Kind): Parts => {
    return each(kind, (place, direction) => {
      if (used.has(place.pointer)) return [];
      return [
        leaf(kind, place, direction, { key: "content", name: nameOf(place), said: withoutProse(Object(place.value)) }),
      ];
    });
  };
  const kinds = ["responses", "parameters", "requestBodies", "headers", "pathItems", "callbacks", "links"];
  return object({
    schemas: named("Schema"),
    ...Object.fromEntries(kinds.map((key) => [key, named("Component")])),
    securitySchemes: each("Component", object({})),
    examples: elsewhere,
  });
}

/** Where references lead to from all operations of both contracts, and from what these use. */
export function usedInBoth(base: unknown, revision: unknown): ReadonlySet<string> {
  const used = usedIn(revision);
  return new Set([...usedIn(base)].filter((pointer) => used.has(pointer)));
}

function usedIn(contract: unknown): ReadonlySet<string> {
  const used = new Set<string>();
  const follow = (value: unknown) => {
    for (const { value: inner } of objectsIn(value)) {
      const reference: unknown = Object(inner).$ref;
      if (typeof reference !== "string" || used.has(reference)) continue;
      used.add(reference);
      follow(at(contract, reference));
    }
  };
  follow([at(contract, "#/paths"), at(contract, "#/webhooks")]);
  return used;
}
