import { type Contract, type Schema, schemaName } from "./model.js";

/** The schemas that a reference may name. */
export type Schemas = Pick<Contract, "components">;

/** A schema, or the one in `components/schemas` that it refers to. What is next to the reference is kept. */
export function schemaOf({ components }: Schemas, schema: Schema): Schema {
  const target = components.schemas[schemaName(schema) ?? ""];
  if (!target) return schema;
  const { $ref: _, ...siblings } = schema;
  return { ...schemaOf({ components }, target), ...siblings };
}

/** A schema with what it refers to, and what `allOf` combines, in one place. What is within its fields stays as it is. */
export function joined(contract: Schemas, schema: Schema): Schema {
  const { allOf = [], ...own } = schemaOf(contract, schema);
  return allOf.map((part) => joined(contract, part)).reduce(merge, own);
}

/** The same with all fields that a value may have: of `oneOf` or `anyOf`, the first object counts. */
export function flattened(contract: Schemas, schema: Schema): Schema {
  const merged = joined(contract, schema);
  if (merged.properties) return merged;
  const alternatives = [...(merged.oneOf ?? []), ...(merged.anyOf ?? [])];
  const object = alternatives.map((part) => flattened(contract, part)).find(isObject);
  return object ? merge(merged, object) : merged;
}

/** The keywords of both, and so of each field; what the first says wins, and lists of required fields are joined. */
function merge(first: Schema, second: Schema): Schema {
  const properties = { ...first.properties };
  for (const [name, field] of Object.entries(second.properties ?? {})) {
    const known = properties[name];
    properties[name] = known ? merge(known, field) : field;
  }
  const required = [...new Set([...(first.required ?? []), ...(second.required ?? [])])];
  return {
    ...second,
    ...first,
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(required.length > 0 && { required }),
  };
}

/** Whether a flattened schema describes an object. */
export function isObject({ type, properties }: Schema): boolean {
  return properties !== undefined || [type].flat().includes("object");
}

/** Whether a flattened schema describes an array. */
export function isArray({ type, items, prefixItems }: Schema): boolean {
  return [type].flat().includes("array") || (type === undefined && (items ?? prefixItems) !== undefined);
}

/** The keys that say nothing to code, wherever they are. */
const PROSE = ["title", "summary", "description", "example", "examples", "externalDocs", "$comment"];
const FOR_READERS = [...PROSE, "xml", "deprecated"];

/** Whether a keyword is for readers only. */
export function isForReaders(keyword: string): boolean {
  return FOR_READERS.includes(keyword) || keyword.startsWith("x-");
}

/** A copy of a schema, at every depth without some of its keywords. */
export function withoutProse(schema: Schema, isLeftOut: (keyword: string) => boolean): Schema {
  const copy = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(copy);
    if (typeof node !== "object" || node === null) return node;
    return Object.fromEntries(
      Object.entries(node).flatMap(([keyword, value]) => {
        if (isLeftOut(keyword)) return [];
        return [[keyword, MAPS.includes(keyword) ? mapped(value) : LITERAL.includes(keyword) ? value : copy(value)]];
      }),
    );
  };
  const mapped = (map: object) => Object.fromEntries(Object.entries(map).map(([name, inner]) => [name, copy(inner)]));
  return Object(copy(schema));
}

/** Keywords whose keys are names, and not keywords. */
const MAPS = ["properties", "patternProperties", "dependentSchemas", "$defs"];
/** Keywords whose values are values, and not schemas. */
const LITERAL = ["enum", "const", "default", "required", "dependentRequired"];
