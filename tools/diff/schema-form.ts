import { PROSE } from "../contract/json-schema.js";
import { child, childrenOf, entriesOf, type Place, targetOf } from "./place.js";

/** What a schema says in one place. */
export interface SchemaForm {
  readonly place: Place;
  readonly keywords: ReadonlyMap<string, Place>;
}

/** The keywords that describe a value, and limit none: the outermost one counts. */
const ANNOTATIONS = [...PROSE, "default", "deprecated", "$defs"];

/**
 * What a schema says itself, refers to and is made of, with one form for each part that limits values. A part that only
 * describes them is in the first form: a reference with a description says what the reference says.
 */
export function formsOf(schema: Place): readonly SchemaForm[] {
  const parts = partsOf(schema);
  const [first = { place: schema, keywords: new Map() }, ...others] = parts.filter(isLimiting);
  const described = parts.filter((part) => part === first || !isLimiting(part));
  const keywords = new Map(described.toReversed().flatMap((part) => [...part.keywords]));
  return [{ ...first, keywords }, ...others];
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
  return { place, keywords };
}

function isLimiting({ keywords }: SchemaForm): boolean {
  return [...keywords.keys()].some((keyword) => !ANNOTATIONS.includes(keyword) && !keyword.startsWith("x-"));
}
