import { each, elsewhere, entry, leaf, type Node, object, type Parts, partsOf, type Shape, value } from "./node.js";
import { flag, formats, isDescribed, least, limit, listed, most, multiples, type Order, others } from "./orders.js";
import { child, entriesOf, type Place, referenceAt, resolve } from "./place.js";
import type { Direction } from "./ratings.js";
import { formsOf, type SchemaForm } from "./schema-form.js";

/** A schema of a value that is always there. */
export const schema: Parts = (place, direction, key) => [schemaNode(key, [place], direction, true)];

/** A schema of a value that may be left out, so that its default counts. */
export const optionalSchema: Parts = (place, direction, key) => [schemaNode(key, [place], direction)];

/** What schemas say that all apply. What cannot be written as one schema is compared part by part. */
function schemaNode(
  key: string,
  schemas: readonly [Place, ...Place[]],
  direction: Direction,
  isAlwaysThere = false,
): Node {
  const parts = () => {
    return formsOf(schemas).flatMap((form, index) => {
      const said = () => nodesOf(form, direction, isAlwaysThere);
      return index === 0 ? said() : [entry("Combinator", "allOf", form.place, direction, said, { key: form.name })];
    });
  };
  const [place] = schemas;
  const id = [isAlwaysThere, ...schemas.map(({ pointer }) => pointer)].join(" ");
  return leaf("Values", place, direction, { key, said: undefined, id, parts });
}

/** The keywords that are compared as one, each by its order. */
const LIMITS: Readonly<Record<string, Order>> = {
  maximum: most,
  exclusiveMaximum: most,
  maxLength: most,
  maxItems: most,
  maxProperties: most,
  minimum: least(Number.NEGATIVE_INFINITY),
  exclusiveMinimum: least(Number.NEGATIVE_INFINITY),
  minLength: least(0),
  minItems: least(0),
  minProperties: least(0),
  uniqueItems: flag,
  multipleOf: multiples,
  format: formats,
  pattern: limit,
  contentEncoding: limit,
  contentMediaType: limit,
};

/** The keywords below which fewer values in one place may be more in all. */
const COMBINATORS = [
  ...["oneOf", "not", "if", "then", "else", "dependentSchemas", "patternProperties", "propertyNames"],
  ...["prefixItems", "contains", "unevaluatedItems", "contentSchema"],
];

/** How each keyword is compared. One that is missing here may mean anything. */
const KEYWORDS: Shape = {
  ...Object.fromEntries(Object.entries(LIMITS).map(([keyword, order]) => [keyword, value("Values", order)])),
  ...Object.fromEntries(COMBINATORS.map((keyword) => [keyword, combinator])),
  // The more values an alternative allows, the more do all.
  anyOf: (place, direction, key) => [
    entry("Combinator", key, place, direction, () => alternatives(place, direction, key)),
  ],
  enum: elsewhere,
  type: elsewhere,
  items: schema,
  additionalProperties: elsewhere,
  unevaluatedProperties: elsewhere,
  // Compared where they are used.
  $defs: elsewhere,
  readOnly: value("readOnly", flag),
  writeOnly: value("writeOnly", flag),
  deprecated: value("Deprecation", flag),
  default: value("Default"),
  discriminator: object({ mapping: each({ kind: "Discriminator value", parts: value("Unknown key") }) }),
};

const OF_A_REQUIRED_VALUE: Shape = { ...KEYWORDS, default: value("Default of a required value") };

function nodesOf(form: SchemaForm, direction: Direction, isAlwaysThere: boolean): Node[] {
  const shape = isAlwaysThere ? OF_A_REQUIRED_VALUE : KEYWORDS;
  return [
    ...types(form, direction),
    ...[...form.keywords].flatMap(([keyword, place]) => partsOf(shape, keyword)(place, direction, keyword)),
    ...otherFields(form, direction),
    ...fields(form, direction),
  ];
}

/** The types and the listed values. */
function types(form: SchemaForm, direction: Direction): Node[] {
  const { place, keywords } = form;
  const list = keywords.get("enum");
  const type = keywords.get("type") ?? { ...child(place, "type"), value: undefined };
  const all = listedIn(form);
  const names = all ? all.map((one) => typesOf(one)[0]) : statedTypes(form);
  const hasFractions = !names || names.includes("number");
  // TypeScript has no type for integers.
  const inTypes = names?.map((name) => (name === "integer" ? "number" : name));
  return [
    leaf("Values in the types", type, direction, { said: inTypes, order: listed }),
    leaf("Values", type, direction, { key: "integer", name: "type", said: !hasFractions, order: flag }),
    ...(list
      ? [leaf("Values in the types", list, direction, { key: "enum", said: all ?? list.value, order: listed })]
      : []),
  ];
}

