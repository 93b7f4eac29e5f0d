import { effective, roots } from "./effective.js";
import { child, childrenOf, keysOf, type Place } from "./place.js";
import { describe, map, object, type Rule, referable, words } from "./rules.js";

/** The security requirements of an operation: its own, else those of the contract. Callers satisfy one of the list. */
export const security: Rule = (changes, operation, direction) => {
  const { base, revision, where } = effective("security", [operation, roots(operation)]);
  const [before, after] = [alternativesOf(base), alternativesOf(revision)];
  const isHarder = !before.every((one) => after.some((other) => isSatisfied(other, one)));
  const isEasier = !after.every((one) => before.some((other) => isSatisfied(other, one)));
  if (!isHarder && !isEasier) return;
  const row = isHarder ? "Security tightened" : "Security eased";
  changes.add(row, direction, `${row}: ${describe({ base, revision })}`, where);
};

/** What a request has to carry in one of the ways that the service accepts: schemes, each with its scopes. */
type Alternative = ReadonlySet<string>;

/** An empty list requires nothing. */
function alternativesOf(place: Place): Alternative[] {
  const all = childrenOf(place).map(
    (requirement) => new Set(keysOf(requirement).flatMap((scheme) => needs(requirement, scheme))),
  );
  return all.length > 0 ? all : [new Set()];
}

function needs(requirement: Place, scheme: string): string[] {
  return [scheme, ...childrenOf(child(requirement, scheme)).map(({ value }) => `${scheme} ${String(value)}`)];
}

/** Whether a request that carries all of the second also satisfies the first. */
function isSatisfied(required: Alternative, carried: Alternative): boolean {
  return [...required].every((need) => carried.has(need));
}

/** A flow. All but its scopes' texts shows in the callers' requests. */
const flow: Rule = object({ scopes: map("OAuth scope", words, { hasExtensions: true }) });

/** A security scheme. All but its texts shows in the callers' requests. */
export const securityScheme: Rule = referable(
  "security scheme",
  object({ description: words, bearerFormat: words, flows: map("OAuth flow", flow, { hasExtensions: true }) }),
);
