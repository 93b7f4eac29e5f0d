import { type Bump, isSame } from "../comparison/changes.js";
import { isObject } from "../comparison/place.js";
import { anyChange, type Rule } from "../comparison/rules.js";
import { type Direction, rateValues } from "./values.js";

/** From none to any, which is the default. */
const RANKS = ["none", "some", "any"] as const;

/**
 * Fields that a schema does not list: `additionalProperties` and `unevaluatedProperties`.
 *
 * @param inner - Rule of the schema that they may have.
 * @param isTyped - Whether the types show them, as an index signature.
 */
export function otherProperties(direction: Direction, inner: Rule, isTyped: boolean): Rule {
  const rate = (before: unknown, after: unknown): Bump => {
    const [from, to] = [rankOf(before), rankOf(after)];
    const hadIndex = isTyped && before !== undefined && before !== false;
    const hasIndex = isTyped && after !== undefined && after !== false;
    if (from === to) return isTyped ? rateIndex(hadIndex, hasIndex) : "patch";
    const effect = RANKS.indexOf(to) > RANKS.indexOf(from) ? "widened" : "narrowed";
    return rateValues(direction, effect, hadIndex);
  };
  return (changes, pair) => {
    if (isSame(pair) && !isObject(pair.base.value)) return;
    const isSchema = isObject(pair.base.value) && isObject(pair.revision.value);
    (isSchema ? inner : anyChange(rate))(changes, pair);
  };
}

function rateIndex(hadIndex: boolean, hasIndex: boolean): Bump {
  if (hadIndex === hasIndex) return "patch";
  return hadIndex ? "major" : "minor";
}

function rankOf(value: unknown): (typeof RANKS)[number] {
  if (value === false) return "none";
  return isObject(value) && Object.keys(value).length > 0 ? "some" : "any";
}
