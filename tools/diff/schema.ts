import { type Alternative, alternativesOf, overlap, type Statements, saysTheSame, typeOf } from "./alternatives.js";
import { LIMITS, limit, rest, typed } from "./keywords.js";
import type { Pair } from "./pair.js";
import { isObject, type Place, resolve } from "./place.js";
import { rowOfEntry } from "./ratings.js";
import { compareKeys, deprecated, flag, map, object, type Rule, type Rules, value, words } from "./rule-combinators.js";

/** A schema of a value that is always there, and all within it. */
export const schema: Rule = (pair) => compareSchemas(pair, [pair.base], [pair.revision], KEYWORDS);

/** A schema of a value that may be left out, so that its default counts. */
export const optionalSchema: Rule = (pair) => compareSchemas(pair, [pair.base], [pair.revision], OPTIONAL);

/**
 * What a schema says about fields or members that it does not list.
 *
 * @param isTyped - Whether the types have them, as an index signature.
 */
function others(isTyped: boolean): Rule {
  const hasIndex = (said: unknown) => isTyped && said !== undefined && said !== false;
  const values = limit((before, after) => (hasIndex(before) ? typed(rest) : rest)(before, after));
  const index = value((before, after) => {
    if (hasIndex(before) === hasIndex(after)) return "Words";
    return hasIndex(after) ? "Other fields typed" : "Other fields untyped";
  });
  return (pair) => {
    const [before, after] = [pair.base.value, pair.revision.value];
    const rule = rest(before, after) ? values : index;
    (isObject(before) && isObject(after) ? schema : rule)(pair);
  };
}

/** How each keyword is compared. One that is missing here may mean anything. */
const KEYWORDS: Rules = {
  ...LIMITS,
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

/** The same for a value that may be left out: another default, or none, makes the same call do something else. */
const OPTIONAL: Rules = {
  ...KEYWORDS,
  default: value((before) => (before === undefined ? "Default added" : "Default changed")),
};

/** Compares two kinds of values. */
type CompareTwo = (base: Alternative, revision: Alternative) => void;

/** Compares what has to match several schemas. Each of them is compared once in a direction. */
function compareSchemas(pair: Pair, before: readonly Place[], after: readonly Place[], rules: Rules): void {
  const places = [before, after].map((side) => side.map(({ pointer }) => pointer).join(" "));
  if (!pair.isNew(rules, ...places)) return;
  const compareTwo: CompareTwo = (base, revision) => {
    compareKeys(rules, statementsOf(pair, base.keywords, revision.keywords));
    compareFields(pair, base, revision);
  };
  const [was, is] = [alternativesOf(before), alternativesOf(after)];
  const { removed, added } = compareCounterparts(was, is, compareTwo);
  for (const base of removed) for (const revision of added) compareTwo(base, revision);
  if (added.length === 0) {
    for (const one of removed) {
      pair.reportValues("Fewer values in the types", `${titleOf(one)} is no longer allowed`, one.where);
    }
  }
  if (removed.length === 0) {
    for (const one of added) pair.reportValues("More values", `${titleOf(one)} is allowed now`, one.where);
  }
  const [wasExclusive, isExclusive] = [was, is].map((all) => all.some((one) => one.isExclusive));
  if (was.length > 1 && is.length > 1 && wasExclusive !== isExclusive && overlap(isExclusive ? is : was)) {
    const what = `a value may match ${isExclusive ? "only one" : "several"} of the alternatives now`;
    for (const place of after) pair.reportValues(isExclusive ? "Fewer values" : "More values", what, place);
  }
}

/** Compares the alternatives that belong together, and returns the others. Their order says nothing. */
function compareCounterparts(before: readonly Alternative[], after: readonly Alternative[], compareTwo: CompareTwo) {
  const [removed, added] = [new Set(before), new Set(after)];
  for (const belong of [hasSameReference, saysTheSame, hasSameType] as const) {
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
  return typeOf(base)?.value === typeOf(revision)?.value;
}

function titleOf(one: Alternative): string {
  return one.reference?.split("/").at(-1) ?? String(typeOf(one)?.value ?? "another value");
}

/** The pairs of what two alternatives say: of each keyword, the first statement with the first. */
function statementsOf(pair: Pair, before: Statements, after: Statements): [keyword: string, pair: Pair][] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((keyword) => {
    const [was, is] = [before, after].map((all) => new Map((all.get(keyword) ?? []).entries()));
    return pair.matched(was ?? new Map(), is ?? new Map()).map(([, one]): [string, Pair] => [keyword, one]);
  });
}

/** The fields of an object. */
function compareFields(pair: Pair, base: Alternative, revision: Alternative): void {
  const names = [base, revision].flatMap(({ fields, required }) => [...fields.keys(), ...required.keys()]);
  for (const name of new Set(names)) {
    const [was, is] = [requiredIn(pair, base, name), requiredIn(pair, revision, name)];
    const before = base.fields.get(name) ?? was ?? [];
    const after = revision.fields.get(name) ?? is ?? [];
    const [[old], [now]] = [before, after];
    const [list] = is ?? was ?? [];
    if (!old && now) {
      const noun = is ? "Required field" : "Field";
      pair.report(rowOfEntry(noun, "added"), `${noun} added: ${name}`, now);
    } else if (old && !now) pair.report("Entry removed", `Field removed: ${name}`, old);
    else {
      const row = is ? "Required now" : "Optional now";
      const told = `${name} is ${is ? "required" : "optional"} now`;
      if (list && !(was && is)) pair.reportValues(row, told, list);
      compareSchemas(pair, before, after, was && is ? KEYWORDS : OPTIONAL);
    }
  }
}

/** Where a field is required. No request requires one that is only read, as the types of requests say. */
function requiredIn(
  { direction }: Pair,
  { fields, required }: Alternative,
  name: string,
): readonly Place[] | undefined {
  const isOnlyRead = fields.get(name)?.some((field) => Object(resolve(field).value).readOnly === true);
  return direction === "sent" && isOnlyRead ? undefined : required.get(name);
}
