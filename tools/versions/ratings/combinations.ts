import { isDeepStrictEqual } from "node:util";
import { child, childPair, childrenOf, isObject, type Pair, type Place } from "../comparison/place.js";
import { anyChange, describe, pointerOf, type Rule, withFallback } from "../comparison/rules.js";
import { type Direction, type Effect, rateValues } from "./values.js";

export const COMBINATIONS = ["anyOf", "oneOf", "allOf"] as const;

/** `anyOf`, `oneOf` and `allOf`. Their members have no names, so equal members are paired first. */
export function combinations(direction: Direction, schema: Rule): Rule {
  return (changes, pair) => {
    for (const key of COMBINATIONS) combination(direction, schema, key, pair)(changes, childPair(pair, key));
  };
}

function combination(direction: Direction, schema: Rule, key: (typeof COMBINATIONS)[number], parent: Pair): Rule {
  return withFallback((changes, lists) => {
    const { base, revision } = lists;
    if (base.value === undefined && revision.value === undefined) return;
    if (![base, revision].every(({ value }) => value === undefined || Array.isArray(value))) {
      return anyChange("major")(changes, lists);
    }
    const before = membersOf(parent.base, parent.revision, key);
    const after = membersOf(parent.revision, parent.base, key);
    const [removed, added] = [lacking(before, after), lacking(after, before)];
    for (const member of before) {
      const same = after.find(({ value }) => isDeepStrictEqual(value, member.value));
      if (same) schema(changes, { base: member, revision: same });
    }
    const [from, to] = [removed[0], added[0]];
    if (from && to && removed.length === 1 && added.length === 1) return schema(changes, { base: from, revision: to });
    const effect = effectOf(key, removed.length > 0, added.length > 0, before.length === 0 || after.length === 0);
    if (effect) changes.add(rateValues(direction, effect, true), describe(lists, effect), pointerOf(lists));
  });
}

/** The schemas of a list; where there is no list, the one schema in its place. */
function membersOf(place: Place, other: Place, key: (typeof COMBINATIONS)[number]): Place[] {
  const list = child(place, key);
  if (list.value !== undefined || key === "allOf") return childrenOf(list);
  // `type: integer` is the one alternative of a schema that becomes `anyOf` an integer or a string.
  const instead = Object.entries(isObject(place.value) ? place.value : {}).filter(
    ([keyword]) => !ANNOTATIONS.includes(keyword) && child(other, keyword).value === undefined,
  );
  return instead.length > 0 ? [{ ...place, value: Object.fromEntries(instead) }] : [];
}

const ANNOTATIONS = ["title", "description", "examples", "example", "default", "deprecated", ...COMBINATIONS];

/** The members that have no equal among others. */
function lacking(members: readonly Place[], others: readonly Place[]): Place[] {
  return members.filter(({ value }) => !others.some((other) => isDeepStrictEqual(value, other.value)));
}

/** @param lacksList - Whether one side has no list, and so allows any value. */
function effectOf(key: string, removes: boolean, adds: boolean, lacksList: boolean): Effect | undefined {
  if (removes && adds) return "changed";
  if (!removes && !adds) return undefined;
  const isAlternative = key !== "allOf" && !lacksList;
  return adds === isAlternative ? "widened" : "narrowed";
}
