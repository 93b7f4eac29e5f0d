import { CommandError } from "../../src/cli/command-error.js";
import { at, objectsIn } from "./pointer.js";
import { CONTRACT, type Document } from "./reader.js";

/** The fields of a schema, and not a field of that name. */
const FIELDS = /(?<!\/properties)(\/properties\/properties)*\/properties$/;
/** What holds values, or conditions on fields that are described elsewhere. */
const OTHERS = /(?<!\/properties)\/(if|then|else|not|dependentSchemas|examples?|default|const|enum|x-[^/]*)(\/|$)/;

/**
 * Checks that every field has a description: its own, also next to a reference, or that of the schema it refers to.
 * Redocly's rules see only the latter.
 *
 * @throws CommandError with the first place that has none.
 */
export function checkDescriptions(document: Document): void {
  for (const { pointer, value } of objectsIn(document)) {
    if (!FIELDS.test(pointer) || OTHERS.test(pointer)) continue;
    const bare = Object.entries(value).find(([, field]) => !isDescribed(document, field));
    if (bare) throw new CommandError(`${CONTRACT}: ${pointer}/${bare[0]}: it has no description: write one.`);
  }
}

function isDescribed(document: Document, schema: unknown): boolean {
  // `true` and `false` are schemas, too, and have no place for one.
  if (typeof schema === "boolean") return true;
  const { description, $ref } = Object(schema);
  if (typeof description === "string") return description.trim() !== "";
  return typeof $ref === "string" && isDescribed(document, at(document, $ref));
}
