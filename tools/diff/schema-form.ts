import { isDeepStrictEqual } from "node:util";
import { PROSE } from "../contract/json-schema.js";
import { child, childrenOf, entriesOf, type Place, targetOf } from "./place.js";

/** What a schema says, or one of the parts that it is made of. */
export interface SchemaForm {
  readonly place: Place;
  readonly keywords: ReadonlyMap<string, Place>;
  /** Where its fields are, and which are required. */
  readonly places: readonly Place[];
}

/** The keywords that describe a value, and limit none: the outermost one counts. */
const ANNOTATIONS = [...PROSE, "default", "deprecated", "$defs"];

/** The keywords that depend on those next to them, so that they say something else in another part. */
const DEPENDENT = [
  ...["additionalProperties", "unevaluatedProperties", "patternProperties", "unevaluatedItems", "prefixItems"],
  ...["contains", "minContains", "maxContains", "if", "then", "else"],
];

/**
 * What a schema says itself, refers to and is made of: one form where one schema can say it all, else one for each part
 * that limits values. A part that only describes them is in the first form.
 */
export function formsOf(schema: Place): readonly SchemaForm[] {
  const all = partsOf(schema);
  const limiting = all.filter(isLimiting);
  const [first, ...others] = limiting;
  if (!first || isSimple(limiting)) return [joined(schema, all)];
  const described = all.filter((part) => part === first || !isLimiting(part));
  return [{ ...joined(schema, described), place: first.place, places: first.places }, ...others];
}

/** What a schema says itself, and then what it refers to and is made of. The reader refuses one that is made of itself. */
function partsOf(schema: Place): SchemaForm[] {
  const target = targetOf(schema);
  const members = [...(target ? [target] : []), ...childrenOf(child(schema, "allOf"))];
  return [ownOf(schema, target ? "$ref" : ""), ...members.flatMap(partsOf)];
}

/** What a schema says itself. */
function ownOf(place: Place, writtenOut: string): SchemaForm {
  const keywords = new Map(entriesOf(place).filter(([key]) => !["allOf", writtenOut].includes(key)));
  // The schema `false` allows nothing.
  if (place.value === false) keywords.set("not", { ...place, value: {} });
  return { place, keywords, places: [place] };
}

/** Whether one schema can say what all parts say: nothing is said in two ways, and nothing depends on what is next to it. */
function isSimple(limiting: readonly SchemaForm[]): boolean {
  const limits = limiting.flatMap(({ keywords }) =>
    [...keywords].filter(([key]) => isLimit(key) && !FIELDS.includes(key)),
  );
  const fields = limiting.flatMap(({ place }) => entriesOf(child(place, "properties")));
  const isDependent = limits.some(([key, { value }]) => DEPENDENT.includes(key) && value !== true);
  return limiting.length < 2 || (!isDependent && isSaidOnce(limits) && isSaidOnce(fields));
}

function isSaidOnce(entries: readonly (readonly [string, Place])[]): boolean {
  const first = new Map(entries.toReversed());
  return entries.every(([key, { value }]) => isDeepStrictEqual(first.get(key)?.value, value));
}

/** Lists, of which all names count. */
const FIELDS = ["properties", "required"];

function isLimiting({ keywords }: SchemaForm): boolean {
  return [...keywords.keys()].some(isLimit);
}

function isLimit(keyword: string): boolean {
  return !ANNOTATIONS.includes(keyword) && !keyword.startsWith("x-");
}

/** Parts of a schema as one. Of each keyword, the outermost statement counts. */
function joined(place: Place, parts: readonly SchemaForm[]): SchemaForm {
  const keywords = new Map(parts.toReversed().flatMap((part) => [...part.keywords]));
  return { place, keywords, places: parts.flatMap((part) => part.places) };
}
