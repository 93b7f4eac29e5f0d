import { type Alternative, alternativesOf, saysTheSame } from "./alternatives.js";
import type { Changes } from "./changes.js";
import { type Effect, inDirection, keyword, LIMITS, restEffect, rowOf } from "./keywords.js";
import { isObject, type Place } from "./place.js";
import type { Direction } from "./ratings.js";
import { deprecated, flag, keys, map, object, type Rule, value, words } from "./rules.js";

/** A schema of a value that is always there, and all within it. */
export const schema: Rule = (changes, { base, revision }, direction) =>
  compareSchemas(changes, [base], [revision], direction, false);

/** A schema of a value that may be left out, so that its default counts. */
export const optionalSchema: Rule = (changes, { base, revision }, direction) =>
  compareSchemas(changes, [base], [revision], direction, true);

/** A default of a value that may be left out: another one, or none, makes the same call do something else. */
const defaultValue: Rule = value((before) => (before === undefined ? "Default added" : "Default changed"));

/**
 * What a schema says about fields or members that it does not list.
 *
 * @param isTyped - Whether the types have them, as an index signature.
 */
function others(isTyped: boolean): Rule {
  const hasIndex = (rest: unknown) => isTyped && rest !== undefined && rest !== false;
  const limit = keyword(restEffect, (before) => (hasIndex(before) ? "narrowed" : undefined));
  const index = value((before, after) => {
    if (hasIndex(before) === hasIndex(after)) return "Words";
    return hasIndex(after) ? "Other fields typed" : "Other fields untyped";
  });
  return (changes, pair, direction) => {
    const [before, after] = [pair.base.value, pair.revision.value];
    const rule = restEffect(before, after) ? limit : index;
    (isObject(before) && isObject(after) ? schema : rule)(changes, pair, direction);
  };
}

/** How each keyword is compared. One that is missing here may mean anything. */
const KEYWORDS: Readonly<Record<string, Rule>> = {
  ...LIMITS,
  title: words,
  description: words,
  examples: words,
  example: words,
  externalDocs: words,
  $comment: words,
  // Compared where they are used.
  $defs: words,
  default: value("Default of a required value"),
  deprecated,
  readOnly: flag("readOnly now", "readOnly no longer"),
  writeOnly: flag("writeOnly now", "writeOnly no longer"),
  items: schema,
  prefixItems: map("Tuple member", schema),
  unevaluatedItems: others(false),
  patternProperties: map("Pattern of fields", schema),
  additionalProperties: others(true),
  unevaluatedProperties: others(false),
  discriminator: object({ mapping: map("Discriminator value", value("Other values")) }),
};

/** Compares two kinds of values. */
type CompareTwo = (base: Alternative, revision: Alternative) => void;

/** Compares what has to match several schemas. Each of them is compared once in a direction. */
function compareSchemas(
  changes: Changes,
  before: readonly Place[],
  after: readonly Place[],
  direction: Direction,
  isOptional: boolean,
): void {
  const places = [before, after].map((side) => side.map(({ pointer }) => pointer).join(" ")).join(" → ");
  if (!changes.isNew(`schema ${isOptional} ${direction} ${places}`)) return;
  const rules = isOptional ? { ...KEYWORDS, default: defaultValue } : KEYWORDS;
  const compareTwo: CompareTwo = (base, revision) => {
    keys(rules)(changes, base.keywords, revision.keywords, direction);
    compareFields(changes, base, revision, direction);
  };
  const [was, is] = [alternativesOf(before), alternativesOf(after)];
  const { removed, added } = compareCounterparts(was, is, compareTwo);
  for (const base of removed) for (const revision of added) compareTwo(base, revision);
  const report = (effect: Effect, isTyped: boolean, what: string, where: string) =>
    changes.add(rowOf(effect, isTyped), direction, inDirection(what, direction), where);
  if (added.length === 0) {
    for (const one of removed) report("narrowed", true, `${titleOf(one)} is no longer allowed`, one.where);
  }
  if (removed.length === 0) {
    for (const one of added) report("widened", true, `${titleOf(one)} is allowed now`, one.where);
  }
  const [wasExclusive, isExclusive] = [was, is].map((all) => all.some((one) => one.isExclusive));
  if (was.length > 1 && is.length > 1 && wasExclusive !== isExclusive) {
    const what = `a value may match ${isExclusive ? "only one" : "several"} of the alternatives now`;
    for (const { pointer } of after) report(isExclusive ? "narrowed" : "widened", false, what, pointer);
  }
}

/** Compares the alternatives that belong together, and returns the others. Their order says nothing. */
function compareCounterparts(before: readonly Alternative[], after: readonly Alternative[], compareTwo: CompareTwo) {
  const [removed, added] = [new Set(before), new Set(after)];
  for (const belong of [hasSameReference, saysTheSame, hasSameType]) {
    for (const base of removed) {
      const revision = [...added].find((one) => belong(base, one));
      if (!revision) continue;
      compareTwo(base, revision);
      removed.delete(base);
      added.delete(revision);
    }
  }
  return { removed: [...removed], added: [...added] };
}

function hasSameReference(base: Alternative, revision: Alternative): boolean {
  return base.reference !== undefined && base.reference === revision.reference;
}

function hasSameType(base: Alternative, revision: Alternative): boolean {
  return base.keywords.get("type")?.value === revision.keywords.get("type")?.value;
}

function titleOf({ reference, keywords }: Alternative): string {
  return reference?.split("/").at(-1) ?? String(keywords.get("type")?.value ?? "another value");
}

/** The fields of an object. */
function compareFields(changes: Changes, base: Alternative, revision: Alternative, direction: Direction): void {
  const names = [base, revision].flatMap(({ fields, required }) => [...fields.keys(), ...required.keys()]);
  for (const name of new Set(names)) {
    const [was, is] = [base.required.get(name), revision.required.get(name)];
    const before = base.fields.get(name) ?? (was ? [was] : []);
    const after = revision.fields.get(name) ?? (is ? [is] : []);
    const [old, now] = [before[0], after[0]];
    if (old && now) {
      const list = is ?? was;
      const words = inDirection(`${name} is ${is ? "required" : "optional"} now`, direction);
      if (list && !(was && is)) changes.add(is ? "Required now" : "Optional now", direction, words, list.pointer);
      compareSchemas(changes, before, after, direction, !(was && is));
    } else if (now) {
      const row = is ? "Required field added" : "Field added";
      changes.add(row, direction, `${row}: ${name}`, now.pointer);
    } else if (old) changes.add("Field removed", direction, `Field removed: ${name}`, old.pointer);
  }
}