/** The types that a schema names; `undefined` if it names none. */
export function statedTypes({ keywords }: SchemaForm): unknown[] | undefined {
  const type = keywords.get("type");
  return type && [type.value].flat();
}

/** The listed values that have one of the types. */
function listedIn(form: SchemaForm): unknown[] | undefined {
  const list: unknown = form.keywords.get("enum")?.value;
  const stated = statedTypes(form);
  if (!Array.isArray(list)) return undefined;
  return list.filter((value) => !stated || typesOf(value).some((one) => stated.includes(one)));
}

/** The types of a value, the narrowest first. */
function typesOf(value: unknown): string[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  return Number.isInteger(value) ? ["integer", "number"] : [typeof value];
}

/** What a schema says about fields that it does not list. */
function otherFields({ keywords }: SchemaForm, direction: Direction): Node[] {
  const stated = keywords.get("additionalProperties");
  const place = stated ?? keywords.get("unevaluatedProperties");
  if (!place) return [];
  const isTyped = stated !== undefined && stated.value !== false;
  return [
    leaf("Values", place, direction, { key: "other fields", order: others }),
    leaf("Type of other fields", place, direction, {
      key: "type of other fields",
      said: isTyped || undefined,
      words: { added: "the types have other fields now", removed: "the types have no other fields any more" },
    }),
    ...(isDescribed(place.value) ? [fieldNode("*", [place], direction, place)] : []),
  ];
}

/** The fields of an object. */
function fields({ place, fields: described, required }: SchemaForm, direction: Direction): Node[] {
  return [...new Set([...described.keys(), ...required.keys()])].map((name) => {
    const list = required.get(name);
    const schemas = described.get(name) ?? [];
    // No request requires a field that is only read, as the types of requests say.
    const isOnlyRead = schemas.some((one) => Object(resolve(one).value).readOnly === true);
    const isRequired = list !== undefined && !(direction === "sent" && isOnlyRead);
    return fieldNode(name, schemas, direction, list ?? child(place, "required"), isRequired);
  });
}

function fieldNode(
  name: string,
  schemas: readonly Place[],
  direction: Direction,
  list: Place,
  isRequired = false,
): Node {
  const [place = { ...list, value: {} }, ...others] = schemas;
  const words = { narrower: `${name} is required now`, wider: `${name} is optional now` };
  const parts = () => [
    leaf("Presence", list, direction, { key: `required: ${name}`, said: isRequired, order: flag, words }),
    schemaNode("schema", [place, ...others], direction, isRequired),
  ];
  const id = [place, list].map(({ pointer }) => pointer).join(" ");
  return entry("Field", name, place, direction, parts, isRequired ? { id, addedAs: "Required field" } : { id });
}

/** What differs there is compared by hand. */
function combinator(place: Place, _: Direction, keyword: string): Node[] {
  return [entry("Combinator", keyword, place, "combined", () => alternatives(place, "combined", keyword))];
}

/** The schemas of a combinator. Those of which any may match are found by what they are, and others by their place. */
function alternatives(place: Place, direction: Direction, keyword: string): Node[] {
  if (!Array.isArray(place.value) && !["dependentSchemas", "patternProperties"].includes(keyword)) {
    return [schemaNode("schema", [place], direction)];
  }
  const titles = entriesOf(place).map(([key, one]) => (/^(any|one)Of$/.test(keyword) ? titleOf(one, key) : key));
  return entriesOf(place).map(([key, one], index) => {
    const name = titles[index] ?? key;
    const parts = () => [schemaNode("schema", [one], direction)];
    return entry("Alternative", name, one, direction, parts, {
      key: `${name} ${titles.indexOf(name) === index ? "" : key}`,
    });
  });
}

function titleOf(schema: Place, otherwise: string): string {
  const type = child(schema, "type").value;
  return referenceAt(schema)?.split("/").at(-1) ?? (type === undefined ? otherwise : String(type));
}
