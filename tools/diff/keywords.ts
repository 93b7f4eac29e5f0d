import { isDeepStrictEqual } from "node:util";
import { isSame } from "./changes.js";
import { isObject } from "./place.js";
import type { Direction, What } from "./ratings.js";
import { describe, pointerOf, type Rule, words } from "./rules.js";

/** Effect of a change on the values that a schema allows. */
export type Effect = "narrowed" | "widened" | "changed";

/** Effect of a changed keyword; `undefined` where the values stay the same. */
type Compare = (before: unknown, after: unknown) => Effect | undefined;

const DIRECTIONS = { sent: "in what callers send", received: "in what callers receive" };

/**
 * The row of an effect on values.
 *
 * @param isTyped - Whether the TypeScript type changes with it.
 */
export function rowOf(effect: Effect, isTyped: boolean): What {
  if (effect === "narrowed") return isTyped ? "Fewer values in the types" : "Fewer values";
  return effect === "widened" ? "More values" : "Other values";
}

/** A sentence about values that callers send or receive. */
export function inDirection(sentence: string, direction: Direction): string {
  return `${sentence}, ${DIRECTIONS[direction]}`;
}

/** The effect of another set of values; `undefined` where it is the same. */
function effectOf<T>(before: ReadonlySet<T>, after: ReadonlySet<T>): Effect | undefined {
  const isWider = [...after].some((value) => !before.has(value));
  const isNarrower = [...before].some((value) => !after.has(value));
  if (isWider) return isNarrower ? "changed" : "widened";
  return isNarrower ? "narrowed" : undefined;
}

/**
 * The rule of a keyword that limits values.
 *
 * @param effect - Effect on the values.
 * @param typeEffect - Effect on their TypeScript type.
 */
export function keyword(effect: Compare, typeEffect: Compare = () => undefined): Rule {
  return (changes, pair, direction) => {
    if (isSame(pair)) return;
    const [before, after] = [pair.base.value, pair.revision.value];
    const found = effect(before, after);
    if (!found) return words(changes, pair, direction);
    const row = rowOf(found, typeEffect(before, after) !== undefined);
    changes.add(row, direction, inDirection(describe(pair, found), direction), pointerOf(pair));
  };
}

/** A keyword whose two values cannot be compared: only its presence counts. */
const exact: Compare = (before, after) => {
  if (isDeepStrictEqual(before, after)) return undefined;
  if (before === undefined) return "narrowed";
  return after === undefined ? "widened" : "changed";
};

const enumEffect: Compare = (before, after) =>
  Array.isArray(before) && Array.isArray(after) ? effectOf(setOf(before), setOf(after)) : exact(before, after);

function setOf(values: readonly unknown[]): Set<string> {
  return new Set(values.map((value) => JSON.stringify(value)));
}

/** Without a type, any is allowed. A number is an integer or a fraction. */
const typeEffect: Compare = (before, after) => {
  if (before === "number" && after === "integer") return "narrowed";
  return before === "integer" && after === "number" ? "widened" : exact(before, after);
};

/** TypeScript has no type for integers. */
const tsTypeEffect: Compare = (before, after) =>
  exact(before === "integer" ? "number" : before, after === "integer" ? "number" : after);

/** `password` is a hint to hide the value, and allows any. */
const formatEffect: Compare = (before, after) =>
  exact(before === "password" ? undefined : before, after === "password" ? undefined : after);

const multipleEffect: Compare = (before, after) => {
  if (typeof before !== "number" || typeof after !== "number") return exact(before, after);
  if (after % before === 0) return "narrowed";
  return before % after === 0 ? "widened" : "changed";
};

/** Each entry is one more requirement, so that fewer values are allowed. */
const dependentEffect: Compare = (before, after) => {
  const requirements = (value: unknown) =>
    setOf(Object.entries(Object(value)).flatMap(([name, all]) => [all].flat().map((other) => [name, other])));
  return effectOf(requirements(after), requirements(before));
};

/** A keyword that rules values out when it is `true`, and is `false` by default. */
const refusal: Compare = (before, after) => allowance(after, before);

/** A keyword that allows further values when it is `true`, and is `false` by default. */
export const allowance: Compare = (before, after) => {
  if ((before === true) === (after === true)) return undefined;
  return after === true ? "widened" : "narrowed";
};

const lowerBound =
  (none: number): Compare =>
  (before, after) =>
    boundEffect(before ?? none, after ?? none);

const upperBound: Compare = (before, after) => boundEffect(after ?? Infinity, before ?? Infinity);

/** The effect of what a schema says about values that it does not list: none, some, or by default any. */
export const restEffect: Compare = (before, after) => {
  const [from, to] = [before, after].map((rest) => {
    if (rest === false) return 0;
    return isObject(rest) && Object.keys(rest).length > 0 ? 1 : 2;
  });
  return boundEffect(to, from);
};

/** Effect of a changed lower bound. */
function boundEffect(before: unknown, after: unknown): Effect | undefined {
  if (typeof before !== "number" || typeof after !== "number") return "changed";
  if (before === after) return undefined;
  return after > before ? "narrowed" : "widened";
}

/** The keywords that limit the values of a schema, without those that hold schemas. */
export const LIMITS = {
  type: keyword(typeEffect, tsTypeEffect),
  enum: keyword(enumEffect, enumEffect),
  format: keyword(formatEffect),
  pattern: keyword(exact),
  contentEncoding: keyword(exact),
  contentMediaType: keyword(exact),
  contentSchema: keyword(exact),
  multipleOf: keyword(multipleEffect),
  minimum: keyword(lowerBound(-Infinity)),
  maximum: keyword(upperBound),
  exclusiveMinimum: keyword(lowerBound(-Infinity)),
  exclusiveMaximum: keyword(upperBound),
  minLength: keyword(lowerBound(0)),
  maxLength: keyword(upperBound),
  minItems: keyword(lowerBound(0)),
  maxItems: keyword(upperBound),
  minProperties: keyword(lowerBound(0)),
  maxProperties: keyword(upperBound),
  minContains: keyword(lowerBound(1)),
  maxContains: keyword(upperBound),
  uniqueItems: keyword(refusal),
  contains: keyword(exact),
  propertyNames: keyword(exact),
  dependentRequired: keyword(dependentEffect),
  dependentSchemas: keyword(exact),
  not: keyword(exact),
} as const satisfies Readonly<Record<string, Rule>>;
