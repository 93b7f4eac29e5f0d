import { at } from "../contract/pointer.js";
import { type Change, Changes } from "./changes.js";
import { clientMethods } from "./client-method.js";
import { link, parameter, requestBody, response } from "./http-messages.js";
import { callback, pathItem, paths } from "./operations.js";
import { Pair } from "./pair.js";
import { child, childrenOf, isObject, nameOf, rootOf } from "./place.js";
import { elsewhere, extensible, map, object, type Rule, value, words } from "./rule-combinators.js";
import { optionalSchema } from "./schema.js";

/**
 * Compares two contracts, in which every reference leads to a place in the same one.
 *
 * @returns Every change of their content, the greatest bump first. Layout, comments, the order of keys, and another
 *   spelling of the same do not count.
 */
export function compare(base: unknown, revision: unknown): Change[] {
  const changes = new Changes();
  const root = (contract: unknown) => rootOf({ contract, followed: new Set() });
  const pair = new Pair(root(base), root(revision), "sent", changes);
  CONTRACT(pair);
  // What operations use has been compared there. The rest may be used by callers.
  COMPONENTS(pair.each((contract) => child(contract, "components")));
  unnoticeable(pair);
  clientMethods(changes, Object(base), Object(revision));
  return changes.sorted();
}

const CONTRACT: Rule = object({
  // The same tools read a new patch version of OpenAPI.
  openapi: value((before, after) => (minorOf(before) === minorOf(after) ? "OpenAPI patch version" : "OpenAPI version")),
  jsonSchemaDialect: value((...dialects) => (dialects.every(isUsual) ? "Words" : "Unknown key")),
  info: elsewhere,
  // Operations name their tags. This list only describes them.
  tags: map(
    "Tag",
    object({}),
    (tags) => new Map(childrenOf(tags).map((tag) => [String(child(tag, "name").value), tag])),
  ),
  paths,
  webhooks: map("Webhook", (pair) => pathItem(pair.turned())),
  servers: elsewhere,
  security: elsewhere,
  components: elsewhere,
});

function minorOf(version: unknown): string {
  return String(version).split(".").slice(0, 2).join(".");
}

/** Whether a dialect of schemas is the one that a contract has if it names none. */
function isUsual(dialect: unknown): boolean {
  return (
    dialect === undefined ||
    /^https:\/\/(spec\.openapis\.org\/oas\/3\.1|json-schema\.org\/draft\/2020-12)\//.test(String(dialect))
  );
}

/** A security scheme. All but its texts shows in the callers' requests. */
const securityScheme: Rule = object({
  bearerFormat: words,
  flows: extensible("OAuth flow", object({ scopes: extensible("OAuth scope", words) })),
});

const COMPONENTS: Rule = object({
  schemas: shared("Schema", optionalSchema),
  responses: shared("Component", response),
  parameters: shared("Component", parameter),
  requestBodies: shared("Component", requestBody),
  headers: shared("Component", parameter),
  pathItems: shared("Component", pathItem),
  callbacks: shared("Component", callback),
  links: shared("Component", link),
  securitySchemes: map("Component", securityScheme),
  examples: elsewhere,
});

/** Components by name. One that nothing uses may be sent or received. */
function shared(noun: string, rule: Rule): Rule {
  return map(noun, (pair) => {
    if ([pair.base, pair.revision].every(({ side, pointer }) => side.followed.has(pointer))) return;
    rule(pair);
    rule(pair.turned());
  });
}

/** Adds a patch for each difference that no rule has reported, since callers cannot notice it. */
function unnoticeable(pair: Pair): void {
  if (pair.isSame) return;
  if (isObject(pair.base.value) && isObject(pair.revision.value)) {
    for (const [, inner] of pair.entries()) unnoticeable(inner);
  } else if (!pair.changes.isReported(pair.where.pointer) && !isRenamedReference(pair)) words(pair);
}

/** Whether a reference follows its component to another name: what it led to is gone, which has been reported. */
function isRenamedReference({ base, revision }: Pair): boolean {
  return nameOf(revision) === "$ref" && at(revision.side.contract, String(base.value)) === undefined;
}
