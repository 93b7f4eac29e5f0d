import type { Bump, Changes } from "../comparison/changes.js";
import { matched } from "../comparison/match.js";
import { child, childPair, isObject, type Pair, type Place } from "../comparison/place.js";
import type { Rule } from "../comparison/rules.js";
import { words } from "../comparison/rules.js";
import { DIRECTIONS, type Direction, type Use } from "./values.js";

/** The fields of an object, from `properties` and `required` together. */
export function fields(direction: Direction, schema: (use: Use) => Rule): Rule {
  return (changes, pair) => {
    const before = changes.found;
    const required = childPair(pair, "required");
    for (const { base, revision } of matched(listed(pair))) {
      compareField(changes, direction, schema, pair, base, revision);
    }
    // The same names in another order, or twice.
    if (changes.found === before) words(changes, required);
    const properties = childPair(pair, "properties");
    if (changes.found === before) words(changes, properties);
  };
}

function compareField(
  changes: Changes,
  direction: Direction,
  schema: (use: Use) => Rule,
  pair: Pair,
  before: string | undefined,
  after: string | undefined,
): void {
  const wasRequired = before !== undefined && requiredAt(pair.base).has(before);
  const isRequired = after !== undefined && requiredAt(pair.revision).has(after);
  const base = child(child(pair.base, "properties"), before ?? after ?? "");
  const revision = child(child(pair.revision, "properties"), after ?? before ?? "");
  if (before === undefined) {
    const what = `${isRequired ? "Required field" : "Field"} added: ${after}`;
    changes.add(rateAdded(direction, isRequired), what, revision.pointer);
  } else if (after === undefined) {
    // The types lose it, whether it was sent or received.
    changes.add("major", `Field removed: ${before}`, base.pointer);
  } else {
    if (before !== after) changes.add("major", `Field renamed: ${before} → ${after}`, revision.pointer);
    if (wasRequired !== isRequired) {
      const what = `${after} is ${isRequired ? "required" : "optional"} now, ${DIRECTIONS[direction]}`;
      changes.add(rateRequired(direction, isRequired), what, child(pair.revision, "required").pointer);
    }
    schema({ direction, isOptional: !(wasRequired && isRequired) })(changes, { base, revision });
  }
}

/** A field that callers have to send breaks those that do not; one that they receive is an addition. */
function rateAdded(direction: Direction, isRequired: boolean): Bump {
  return direction === "sent" && isRequired ? "major" : "minor";
}

function rateRequired(direction: Direction, isRequired: boolean): Bump {
  return isRequired === (direction === "sent") ? "major" : "minor";
}

/** The fields that each side lists in `properties` or `required`, each with its schema. */
function listed({ base, revision }: Pair): Pair {
  return { base: listedAt(base), revision: listedAt(revision) };
}

function listedAt(place: Place): Place {
  const { value } = child(place, "properties");
  const names = [...requiredAt(place)].map((name): [string, unknown] => [name, {}]);
  return { ...place, value: { ...Object.fromEntries(names), ...(isObject(value) ? value : {}) } };
}

function requiredAt(place: Place): Set<string> {
  const { value } = child(place, "required");
  const names: unknown[] = Array.isArray(value) ? value : [];
  return new Set(names.filter((name) => typeof name === "string"));
}
