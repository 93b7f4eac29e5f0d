import { isDeepStrictEqual } from "node:util";
import { isSame } from "../comparison/changes.js";
import type { Keys, Rule } from "../comparison/rules.js";
import { describe, pointerOf, words } from "../comparison/rules.js";
import { DIRECTIONS, type Direction, type Effect, effectOf, rateValues } from "./values.js";

/** Effect of a changed keyword on the values that it allows; `undefined` where they stay the same. */
type Compare = (before: unknown, after: unknown) => Effect | undefined;

/** The keywords that limit the values of a schema. */
export function constraints(direction: Direction): Keys {
  const rules: Keys = {
    type: keyword(direction, typeEffect, tsTypeEffect),
    enum: keyword(direction, enumEffect, enumEffect),
    const: keyword(direction, exact, exact),
    format: keyword(direction, formatEffect),
    multipleOf: keyword(direction, multipleEffect),
    uniqueItems: keyword(direction, (before, after) => effectOf(truths(before), truths(after))),
  };
  for (const name of ["pattern", "contentEncoding", "contentMediaType"]) rules[name] = keyword(direction, exact);
  for (const name of ["minimum", "exclusiveMinimum"]) rules[name] = keyword(direction, lowerBound(-Infinity));
  for (const name of ["maximum", "exclusiveMaximum"]) rules[name] = keyword(direction, upperBound);
  for (const of of ["Length", "Items", "Properties"]) {
    rules[`min${of}`] = keyword(direction, lowerBound(0));
    rules[`max${of}`] = keyword(direction, upperBound);
  }
  return rules;
}

/**
 * @param effect - Effect on the values.
 * @param typeEffect - Effect on their TypeScript type.
 */
function keyword(direction: Direction, effect: Compare, typeEffect: Compare = () => undefined): Rule {
  return (changes, pair) => {
    if (isSame(pair)) return;
    const { base, revision } = pair;
    const found = effect(base.value, revision.value);
    if (!found) return words(changes, pair);
    const isTyped = typeEffect(base.value, revision.value) !== undefined;
    const what = `${describe(pair, found)}, ${DIRECTIONS[direction]}`;
    changes.add(rateValues(direction, found, isTyped), what, pointerOf(pair));
  };
}

/** A keyword whose two values cannot be compared: only its presence counts. */
const exact: Compare = (before, after) => {
  if (isDeepStrictEqual(before, after)) return undefined;
  if (before === undefined) return "narrowed";
  return after === undefined ? "widened" : "changed";
};

const enumEffect: Compare = (before, after) =>
  Array.isArray(before) && Array.isArray(after)
    ? effectOf(
        new Set(before.map((value) => JSON.stringify(value))),
        new Set(after.map((value) => JSON.stringify(value))),
      )
    : exact(before, after);

const TYPES = ["null", "boolean", "object", "array", "integer", "fraction", "string"];

const typeEffect: Compare = (before, after) => effectOf(typesOf(before), typesOf(after));

/** TypeScript has no type for integers. */
const tsTypeEffect: Compare = (before, after) => {
  const names = [before, after].map((type) => new Set([...typesOf(type)].filter((name) => name !== "integer")));
  const isInteger = [before, after].map((type) => typesOf(type).has("integer"));
  const [from = new Set(), to = new Set()] = names;
  for (const [index, set] of [from, to].entries()) if (isInteger[index]) set.add("fraction");
  return effectOf(from, to);
};

/** A number is an integer or a fraction. Without a type, any is allowed. */
function typesOf(type: unknown): Set<unknown> {
  if (type === undefined) return new Set(TYPES);
  const names: unknown[] = Array.isArray(type) ? type : [type];
  return new Set(names.flatMap((name) => (name === "number" ? ["integer", "fraction"] : [name])));
}

/** `password` is a hint to hide the value, and allows any. */
const formatEffect: Compare = (before, after) =>
  exact(before === "password" ? undefined : before, after === "password" ? undefined : after);

const multipleEffect: Compare = (before, after) => {
  if (typeof before !== "number" || typeof after !== "number") return exact(before, after);
  if (after % before === 0) return "narrowed";
  return before % after === 0 ? "widened" : "changed";
};

const truths = (isUnique: unknown) => new Set(isUnique === true ? ["unique"] : ["unique", "repeated"]);

function lowerBound(none: number): Compare {
  return (before, after) => bound(before ?? none, after ?? none);
}

const upperBound: Compare = (before, after) => bound(after ?? Infinity, before ?? Infinity);

/** Effect of a changed lower bound. */
function bound(before: unknown, after: unknown): Effect | undefined {
  if (typeof before !== "number" || typeof after !== "number") return "changed";
  if (before === after) return undefined;
  return after > before ? "narrowed" : "widened";
}
