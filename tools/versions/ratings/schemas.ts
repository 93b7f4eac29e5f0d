import type { Bump } from "../comparison/changes.js";
import type { Pair, Place } from "../comparison/place.js";
import { anyChange, deprecation, object, type Rule, referable, words } from "../comparison/rules.js";
import { COMBINATIONS, combinations } from "./combinations.js";
import { constraints } from "./constraints.js";
import { fields } from "./fields.js";
import { otherProperties } from "./other-properties.js";
import type { Use } from "./values.js";

const annotations = { title: words, description: words, examples: words, example: words, externalDocs: words };

/** The rules for each use. They refer to each other, and would otherwise be made for every schema. */
const rules = new Map<string, Rule>();

/** A schema, and all within it. A keyword that has no rule is major. */
export function schema(use: Use): Rule {
  const question = `schema ${use.direction} ${use.isOptional}`;
  const rule = rules.get(question) ?? schemaRule(question, use);
  rules.set(question, rule);
  return rule;
}

function schemaRule(question: string, { direction, isOptional }: Use): Rule {
  const inner: Rule = (changes, pair) => schema({ direction, isOptional: false })(changes, pair);
  const rule = object(
    {
      ...annotations,
      ...constraints(direction),
      $comment: words,
      deprecated: deprecation,
      default: anyChange((before) => rateDefault(before, isOptional)),
      items: inner,
      additionalProperties: otherProperties(direction, inner, true),
      unevaluatedProperties: otherProperties(direction, inner, false),
    },
    [
      { keys: ["properties", "required"], rule: fields(direction, schema) },
      { keys: COMBINATIONS, rule: combinations(direction, inner) },
    ],
  );
  return referable(question, (changes, pair) => rule(changes, written(pair)));
}

/**
 * Rates a change of a default, which applies where a value is left out. If that is possible, another default or none is
 * major: the same call does something else. A default where there was none is an addition.
 */
function rateDefault(before: unknown, isOptional: boolean): Bump {
  if (!isOptional) return "patch";
  return before === undefined ? "minor" : "major";
}

/** A pair of schemas, with `true`, `false` and a missing schema written as objects. */
function written({ base, revision }: Pair): Pair {
  return { base: asObject(base), revision: asObject(revision) };
}

function asObject(place: Place): Place {
  const { value } = place;
  if (value === undefined || value === true) return { ...place, value: {} };
  return value === false ? { ...place, value: { not: {} } } : place;
}
