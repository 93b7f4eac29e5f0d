import { type Changes, isSame, neededBump } from "./changes.js";
import { effectInWords, LIMITS, requirement, rowOf } from "./keywords.js";
import { matched } from "./match.js";
import { child, childPair, childrenOf, find, isObject, nameOf, type Pair, type Place } from "./place.js";
import type { Direction, What } from "./ratings.js";
import {
  deprecated,
  each,
  elsewhere,
  flag,
  map,
  object,
  pointerOf,
  type Rule,
  referable,
  value,
  withFallback,
  words,
} from "./rules.js";
import { ALTERNATIVES, formsOf, ownLimits, sourcesOf } from "./schema-form.js";

/** A schema of a value that is always there, and all within it. */
export const schema: Rule = schemaRule("schema", false);

/** A schema of a value that may be left out, so that its default counts. */
export const optionalSchema: Rule = schemaRule("optional schema", true);

function schemaRule(question: string, isOptional: boolean): Rule {
  const rule = withFallback((changes, pair, direction) => {
    const forms = formsOf(pair);
    changes.use("base", sourcesOf(pair.base));
    changes.use("revision", sourcesOf(pair.revision));
    if (![forms.base, forms.revision].every((form) => isObject(form.value))) {
      return value("Unknown key")(changes, forms, direction);
    }
    each({ ...KEYWORDS, default: isOptional ? defaultValue : value("Default of a required value") })(
      changes,
      forms,
      direction,
    );
    fields(changes, forms, direction);
    alternatives(changes, forms, direction);
    requirements(changes, childPair(forms, "allOf"), direction);
  });
  return referable(question, rule);
}

const inner: Rule = (changes, pair, direction) => schema(changes, pair, direction);

/** How each keyword is compared. One that is missing here may mean anything. */
const KEYWORDS: Readonly<Record<string, Rule>> = {
  ...LIMITS,
  anyOf: elsewhere,
  oneOf: elsewhere,
  allOf: elsewhere,
  properties: elsewhere,
  required: elsewhere,
  title: words,
  description: words,
  examples: words,
  example: words,
  externalDocs: words,
  $comment: words,
  // Compared where they are used.
  $defs: elsewhere,
  deprecated,
  readOnly: flag("readOnly now", "readOnly no longer"),
  writeOnly: flag("writeOnly now", "writeOnly no longer"),
  items: inner,
  prefixItems: tuple,
  unevaluatedItems: otherValues(false),
  patternProperties: map("Pattern of fields", inner),
  additionalProperties: otherValues(true),
  unevaluatedProperties: otherValues(false),
  discriminator: object({ mapping: map("Discriminator value", value("Other values")) }),
};

const SHARED_FIELD = /^#\/components\/schemas\/.*\/properties\//;

/** A default of a value that may be left out: another one, or none, makes the same call do something else. */
const defaultValue: Rule = (changes, pair, direction) => {
  const isShared = SHARED_FIELD.test(pair.revision.pointer);
  const added = isShared ? "Default added to a shared schema" : "Default added";
  value((before) => (before === undefined ? added : "Default changed"))(changes, pair, direction);
};

/** The fields of an object, from `properties` and `required` together. */
function fields(changes: Changes, pair: Pair, direction: Direction): void {
  const [wasRequired, isRequired] = [requiredAt(pair.base), requiredAt(pair.revision)];
  const listed = { base: listedAt(pair.base, wasRequired), revision: listedAt(pair.revision, isRequired) };
  const properties = childPair(pair, "properties");
  for (const { base, revision } of matched(listed)) {
    const before = child(properties.base, base ?? revision ?? "");
    const after = child(properties.revision, revision ?? base ?? "");
    if (base === undefined || revision === undefined) {
      const added = revision !== undefined && isRequired.has(revision) ? "Required field added" : "Field added";
      const row = base === undefined ? added : "Field removed";
      const [place, other] = base === undefined ? [after, pair.base] : [before, pair.revision];
      const listed = isRequired.get(revision ?? "") ?? wasRequired.get(base ?? "") ?? place.pointer;
      const found = place.value === undefined ? listed : place.pointer;
      // A field of a part of `allOf` may still be there: then the part is new, or gone.
      const where = find(other.contract, found) ? pair.revision.pointer : found;
      changes.add(row, direction, `${row}: ${base ?? revision}`, where);
      continue;
    }
    if (base !== revision) {
      changes.add("Renamed", direction, `Field renamed: ${base} → ${revision}`, after.pointer);
    }
    const [was, is] = [wasRequired.has(base), isRequired.has(revision)];
    if (was !== is) {
      const where = isRequired.get(revision) ?? wasRequired.get(base) ?? after.pointer;
      changes.add(is ? "Required now" : "Optional now", direction, requirement(revision, is, direction), where);
    }
    (was && is ? schema : optionalSchema)(changes, { base: before, revision: after }, direction);
  }
}

/** The names of the required fields, each with the pointer to its list. */
function requiredAt(place: Place): Map<string, string> {
  const names = childrenOf(child(place, "required")).filter(({ value: name }) => typeof name === "string");
  return new Map(names.map(({ value: name, pointer }) => [String(name), pointer.slice(0, pointer.lastIndexOf("/"))]));
}

/** The fields that a schema names in `properties` or `required`, each with its schema. */
function listedAt(place: Place, required: ReadonlyMap<string, string>): Place {
  const { value: properties } = child(place, "properties");
  const named = Object.fromEntries([...required.keys()].map((name): [string, unknown] => [name, {}]));
  return { ...place, value: { ...named, ...(isObject(properties) ? properties : {}) }, parts: new Map() };
}

