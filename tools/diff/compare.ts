import { type Change, Changes, isSame } from "./changes.js";
import { clientMethods } from "./client-method.js";
import { link, parameter, requestBody, response } from "./messages.js";
import { callback, pathItem, paths } from "./operations.js";
import { child, childPair, entriesOf, isObject, nameOf, type Pair, pairsOf, rootOf } from "./place.js";
import type { Noun } from "./ratings.js";
import { elsewhere, extensible, list, map, object, pointerOf, type Rule, referable, value, words } from "./rules.js";
import { optionalSchema } from "./schema.js";

/**
 * Compares two contracts, in which every reference leads to a place in the same one.
 *
 * @returns Every change of their content, the greatest bump first. Layout, comments, the order of keys, and another
 *   spelling of the same do not count.
 */
export function compare(base: unknown, revision: unknown): Change[] {
  const changes = new Changes();
  const pair = { base: rootOf(base), revision: rootOf(revision) };
  CONTRACT(changes, pair, "sent");
  // What operations use has been compared there. The rest may be used by callers.
  COMPONENTS(changes, childPair(pair, "components"), "sent");
  unnoticeable(changes, pair);
  clientMethods(changes, Object(base), Object(revision));
  return changes.sorted();
}

const CONTRACT: Rule = object({
  // The same tools read a new patch version of OpenAPI.
  openapi: value((before, after) => (minorOf(before) === minorOf(after) ? "OpenAPI patch version" : "OpenAPI version")),
  info: object({}, words),
  externalDocs: words,
  // Operations name their tags. This list only describes them.
  tags: list("Tag", (tag) => String(child(tag, "name").value), object({}, words)),
  paths,
  webhooks: map("Webhook", pathItem),
  servers: elsewhere,
  security: elsewhere,
  components: elsewhere,
});

function minorOf(version: unknown): string {
  return String(version).split(".").slice(0, 2).join(".");
}

/** A flow. All but its scopes' texts shows in the callers' requests. */
const flow: Rule = object({ scopes: extensible("OAuth scope", words) });

/** A security scheme. All but its texts shows in the callers' requests. */
const securityScheme: Rule = referable(
  "security scheme",
  object({ description: words, bearerFormat: words, flows: extensible("OAuth flow", flow) }),
);

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
  examples: map("Example", words),
});

/** Components by name. One that nothing uses may be sent or received. */
function shared(noun: Noun, rule: Rule): Rule {
  return map(noun, (changes, pair) => {
    if ([pair.base, pair.revision].every(({ side, pointer }) => side.followed.has(pointer))) return;
    rule(changes, pair, "sent");
    rule(changes, pair, "received");
  });
}

/** Adds a patch for each difference that no rule has reported, since callers cannot notice it. */
function unnoticeable(changes: Changes, pair: Pair): void {
  if (isSame(pair)) return;
  const inner = pairsOf(entriesOf(pair.base), entriesOf(pair.revision)).map(([, one]) => one);
  const isKnown = (one: Pair) => isOnBothSides(one) || changes.isReported(pointerOf(one));
  if (isObject(pair.base.value) && isObject(pair.revision.value) && inner.every(isKnown)) {
    for (const one of inner) unnoticeable(changes, one);
  } else if (!changes.isReported(pointerOf(pair)) && !isRenamedReference(changes, pair)) words(changes, pair, "sent");
}

function isOnBothSides({ base, revision }: Pair): boolean {
  return base.value !== undefined && revision.value !== undefined;
}

/** Whether a reference follows its component to another name. */
function isRenamedReference(changes: Changes, { base, revision }: Pair): boolean {
  return nameOf(revision) === "$ref" && changes.isReported(String(base.value));
}
