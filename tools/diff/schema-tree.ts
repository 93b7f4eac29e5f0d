import { elsewhere, entry, leaf, type Node, type Parts, partsOf, type Shape, value } from "./node.js";
import { child, childrenOf, entriesOf, nameOf, type Place, referenceAt, resolve } from "./place.js";
import type { Direction } from "./ratings.js";
import { formsOf, type SchemaForm } from "./schema-form.js";
import { flag, formats, isDescribed, least, limit, listed, most, others } from "./wider-or-narrower.js";

export const schema: Parts = (place, direction, key) => [schemaNode(key, place, direction)];

/** What a schema says. What else it is made of is compared part by part, the first with the first. */
function schemaNode(key: string, place: Place, direction: Direction): Node {
  const parts = () => {
    return formsOf(place).flatMap((form, index) => {
      const said = () => nodesOf(form, direction);
      if (index === 0) return said();
      return [entry("Combinator", "allOf", resolve(place), direction, said, { key: `${index}` })];
    });
  };
  return leaf("Values", place, direction, { key, said: undefined, parts });
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
  // The more values an alternative allows, the more do all. Below others, fewer in one place may be more in all.
  anyOf: (place, direction, key) => [combinator(place, direction, key)],
  ...all(byHand, "oneOf", "not", "if", "then", "else", "dependentSchemas", "patternProperties", "propertyNames"),
  ...all(byHand, "prefixItems", "contains", "unevaluatedItems", "contentSchema"),
  // Compared together below, and schemas of a schema's own where they are used.
  ...all(elsewhere, "properties", "required", "additionalProperties", "unevaluatedProperties", "$defs"),
};

function all(parts: Parts, ...keywords: string[]): Shape {
  return Object.fromEntries(keywords.map((keyword) => [keyword, parts]));
}

function nodesOf(form: SchemaForm, direction: Direction): Node[] {
  return [
    ...[...form.keywords].flatMap(([keyword, place]) => partsOf(KEYWORDS, keyword)(place, direction, keyword)),
    ...otherFields(form, direction),
    ...fields(form, direction),
  ];
}

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
    ...(isDescribed(place.value)
      ? [entry("Other fields", nameOf(place), place, direction, () => schema(place, direction, "schema"))]
      : []),
  ];
}

/** The fields of an object. One that is only required may be anything. */
function fields({ place, places }: SchemaForm, direction: Direction): Node[] {
  const described = new Map(places.flatMap((one) => entriesOf(child(one, "properties"))));
  const lists = places.map((one) => child(one, "required"));
  const required = new Map(lists.flatMap((list) => childrenOf(list).map(({ value: name }) => [String(name), list])));
  return [...new Set([...described.keys(), ...required.keys()])].map((name) => {
    const list = required.get(name) ?? child(place, "required");
    const field = described.get(name) ?? { ...list, value: {} };
    const words = { narrower: `${name} is required now`, wider: `${name} is optional now` };
    const parts = () => [
      leaf("Presence", list, direction, { key: "presence", said: required.has(name), order: flag, words }),
      schemaNode("schema", field, direction),
    ];
    return entry("Field", name, field, direction, parts);
  });
}

function byHand(place: Place, _: Direction, keyword: string): Node[] {
  return [combinator(place, "combined", keyword)];
}

/** The schemas of a combinator: one, or several. Those of which any may match are found by what they are. */
function combinator(place: Place, direction: Direction, keyword: string): Node {
  const isMap = ["dependentSchemas", "patternProperties"].includes(keyword);
  const members = isMap || Array.isArray(place.value) ? entriesOf(place) : [["schema", place] as const];
  const names = members.map(([key, one]) => (/^(any|one)Of$/.test(keyword) ? titleOf(one) : undefined) ?? key);
  const alternatives = members.map(([key, one], index) => {
    const name = names[index] ?? key;
    const isFirst = names.indexOf(name) === index;
    const parts = () => schema(one, direction, "schema");
    return entry("Alternative", name, one, direction, parts, { key: isFirst ? name : `${name} ${index}` });
  });
  return entry("Combinator", keyword, place, direction, () => alternatives);
}

function titleOf(schema: Place): string | undefined {
  return referenceAt(schema)?.split("/").at(-1) ?? child(schema, "type").value?.toString();
}
