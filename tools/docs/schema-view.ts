import { code } from "../contract/bounds.js";
import { type Contract, type Schema, schemaName } from "../contract/model.js";

/** What a schema is made of. References are followed, and `allOf` is taken apart. */
export interface View {
  /** Its parts, without references and without `allOf`. */
  parts: readonly Schema[];
  /** The named schemas around what is in it. */
  within: readonly string[];
  fields: ReadonlyMap<string, Schema>;
  items: readonly Item[];
  choices: readonly Choice[];
  /** What it says in prose: for all parts that have no name, else for the first of those that have one. */
  descriptions: readonly string[];
}

/** A value within another one that has no name: an item of a list, or a field of any name. */
interface Item {
  /** What a type in words calls it. */
  name: string;
  /** What follows the name of the list or object in a path. */
  mark: string;
  schema: Schema;
}

/** A choice of a composed schema. */
export interface Choice {
  name: string;
  schema: Schema;
  /** The list that it is in: a value matches one of each `oneOf`, and any of each `anyOf`. */
  list: { matches: "one" | "any"; schemas: readonly Schema[] };
}

/**
 * What a schema is made of.
 *
 * @param around - The named schemas around it, to which it may refer.
 */
export function viewOf(contract: Contract, schema: Schema, around: readonly string[] = []): View {
  const { parts, names } = partsOf(contract, schema, around);
  return {
    parts,
    within: [...around, ...names],
    fields: fieldsOf(parts),
    items: parts.flatMap(itemsOf),
    choices: choicesOf(parts),
    descriptions: descriptionsOf(schema, parts),
  };
}

function partsOf(contract: Contract, schema: Schema, within: readonly string[]): { parts: Schema[]; names: string[] } {
  if (typeof schema !== "object") return { parts: [schema ? {} : { not: {} }], names: [] };
  const { $ref, allOf = [], ...own } = schema;
  const name = schemaName({ $ref: $ref ?? "" });
  const target = name === undefined || within.includes(name) ? undefined : contract.components.schemas[name];
  const names = name === undefined ? [] : [name];
  const inner = [...(target ? [target] : []), ...allOf].map((part) => partsOf(contract, part, [...within, ...names]));
  return {
    parts: [own, ...inner.flatMap(({ parts }) => parts)],
    names: [...names, ...inner.flatMap((part) => part.names)],
  };
}

function descriptionsOf(schema: Schema, parts: readonly Schema[]): string[] {
  const inline = (part: Schema): Schema[] => [part, ...(part.allOf ?? []).flatMap(inline)];
  const said = inline(schema).flatMap(({ description = [] }) => description);
  const named = parts.flatMap(({ description = [] }) => description).slice(0, 1);
  return [...new Set(said.length > 0 ? said : named)];
}

/** The fields of an object, by name. A field that several parts name has the bounds of all of them. */
function fieldsOf(parts: readonly Schema[]): Map<string, Schema> {
  const fields = new Map<string, Schema>();
  for (const [name, field] of parts.flatMap(({ properties = {} }) => Object.entries(properties))) {
    const known = fields.get(name);
    fields.set(name, known ? { allOf: [known, field] } : field);
  }
  return fields;
}

function itemsOf(part: Schema): Item[] {
  const { prefixItems = [], items, patternProperties, additionalProperties, unevaluatedProperties } = part;
  const all = [
    ...prefixItems.map((schema, index) => ({ name: `item ${index}`, mark: `[${index}]`, schema })),
    { name: "each item", mark: "[]", schema: items },
    ...Object.entries(Object(patternProperties)).map(([pattern, schema]) => {
      return { name: `fields that match ${code(pattern)}`, mark: `/${pattern}/`, schema };
    }),
    ...[additionalProperties, unevaluatedProperties].map((schema) => ({ name: "other fields", mark: "*", schema })),
  ];
  return all.flatMap((item) => (typeof item.schema === "object" ? [{ ...item, schema: Object(item.schema) }] : []));
}

function choicesOf(parts: readonly Schema[]): Choice[] {
  const lists = parts.flatMap(({ oneOf: one = [], anyOf: any = [] }): Choice["list"][] => [
    { matches: "one", schemas: one },
    { matches: "any", schemas: any },
  ]);
  const all = lists.flatMap((list) => list.schemas.map((schema) => ({ schema, list })));
  return all.map((choice, index) => {
    return { ...choice, name: code(schemaName(choice.schema) ?? choice.schema["title"] ?? `choice ${index + 1}`) };
  });
}

/** The name of a schema that is another one and nothing more. */
export function nameOf({ $ref = "", allOf: [part, ...others] = [] }: Schema): string | undefined {
  return schemaName({ $ref }) ?? (part && others.length === 0 ? schemaName(part) : undefined);
}
