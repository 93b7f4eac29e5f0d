import { at, objectsIn } from "./pointer.js";
import type { Document } from "./reader.js";

/** The fields of a schema. */
const FIELDS = /\/properties$/;
/** What holds values, or conditions on fields that are described elsewhere. */
const OTHERS = /\/(if|then|else|not|dependentSchemas|examples?|default|const|x-[^/]*)\//;

/**
 * The places of fields without a description: neither their own, also next to a reference, nor that of the schema they
 * refer to. Redocly's rules see only the latter.
 */
export function undescribedFields(document: Document): string[] {
  return [...objectsIn(document)].flatMap(({ pointer, value }) => {
    if (!FIELDS.test(pointer) || OTHERS.test(pointer)) return [];
    const bare = Object.entries(value).filter(([, field]) => !isDescribed(document, field));
    return bare.map(([name]) => `${pointer}/${name}`);
  });
}

function isDescribed(document: Document, schema: unknown): boolean {
  // `true` and `false` are schemas, too, and have no place for one.
  if (typeof schema === "boolean") return true;
  const { description, $ref } = Object(schema);
  if (typeof description === "string") return description.trim() !== "";
  return typeof $ref === "string" && isDescribed(document, at(document, $ref));
}
