import { isDeepStrictEqual } from "node:util";
import { PROSE } from "../contract/json-schema.js";
import { child, childrenOf, entriesOf, type Place, referenceAt, targetOf } from "./place.js";

/** What a schema says in one place, with what it refers to and is made of written out. */
export interface SchemaForm {
  readonly place: Place;
  /** What it is a part of, by numbers; empty for the outermost schema. */
  readonly name: string;
  readonly keywords: ReadonlyMap<string, Place>;
  /** The schemas of each field, of which all apply. */
  readonly fields: ReadonlyMap<string, readonly Place[]>;
  /** The list that names each required field. */
  readonly required: ReadonlyMap<string, Place>;
}

/** The keywords that describe a value, and limit none: the outermost one counts. */
const ANNOTATIONS = [...PROSE, "default", "deprecated", "$defs"];

/** The keywords that depend on those next to them, so that they say something else in another part. */
const DEPENDENT = [
  ...["additionalProperties", "unevaluatedProperties", "patternProperties", "unevaluatedItems", "prefixItems"],
  ...["contains", "minContains", "maxContains", "if", "then", "else"],
];

/** The form of schemas that all apply: one, if one schema can say what they say, else one for each part of them. */
export function formsOf(schemas: readonly Place[]): readonly SchemaForm[] {
  const [only, ...others] = schemas;
  const parts =
    only && others.length === 0
      ? partsOf(only, "", [])
      : schemas.flatMap((schema, index) => partsOf(schema, `${index}.`, []));
  const [outermost] = parts;
  return outermost && isSimple(parts) ? [joined(outermost, parts)] : parts;
}

/** What a schema says itself, and then what it refers to and is made of. */
function partsOf(schema: Place, name: string, within: readonly string[]): SchemaForm[] {
  const reference = referenceAt(schema);
  // A schema that is made of itself adds nothing to itself.
  const target = reference === undefined || within.includes(reference) ? undefined : targetOf(schema);
  const members = [...(target ? [target] : []), ...childrenOf(child(schema, "allOf"))];
  const inner = reference === undefined ? within : [...within, reference];
  return [
    ownOf(schema, name, target ? "$ref" : ""),
    ...members.flatMap((member, index) => partsOf(member, `${name}${index}.`, inner)),
  ];
}

/** What a schema says itself. */
function ownOf(place: Place, name: string, writtenOut: string): SchemaForm {
  const aside = ["properties", "required", "allOf", writtenOut];
  const keywords = new Map(entriesOf(place).filter(([key]) => !aside.includes(key)));
  // The schema `false` allows nothing.
  if (place.value === false) keywords.set("not", { ...place, value: {} });
  const required = child(place, "required");
  return {
    place,
    name,
    keywords,
    fields: new Map(entriesOf(child(place, "properties")).map(([field, schema]) => [field, [schema]])),
    required: new Map(childrenOf(required).map(({ value }) => [String(value), required])),
  };
}

/** Whether one schema can say what all parts say: no keyword has two values, and none depends on others. */
function isSimple(parts: readonly SchemaForm[]): boolean {
  const limits = parts.flatMap(({ name, keywords }) => {
    return [...keywords].flatMap(([key, { value }]) => (isAnnotation(key) ? [] : [{ name, key, value }]));
  });
  const isAlone = parts.filter((part) => isLimiting(part)).length < 2;
  const isDependent = limits.some(({ name, key, value }) => {
    if (name === "" && key === "unevaluatedProperties") return false;
    return DEPENDENT.includes(key) && value !== true && !isDeepStrictEqual(value, {});
  });
  const first = new Map(limits.toReversed().map(({ key, value }) => [key, value]));
  return isAlone || (!isDependent && limits.every(({ key, value }) => isDeepStrictEqual(first.get(key), value)));
}

function isLimiting({ keywords, fields, required }: SchemaForm): boolean {
  return fields.size + required.size > 0 || [...keywords.keys()].some((key) => !isAnnotation(key));
}

function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.includes(keyword) || keyword.startsWith("x-");
}

/** All parts as one. Of each keyword, the outermost statement counts. */
function joined(outermost: SchemaForm, parts: readonly SchemaForm[]): SchemaForm {
  const all = parts.toReversed();
  const fields = new Map<string, readonly Place[]>();
  for (const [name, schemas] of parts.flatMap((part) => [...part.fields])) {
    const known = fields.get(name) ?? [];
    const isSaid = ({ value }: Place) => known.some((one) => isDeepStrictEqual(one.value, value));
    fields.set(name, [...known, ...schemas.filter((schema) => !isSaid(schema))]);
  }
  return {
    ...outermost,
    keywords: new Map(all.flatMap(({ keywords }) => [...keywords])),
    fields,
    required: new Map(all.flatMap(({ required }) => [...required])),
  };
}
