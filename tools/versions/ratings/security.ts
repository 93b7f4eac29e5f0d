import { isDeepStrictEqual } from "node:util";
import { child, childPair, childrenOf, type Pair, type Place } from "../comparison/place.js";
import { describe, object, pointerOf, type Rule, referable, withFallback, words } from "../comparison/rules.js";

/** The security requirements. Callers have to satisfy one of the list. */
export const security: Rule = withFallback((changes, pair) => {
  const [before, after] = [childrenOf(pair.base), childrenOf(pair.revision)];
  const lost = lacking(before, after);
  if (lost.length + lacking(after, before).length === 0) return;
  // An empty list requires nothing.
  const isHarder = before.length === 0 || (after.length > 0 && lost.length > 0);
  changes.add(isHarder ? "major" : "minor", describe(pair), pointerOf(pair));
});

function lacking(places: Place[], others: Place[]): Place[] {
  return places.filter(({ value }) => !others.some((other) => isDeepStrictEqual(value, other.value)));
}

/** The requirements of an operation: by default, those of the contract. */
export const operationSecurity: Rule = (changes, pair) => {
  const own = childPair(pair, "security");
  if (own.base.value === undefined && own.revision.value === undefined) return;
  withFallback(() => security(changes, inherited(own)))(changes, own);
};

function inherited({ base, revision }: Pair): Pair {
  return { base: inheritedAt(base), revision: inheritedAt(revision) };
}

function inheritedAt(place: Place): Place {
  const { contract, pointer, value } = place;
  // Reported where the operation has it, or had it.
  return value === undefined ? { ...child({ value: contract, pointer: "#", contract }, "security"), pointer } : place;
}

/** A security scheme. All but its texts shows in the callers' requests. */
export const securityScheme: Rule = referable("security scheme", object({ description: words, bearerFormat: words }));
