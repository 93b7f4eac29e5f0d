import { boundsOf, code, typeOf } from "../contract/bounds.js";
import { type Contract, type ExternalDocs, type Schema, schemaName } from "../contract/model.js";
import { resourceAnchor } from "./anchors.js";
import type { FieldRow } from "./chapter.js";
import { belowHeading } from "./headings.js";

/** Where a schema is. */
interface Place {
  /** The names that lead to it. */
  path?: readonly string[];
  /** The named schemas around it. */
  within?: readonly string[];
}

/** A field in the making: the list that has it knows its anchor. */
export type Field = Omit<FieldRow, "anchor">;

/** How many levels a list shows of schemas that have a chapter: where all refer to all, they would never end. */
const DEEPEST = 3;

/** The fields of a value and of the objects in it. A schema that refers to itself ends where it would begin again. */
export function fieldsOf(contract: Contract, schema: Schema, place: Place = {}): Field[] {
  const { path = [] } = place;
  const { parts, within } = partsOf(contract, schema, place.within);
  const inner = (schema: Schema, path: readonly string[]) =>
    path.length >= DEEPEST && schemaName(schema) ? [] : fieldsOf(contract, schema, { path, within });
  const own = [...propertiesOf(parts)].flatMap(([name, field]): Field[] => {
    const steps = [...path, name];
    const required = parts.some((part) => part.required?.includes(name));
    return [{ steps, required, ...wordsOf(contract, field, within) }, ...inner(field, steps)];
  });
  const [items] = parts.flatMap((part) => (typeof part.items === "object" ? [part.items] : []));
  return [...own, ...(items ? inner(items, [...path.slice(0, -1), `${path.at(-1) ?? ""}[]`]) : [])];
}

/** What the contract says about a value; what the rows of its fields say is left to them. */
export function wordsOf(contract: Contract, schema: Schema, around: readonly string[] = []) {
  const { parts, within } = partsOf(contract, schema, around);
  const shown = hasRows(contract, parts, within) ? ROWS : [];
  const bounds = new Set(parts.flatMap((part) => boundsOf(part, shown)));
  const examples = parts.flatMap((part) => [part.examples ?? [], part["example"] ?? []].flat());
  if (examples.length > 0) bounds.add(`for example ${examples.map(code).join(", ")}`);
  return {
    type: typeInWords(schema, parts, within),
    description: belowHeading(4, descriptionsOf(schema, parts).join(" ")).trim(),
    bounds: [...bounds].join(", "),
  };
}

/** Keywords of what has rows of its own. */
const ROWS = ["properties", "required", "items"];

/** The type with a link to the schema that it names: `object Webhook`, `array of Webhook`. */
function typeInWords(schema: Schema, parts: readonly Schema[], within: readonly string[]): string {
  const types = new Set(parts.map(typeOf).filter((type) => type !== "anything"));
  const items = parts.map((part) => schemaName(part.items ?? {})).find((item) => item !== undefined);
  const name = schemaName(schema) ?? (items === undefined ? undefined : items);
  if (types.size === 0 && name === undefined) return parts.some((part) => boundsOf(part).length > 0) ? "" : "anything";
  const link = name && `[\`${name}\`](#${resourceAnchor(name)})`;
  // A schema that is around itself is only named.
  const type = [...types].join(" ") || (within.includes(name ?? "") ? "object" : "");
  return [type, items && "of", link].filter(Boolean).join(" ");
}

/** A schema with its references followed, taken apart where `allOf` combines it. */
function partsOf(contract: Contract, schema: Schema, around: readonly string[] = []): Parts {
  const { $ref, allOf = [], ...own } = schema;
  const name = schemaName({ $ref: $ref ?? "" });
  const target = name === undefined || around.includes(name) ? undefined : contract.components.schemas[name];
  const within = name === undefined ? around : [...around, name];
  const inner = [...(target ? [target] : []), ...allOf].map((part) => partsOf(contract, part, within));
  return {
    parts: [own, ...inner.flatMap(({ parts }) => parts)],
    within: inner.flatMap((part) => part.within).concat(within),
  };
}

interface Parts {
  parts: Schema[];
  /** The named schemas around what is in it. */
  within: readonly string[];
}

/** The fields of an object, by name. A field that several parts name has the bounds of all of them. */
function propertiesOf(parts: readonly Schema[]): Map<string, Schema> {
  const fields = new Map<string, Schema>();
  for (const [name, field] of parts.flatMap(({ properties = {} }) => Object.entries(properties))) {
    const known = fields.get(name);
    fields.set(name, known ? { allOf: [known, field] } : field);
  }
  return fields;
}

/** Whether what is in a value has rows of its own. */
function hasRows(contract: Contract, parts: readonly Schema[], within: readonly string[]): boolean {
  return parts.some(({ properties, items }) => {
    if (properties || typeof items !== "object") return properties !== undefined;
    return schemaName(items) !== undefined || hasRows(contract, partsOf(contract, items, within).parts, within);
  });
}

/** What a schema says in prose: its own descriptions, else that of the schema that it names. */
function descriptionsOf(schema: Schema, parts: readonly Schema[]): string[] {
  const inline = (part: Schema): Schema[] => [part, ...(part.allOf ?? []).flatMap(inline)];
  const said = inline(schema).flatMap(({ description = [] }) => description);
  const named = parts.flatMap(({ description = [] }) => description).slice(0, 1);
  return [...new Set(said.length > 0 ? said : named)];
}

/** The link to a page elsewhere. */
export function furtherPage(page: ExternalDocs | undefined): string | undefined {
  return page && `Read more: [${page.description ?? page.url}](${page.url}).`;
}
