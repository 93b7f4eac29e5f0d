import { header, link, parameter, requestBody, response } from "./body-changes.js";
import { type Changes, isSame } from "./changes.js";
import { matched } from "./match.js";
import { callback, pathItem } from "./operation-changes.js";
import { child, childPair, type Pair } from "./place.js";
import type { Noun } from "./ratings.js";
import { map, object, type Rule, words } from "./rules.js";
import { optionalSchema } from "./schema-changes.js";
import { securityScheme } from "./security-changes.js";

const KINDS: Readonly<Record<string, { noun: Noun; rule: Rule }>> = {
  schemas: { noun: "Schema", rule: bothWays(optionalSchema) },
  responses: { noun: "Component", rule: bothWays(response) },
  parameters: { noun: "Component", rule: bothWays(parameter) },
  requestBodies: { noun: "Component", rule: bothWays(requestBody) },
  headers: { noun: "Component", rule: bothWays(header) },
  pathItems: { noun: "Component", rule: bothWays(pathItem) },
  callbacks: { noun: "Component", rule: bothWays(callback) },
  securitySchemes: { noun: "Component", rule: securityScheme },
  links: { noun: "Component", rule: link },
  examples: { noun: "Example", rule: words },
};

/** The components: their names, and the content of those that nothing refers to. */
export const components: Rule = object(
  Object.fromEntries(Object.entries(KINDS).map(([key, { noun, rule }]) => [key, map(noun, unlessCovered(rule))])),
);

/** Finds renamed components, before references to them are compared. */
export function findRenamed(changes: Changes, contracts: Pair): void {
  for (const kind of Object.keys(KINDS)) {
    const shared = childPair(childPair(contracts, "components"), kind);
    for (const { base, revision } of matched(shared)) {
      if (base === undefined || revision === undefined || base === revision) continue;
      changes.renamed.set(child(shared.base, base).pointer, child(shared.revision, revision).pointer);
    }
  }
}

/** A component that nothing uses may be sent or received. */
function bothWays(rule: Rule): Rule {
  return (changes, pair) => {
    rule(changes, pair, "sent");
    rule(changes, pair, "received");
  };
}

/** Leaves out a component that has been compared where it is used. */
function unlessCovered(rule: Rule): Rule {
  return (changes, pair, direction) => {
    if (!changes.isUsed(pair)) rule(changes, pair, direction);
    else if (!isSame(pair)) changes.reportedElsewhere();
  };
}
