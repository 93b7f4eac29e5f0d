import { PROSE } from "../contract/json-schema.js";
import { entriesOf, type Place, referenceAt, targetOf } from "./place.js";

/** The keywords that describe a value, and limit none: one next to a reference counts instead of its target's. */
const ANNOTATIONS = [...PROSE, "default", "deprecated", "$defs"];

/**
 * What a schema says by each keyword, with the schema that it refers to written out. Where a limit is next to a reference,
 * both apply, and one schema could not say it: `$ref` then stays, with its target.
 */
export function keywordsOf(schema: Place, within: readonly string[] = []): ReadonlyMap<string, Place> {
  const own = new Map(entriesOf(schema));
  // The schema `false` allows nothing.
  if (schema.value === false) own.set("not", { ...schema, value: {} });
  const reference = referenceAt(schema) ?? "";
  // A schema that is made of itself adds nothing to itself.
  const target = within.includes(reference) ? undefined : targetOf(schema);
  if (!target) return own;
  own.delete("$ref");
  if (![...own.keys()].every(isAnnotation)) return own.set("$ref", target);
  return new Map([...keywordsOf(target, [...within, reference]), ...own]);
}

function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.includes(keyword) || keyword.startsWith("x-");
}
