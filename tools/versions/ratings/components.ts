import { type Changes, isSame } from "../comparison/changes.js";
import { matched } from "../comparison/match.js";
import { child, childPair, type Pair } from "../comparison/place.js";
import { anyChange, type Entries, entries, type Keys, object, type Rule, words } from "../comparison/rules.js";
import { header, requestBody, response } from "./bodies.js";
import { callback, pathItem } from "./operations.js";
import { parameter } from "./parameters.js";
import { schema } from "./schemas.js";
import { securityScheme } from "./security.js";
import type { Direction } from "./values.js";

/** The kinds of components. Callers use their names: for a type, or for an option of their client. */
const KINDS: Record<string, { noun: string; rule: Rule }> = {
  schemas: { noun: "Schema", rule: bothWays((direction) => schema({ direction, isOptional: true })) },
  responses: { noun: "Shared response", rule: bothWays(response) },
  parameters: { noun: "Shared parameter", rule: bothWays(parameter) },
  requestBodies: { noun: "Shared request body", rule: bothWays(requestBody) },
  headers: { noun: "Shared header", rule: bothWays(header) },
  pathItems: { noun: "Shared path", rule: bothWays(pathItem) },
  callbacks: { noun: "Shared callback", rule: bothWays(callback) },
  securitySchemes: { noun: "Security scheme", rule: securityScheme },
  links: { noun: "Shared link", rule: anyChange("major") },
};

/** The components: their names, and the content of those that nothing refers to. */
export const components: Rule = (changes, pair) => {
  const shared = childPair(pair, "components");
  const keys = Object.entries(KINDS).map(([key, { noun, rule }]): [string, Rule] => {
    const kinds: Entries = { noun, added: "minor", removed: "major", renamed: "major" };
    return [key, entries(kinds, unlessCovered(rule))];
  });
  // No code uses the name of an example.
  const examples = entries({ noun: "Example", added: "patch", removed: "patch", renamed: "patch" }, words);
  object({ ...Object.fromEntries(keys), examples } satisfies Keys)(changes, shared);
};

/** Finds renamed components, before references to them are compared. */
export function findRenamed(changes: Changes, pair: Pair): void {
  const shared = childPair(pair, "components");
  for (const kind of [...Object.keys(KINDS), "examples"]) {
    for (const { base, revision } of matched(childPair(shared, kind))) {
      if (base === undefined || revision === undefined || base === revision) continue;
      changes.renamed.set(
        child(child(shared.base, kind), base).pointer,
        child(child(shared.revision, kind), revision).pointer,
      );
    }
  }
}

/** A component that nothing uses may be sent or received. */
function bothWays(rule: (direction: Direction) => Rule): Rule {
  return (changes, pair) => {
    rule("sent")(changes, pair);
    rule("received")(changes, pair);
  };
}

/** Leaves out a component that has been compared where it is used. */
function unlessCovered(rule: Rule): Rule {
  return (changes, pair) => {
    if (changes.isNew(`covered ${pair.base.pointer} ${pair.revision.pointer}`)) rule(changes, pair);
    else if (!isSame(pair)) changes.reportedElsewhere();
  };
}
