import { elsewhere, entry, leaf, type Node, type Parts, partsOf, type Shape, value } from "./node.js";
import { child, entriesOf, nameOf, type Place, referenceAt } from "./place.js";
import type { Direction } from "./ratings.js";
import { formsOf, type SchemaForm } from "./schema-form.js";
import { flag, formats, isDescribed, least, limit, listed, most, others } from "./wider-or-narrower.js";

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
  ...all(elsewhere, "additionalProperties", "unevaluatedProperties", "$defs"),
};

function all(parts: Parts, ...keywords: string[]): Shape {
  return Object.fromEntries(keywords.map((keyword) => [keyword, parts]));
}

const OF_A_REQUIRED_VALUE: Shape = { ...KEYWORDS, default: value("Default of a required value") };

function nodesOf(form: SchemaForm, direction: Direction, isAlwaysThere: boolean): Node[] {
  const shape = isAlwaysThere ? OF_A_REQUIRED_VALUE : KEYWORDS;
  return [
    ...[...form.keywords].flatMap(([keyword, place]) => partsOf(shape, keyword)(place, direction, keyword)),
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
      ? [entry("Other fields", nameOf(place), place, direction, () => optionalSchema(place, direction, "schema"))]
      : []),
  ];
}

/** The fields of an object. */
function fields({ place, fields: described, required }: SchemaForm, direction: Direction): Node[] {
  return [...new Set([...described.keys(), ...required.keys()])].map((name) => {
    const list = required.get(name) ?? child(place, "required");
    const [first = { ...list, value: {} }, ...others] = described.get(name) ?? [];
    const schemas = [first, ...others] as const;
    const said = required.has(name);
    const words = { narrower: `${name} is required now`, wider: `${name} is optional now` };
    const parts = () => [
      leaf("Presence", list, direction, { key: "presence", said, order: flag, words }),
      schemaNode("schema", schemas, direction, said),
    ];
    const id = [list, ...schemas].map(({ pointer }) => pointer).join(" ");
    return entry("Field", name, first, direction, parts, { id });
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
    const parts = () => [schemaNode("schema", [one], direction)];
    return entry("Alternative", name, one, direction, parts, { key: isFirst ? name : `${name} ${index}` });
  });
  return entry("Combinator", keyword, place, direction, () => alternatives);
}

function titleOf(schema: Place): string | undefined {
  return referenceAt(schema)?.split("/").at(-1) ?? child(schema, "type").value?.toString();
}
