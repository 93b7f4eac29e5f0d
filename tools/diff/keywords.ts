import { isDeepStrictEqual } from "node:util";
import { ExclusiveBound } from "./alternatives.js";
import { isObject } from "./place.js";
import { VERBS } from "./ratings.js";
import { type Rule, type Rules, words } from "./rule-combinators.js";

/** What a changed keyword does to the values that a schema allows; `undefined` where they stay the same. */
type Compare = (before: unknown, after: unknown) => keyof typeof VERBS | undefined;

/** The rule of a keyword that limits values. */
export function limit(compare: Compare): Rule {
  return (pair) => {
    if (pair.isSame) return;
    const row = compare(pair.base.value, pair.revision.value);
    // An exclusive bound may replace another one, which is gone then.
    if (row) pair.reportValues(row, pair.inWords(VERBS[row]), pair.where, pair.base);
    else words(pair);
  };
}

/** A keyword whose two values cannot be compared: only its presence counts. */
const exact: Compare = (before, after) => {
  if (isDeepStrictEqual(before, after)) return undefined;
  if (before === undefined) return "Fewer values";
  return after === undefined ? "More values" : "Other values";
};

/** The same where the types show the values. */
export const typed =
  (compare: Compare): Compare =>
  (before, after) => {
    const row = compare(before, after);
    return row === "Fewer values" ? "Fewer values in the types" : row;
  };

/** Without a type, any is allowed. A number is an integer or a fraction, and TypeScript has no type for integers. */
const types: Compare = (before, after) => {
  if (before === "number" && after === "integer") return "Fewer values";
  return before === "integer" && after === "number" ? "More values" : typed(exact)(before, after);
};

const listedValues = typed((before, after) =>
  Array.isArray(before) && Array.isArray(after) ? sets(before, after) : exact(before, after),
);

/** Two lists of what is allowed. */
function sets(before: readonly unknown[], after: readonly unknown[]): ReturnType<Compare> {
  const [was, is] = [before, after].map((values) => new Set(values.map((value) => JSON.stringify(value))));
  const isWider = [...(is ?? [])].some((value) => !was?.has(value));
  const isNarrower = [...(was ?? [])].some((value) => !is?.has(value));
  if (isWider) return isNarrower ? "Other values" : "More values";
  return isNarrower ? "Fewer values" : undefined;
}

/** Each entry is one more requirement, so that fewer values are allowed. */
const requirements: Compare = (before, after) => {
  const pairs = (value: unknown) =>
    Object.entries(Object(value)).flatMap(([name, all]) => [all].flat().map((other) => [name, other]));
  return sets(pairs(after), pairs(before));
};

/** Formats, each with one that has all of its values. */
const WIDER = new Map<unknown, unknown>([
  ["int32", "int64"],
  ["float", "double"],
]);

/** `password` is a hint to hide the value, and allows any. */
const formats: Compare = (before, after) => {
  if (WIDER.has(before) && WIDER.get(before) === after) return "More values";
  if (WIDER.has(after) && WIDER.get(after) === before) return "Fewer values";
  return exact(before === "password" ? undefined : before, after === "password" ? undefined : after);
};

const multiples: Compare = (before, after) => {
  if (typeof before !== "number" || typeof after !== "number") return exact(before, after);
  if (isMultiple(after, before)) return "Fewer values";
  return isMultiple(before, after) ? "More values" : "Other values";
};

/** Fractions have no exact remainder: 0.1 % 0.01 is 0.00999…. */
function isMultiple(value: number, of: number): boolean {
  return Number.isInteger(Number((value / of).toPrecision(12)));
}

/** A lower bound, and what it is where nothing is said. */
const least =
  (none: number): Compare =>
  (...bounds) => {
    const [before, after] = bounds.map((bound = none) => (bound instanceof ExclusiveBound ? bound.first : bound));
    if (typeof before !== "number" || typeof after !== "number") return "Other values";
    if (before === after) return undefined;
    return after > before ? "Fewer values" : "More values";
  };

const most: Compare = (before, after) => least(Infinity)(after, before);

/** A keyword that allows further values when it is `true`, and is `false` by default. */
export const allowance: Compare = (before, after) => least(0)(Number(before !== true), Number(after !== true));

/** What a schema says about values that it does not list: none, some, or by default any. */
export const rest: Compare = (before, after) => {
  const amount = (value: unknown) => {
    if (value === false) return 0;
    return isObject(value) && Object.keys(value).length > 0 ? 1 : 2;
  };
  return least(0)(amount(after), amount(before));
};

/** The keywords with an upper bound. */
const UPPER = ["maximum", "maxLength", "maxItems", "maxProperties", "maxContains"];

/** The keywords with a number of which nothing else is the least. */
const LOWER = ["minLength", "minItems", "minProperties"];

/** The keywords whose two values cannot be compared. */
const OPAQUE = [
  ...["pattern", "contentEncoding", "contentMediaType", "contentSchema", "contains", "propertyNames"],
  ...["dependentSchemas", "not", "if", "then", "else"],
];

/** The keywords that limit the values of a schema, without those that hold schemas. */
export const LIMITS = {
  ...rules(UPPER, most),
  ...rules(LOWER, least(0)),
  ...rules(OPAQUE, exact),
  type: limit(types),
  enum: limit(listedValues),
  format: limit(formats),
  multipleOf: limit(multiples),
  minimum: limit(least(-Infinity)),
  minContains: limit(least(1)),
  uniqueItems: limit((before, after) => allowance(after, before)),
  dependentRequired: limit(requirements),
} satisfies Rules;

function rules(keywords: readonly string[], compare: Compare): Rules {
  return Object.fromEntries(keywords.map((keyword) => [keyword, limit(compare)]));
}
