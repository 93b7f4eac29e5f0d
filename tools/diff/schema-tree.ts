import { elsewhere, entry, leaf, type Node, type Parts, partsOf, type Shape, value } from "./node.js";
import { flag, formats, isDescribed, least, limit, listed, most, others } from "./orders.js";
import { child, childrenOf, entriesOf, nameOf, type Place, referenceAt } from "./place.js";
import type { Direction } from "./ratings.js";
import { keywordsOf } from "./schema-form.js";

/** A schema of a value that is always there. */
export const schema: Parts = (place, direction, key) => [schemaNode(key, place, direction, true)];

/** A schema of a value that may be left out, so that its default counts. */
export const optionalSchema: Parts = (place, direction, key) => [schemaNode(key, place, direction)];

function schemaNode(key: string, place: Place, direction: Direction, isAlwaysThere = false): Node {
  const parts = () => nodesOf(place, direction, isAlwaysThere);
  return leaf("Values", place, direction, { key, said: undefined, id: String(isAlwaysThere), parts });
}

/** How each keyword is compared. One that is missing here may mean anything. */
const KEYWORDS: Shape = {
  ...all(value("Values", most), "maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"),
  ...all(value("Values", least(Number.NEGATIVE_INFINITY)), "minimum", "exclusiveMinimum"),
  ...all(value("Values", least(0)), "minLength", "minItems", "minProperties"),
  ...all(value("Values", limit), "pattern", "multipleOf"),
  type: types,
  enum: value("Values in the types", listed),
  const: value("Values in the types", limit),
  format: value("Values", formats),
  uniqueItems: value("Values", flag),
  items: schema,
  readOnly: value("readOnly", flag),
  writeOnly: value("writeOnly", flag),
  deprecated: value("Deprecation", flag),
  default: value("Default"),
  // The more values a part allows, the more do all. Below others, fewer in one place may be more in all.
  ...all((place, direction, key) => [combinator(place, direction, key)], "anyOf", "allOf", "$ref"),
  ...all(byHand, "oneOf", "not", "if", "then", "else", "dependentSchemas", "patternProperties", "propertyNames"),
  ...all(byHand, "prefixItems", "contains", "unevaluatedItems", "contentSchema"),
  // Compared together below, and schemas of a schema's own where they are used.
  ...all(elsewhere, "properties", "required", "additionalProperties", "unevaluatedProperties", "$defs"),
};

function all(parts: Parts, ...keywords: string[]): Shape {
  return Object.fromEntries(keywords.map((keyword) => [keyword, parts]));
}

const OF_A_REQUIRED_VALUE: Shape = { ...KEYWORDS, default: value("Default of a required value") };

function nodesOf(schema: Place, direction: Direction, isAlwaysThere: boolean): Node[] {
  const shape = isAlwaysThere ? OF_A_REQUIRED_VALUE : KEYWORDS;
  const keywords = keywordsOf(schema);
  return [
    ...[...keywords].flatMap(([keyword, place]) => partsOf(shape, keyword)(place, direction, keyword)),
    ...otherFields(keywords, direction),
    ...fields(schema, keywords, direction),
  ];
}

type Keywords = ReadonlyMap<string, Place>;

/** The types of a value. */
function types(place: Place, direction: Direction): Node[] {
  const stated = [place.value].flat();
  // TypeScript has no type for integers.
  const inTypes = stated.map((name) => (name === "integer" ? "number" : name));
  return [
    leaf("Values in the types", place, direction, { said: inTypes, order: listed }),
    leaf("Values", place, direction, { key: "integer", name: "type", said: !stated.includes("number"), order: flag }),
  ];
}

/** What a schema says about fields that it does not list. */
function otherFields(keywords: Keywords, direction: Direction): Node[] {
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
    ...(isDescribed(place.value)
      ? [entry("Other fields", nameOf(place), place, direction, () => optionalSchema(place, direction, "schema"))]
      : []),
  ];
}

/** The fields of an object. */
function fields(schema: Place, keywords: Keywords, direction: Direction): Node[] {
  const described = keywords.get("properties") ?? child(schema, "properties");
  const list = keywords.get("required") ?? child(schema, "required");
  const required = childrenOf(list).map(({ value }) => String(value));
  return [...new Set([...entriesOf(described).map(([name]) => name), ...required])].map((name) => {
    const field = child(described, name);
    const one = field.value === undefined ? { ...list, value: {} } : field;
    const said = required.includes(name);
    const words = { narrower: `${name} is required now`, wider: `${name} is optional now` };
    const parts = () => [
      leaf("Presence", list, direction, { key: "presence", said, order: flag, words }),
      schemaNode("schema", one, direction, said),
    ];
    return entry("Field", name, one, direction, parts, { id: list.pointer });
  });
}

function byHand(place: Place, _: Direction, keyword: string): Node[] {
  return [combinator(place, "combined", keyword)];
}

/** The schemas of a combinator: one, or several. Those of which any may match are found by what they are, others by place. */
function combinator(place: Place, direction: Direction, keyword: string): Node {
  const isMap = ["dependentSchemas", "patternProperties"].includes(keyword);
  const members = isMap || Array.isArray(place.value) ? entriesOf(place) : [["schema", place] as const];
  const names = members.map(([key, one]) => (/^(any|one)Of$/.test(keyword) ? titleOf(one) : undefined) ?? key);
  const alternatives = members.map(([key, one], index) => {
    const name = names[index] ?? key;
    const isFirst = names.indexOf(name) === index;
    const parts = () => [schemaNode("schema", one, direction)];
    return entry(keyword === "allOf" ? "Combinator" : "Alternative", name, one, direction, parts, {
      key: isFirst ? name : `${name} ${index}`,
    });
  });
  return entry("Combinator", keyword, place, direction, () => alternatives);
}

function titleOf(schema: Place): string | undefined {
  return referenceAt(schema)?.split("/").at(-1) ?? child(schema, "type").value?.toString();
}
