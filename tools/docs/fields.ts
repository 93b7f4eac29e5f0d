import { joined } from "../contract/json-schema.js";
import { type Contract, type ExternalDocs, type Schema, schemaName } from "../contract/model.js";
import { boundsOf, code, typeOf } from "../contract/schema-in-words.js";
import { resourceAnchor } from "./anchors.js";
import type { FieldRow } from "./chapter.js";
import { belowHeading } from "./headings.js";

/** A field in the making: the list that has it knows its anchor. */
export type Field = Omit<FieldRow, "anchor">;

/** How many levels of objects have rows. What is below them is said in the last row. */
const DEEPEST = 3;

/**
 * The fields of a value and of the objects in it.
 *
 * @param path - The names that lead to it.
 * @param within - Names of the schemas that it is a part of. A schema that refers to itself ends there.
 */
export function fieldsOf(
  contract: Contract,
  schema: Schema,
  path: readonly string[] = [],
  within: readonly string[] = [],
): Field[] {
  const name = schemaName(schema) ?? "";
  if (path.length >= DEEPEST || within.includes(name)) return [];
  const inner = (part: Schema, steps: readonly string[]) =>
    fieldsOf(contract, part, steps, name ? [...within, name] : within);
  const { properties = {}, required = [], items } = joined(contract, schema);
  const own = Object.entries(properties).flatMap(([key, field]): Field[] => {
    const steps = [...path, key];
    const rows = inner(field, steps);
    return [{ steps, required: required.includes(key), ...wordsOf(contract, field, rows) }, ...rows];
  });
  return [...own, ...(items ? inner(items, [...path.slice(0, -1), `${path.at(-1) ?? ""}[]`]) : [])];
}

/** Keywords of what has rows of its own, or a chapter. */
const ROWS = ["properties", "required", "items"];

/** What the contract says about a value; what the rows of its fields say is left to them. */
export function wordsOf(contract: Contract, schema: Schema, rows: readonly Field[] = fieldsOf(contract, schema)) {
  const whole = joined(contract, schema);
  const { description = "", examples = [], example = [], items = {} } = whole;
  const item = schemaName(items);
  const name = schemaName(schema) ?? item;
  const type = typeOf(whole);
  const shown = [...examples, example].flat().map(code);
  const bounds = boundsOf(whole, rows.length > 0 || name !== undefined ? ROWS : []);
  return {
    // With a link to the schema that it names: `object Webhook`, `array of Webhook`.
    type: [name && type === "anything" ? "" : type, item && "of", name && `[\`${name}\`](#${resourceAnchor(name)})`]
      .filter(Boolean)
      .join(" "),
    description: belowHeading(4, description).trim(),
    bounds: [...bounds, ...(shown.length > 0 ? [`for example ${shown.join(", ")}`] : [])].join(", "),
  };
}

/** The link to a page elsewhere. */
export function furtherPage(page: ExternalDocs | undefined): string | undefined {
  return page && `Read more: [${page.description ?? page.url}](${page.url}).`;
}