/** Fields or members that a schema does not list. */
function otherValues(isTyped: boolean): Rule {
  const row = (before: unknown, after: unknown): What => {
    const [from, to] = [before, after].map((side) => RANKS.indexOf(rankOf(side)));
    const [hadIndex, hasIndex] = [before, after].map((side) => isTyped && side !== undefined && side !== false);
    if (from === to) {
      if (hadIndex === hasIndex) return "Words";
      return hadIndex ? "Other fields untyped" : "Other fields typed";
    }
    return rowOf(Number(to) > Number(from) ? "widened" : "narrowed", hadIndex === true);
  };
  return (changes, pair, direction) => {
    const isSchema = isObject(pair.base.value) && isObject(pair.revision.value);
    (isSchema ? inner : value(row))(changes, pair, direction);
  };
}

/** From none to any, which is the default. */
const RANKS = ["none", "some", "any"] as const;

function rankOf(rest: unknown): (typeof RANKS)[number] {
  if (rest === false) return "none";
  return isObject(rest) && Object.keys(rest).length > 0 ? "some" : "any";
}

/** `prefixItems`: the members of a tuple, by their position. */
function tuple(changes: Changes, pair: Pair, direction: Direction): void {
  const [before, after] = [childrenOf(pair.base), childrenOf(pair.revision)];
  for (const [index, revision] of after.entries()) {
    const base = before[index];
    if (base) schema(changes, { base, revision }, direction);
    else changes.add("Tuple member added", direction, `Tuple member added: ${index + 1}`, revision.pointer);
  }
  for (const [index, base] of [...before.entries()].slice(after.length)) {
    changes.add("Tuple member removed", direction, `Tuple member removed: ${index + 1}`, base.pointer);
  }
}

/** `anyOf` and `oneOf`. */
function alternatives(changes: Changes, pair: Pair, direction: Direction): void {
  const swapped = swappedLists(pair);
  if (swapped) {
    compareMembers(changes, swapped, direction, childrenOf(swapped.base), childrenOf(swapped.revision), true);
    const [before, after] = [nameOf(swapped.base), nameOf(swapped.revision)];
    const effect = after === "oneOf" ? "narrowed" : "widened";
    changes.add(rowOf(effect, false), direction, `${before} is ${after} now`, swapped.revision.pointer);
    return;
  }
  for (const key of ALTERNATIVES) {
    const lists = childPair(pair, key);
    const hasOne = lists.base.value !== undefined || lists.revision.value !== undefined;
    const before = membersOf(pair.base, pair.revision, lists.base);
    const after = membersOf(pair.revision, pair.base, lists.revision);
    // Without a list, any value is allowed.
    const isAlternative = before.length > 0 && after.length > 0;
    if (hasOne) compareMembers(changes, lists, direction, before, after, isAlternative);
  }
}

/** The lists of a pair of which one side has only `anyOf`, and the other only `oneOf`, which refuses values of two members. */
function swappedLists({ base, revision }: Pair): Pair | undefined {
  const [from, to] = [base, revision].map((side) => ALTERNATIVES.filter((key) => child(side, key).value !== undefined));
  const [before, after] = [from?.length === 1 ? from[0] : undefined, to?.length === 1 ? to[0] : undefined];
  if (before === undefined || after === undefined || before === after) return undefined;
  return { base: child(base, before), revision: child(revision, after) };
}

/** The alternatives; where there are none, the one schema in their place. */
function membersOf(place: Place, other: Place, list: Place): Place[] {
  if (list.value !== undefined) return childrenOf(list);
  // `type: integer` is the one alternative of a schema that becomes `anyOf` an integer or a string.
  const instead = ownLimits(place, other);
  return Object.keys(Object(instead.value)).length > 0 ? [instead] : [];
}

/** What remains of `allOf`: all members limit the values. */
function requirements(changes: Changes, lists: Pair, direction: Direction): void {
  compareMembers(changes, lists, direction, childrenOf(lists.base), childrenOf(lists.revision), false);
}

/**
 * Compares members of a combination. They have no names, so equal members are paired first.
 *
 * @param isAlternative - Whether one more member allows more values, and not fewer.
 */
function compareMembers(
  changes: Changes,
  lists: Pair,
  direction: Direction,
  before: readonly Place[],
  after: readonly Place[],
  isAlternative: boolean,
): void {
  const isList = [lists.base, lists.revision].every((side) => side.value === undefined || Array.isArray(side.value));
  if (!isList) {
    value("Unknown key")(changes, lists, direction);
    return;
  }
  const removed = new Set(before);
  const added = new Set(after);
  for (const isEqual of [isSame, isSpelling(changes, direction)]) {
    for (const base of removed) {
      const revision = [...added].find((member) => isEqual({ base, revision: member }));
      if (!revision) continue;
      schema(changes, { base, revision }, direction);
      removed.delete(base);
      added.delete(revision);
    }
  }
  const [base, revision] = [[...removed][0], [...added][0]];
  if (base && revision && removed.size === 1 && added.size === 1) schema(changes, { base, revision }, direction);
  else if (base || revision) {
    const single = added.size > 0 === isAlternative ? "widened" : "narrowed";
    const effect = base && revision ? "changed" : single;
    changes.add(rowOf(effect, true), direction, effectInWords(lists, effect, direction), pointerOf(lists));
  }
}

/** Whether two schemas are two spellings of one: nothing in them differs for callers. */
function isSpelling(changes: Changes, direction: Direction): (pair: Pair) => boolean {
  return (pair) => {
    const bump = neededBump(changes.tried((trial) => schema(trial, pair, direction)));
    return bump === undefined || bump === "patch";
  };
}
