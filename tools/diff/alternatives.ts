import { isDeepStrictEqual } from "node:util";
import { child, childrenOf, entriesOf, type Place, referenceAt, targetOf } from "./place.js";

/**
 * One kind of value that a schema allows, with everything that limits it. In this form, another spelling of a schema is
 * no other schema: references and `allOf` are written out, and a list of types is a list of alternatives, like `anyOf`.
 */
export interface Alternative {
  /** Where it is written, as a JSON pointer. */
  readonly where: string;
  /** The reference that names it; `undefined` if it has no name. */
  readonly reference: string | undefined;
  /** Whether it is one of `oneOf`, so that no other one may match. */
  readonly isExclusive: boolean;
  /** What else limits or describes it, by keyword. A second statement of a keyword has a number after it. */
  readonly keywords: ReadonlyMap<string, Place>;
  /** The schemas of each field. All of them apply. */
  readonly fields: ReadonlyMap<string, readonly Place[]>;
  /** The required fields, each as a schema that allows anything, at the list that names it. */
  readonly required: ReadonlyMap<string, Place>;
}

/** The keywords that describe a value, and limit none: the outermost one counts. */
const ANNOTATIONS = [
  "title",
  "description",
  "examples",
  "example",
  "$comment",
  "externalDocs",
  "default",
  "deprecated",
];

/** The keywords that the form of an alternative says in another way. */
const REWRITTEN = ["$ref", "allOf", "anyOf", "oneOf", "type", "const", "properties", "required"];

/** The alternatives of a value that has to match several schemas. `false` has none. */
export function alternativesOf(schemas: readonly Place[], within: readonly string[] = []): Alternative[] {
  return product(schemas.map((schema) => inOne(schema, within)));
}

function inOne(schema: Place, within: readonly string[]): Alternative[] {
  if (schema.value === false) return [];
  const reference = referenceAt(schema);
  // A schema that is made of itself adds nothing to itself.
  const target = reference !== undefined && !within.includes(reference) ? targetOf(schema) : undefined;
  const inner = reference === undefined ? within : [...within, reference];
  const members = (key: string) => childrenOf(child(schema, key)).map((member) => inOne(member, inner));
  const choices = [members("anyOf"), exclusive(members("oneOf")), typesOf(schema)].filter(({ length }) => length > 0);
  return product([
    [ownOf(schema, reference)],
    ...(target ? [inOne(target, inner)] : []),
    ...members("allOf"),
    ...choices.map((choice) => choice.flat()),
  ]);
}

/** What a schema says itself. */
function ownOf(schema: Place, reference: string | undefined): Alternative {
  const keywords = new Map([...entriesOf(schema)].filter(([key]) => !REWRITTEN.includes(key)));
  const only = child(schema, "const");
  if (only.value !== undefined) keywords.set("enum", { ...only, value: [only.value] });
  const names = childrenOf(child(schema, "required")).map(({ value }) => String(value));
  return {
    where: schema.pointer,
    reference,
    isExclusive: false,
    keywords,
    fields: new Map([...entriesOf(child(schema, "properties"))].map(([name, field]) => [name, [field]])),
    required: new Map(names.map((name) => [name, { ...child(schema, "required"), value: {} }])),
  };
}

function typesOf(schema: Place): Alternative[][] {
  const type = child(schema, "type");
  const names = type.value === undefined ? [] : [type.value].flat();
  const nothing = ownOf({ ...type, value: {} }, undefined);
  return names.map((name) => [{ ...nothing, keywords: new Map([["type", { ...type, value: name }]]) }]);
}

function exclusive(members: Alternative[][]): Alternative[][] {
  if (members.length < 2) return members;
  return members.map((member) => member.map((one) => ({ ...one, isExclusive: true })));
}

/** The alternatives of values that match one alternative of each list. */
function product(lists: readonly Alternative[][]): Alternative[] {
  const [first = [], ...others] = lists;
  return others.reduce(
    (known, list) => known.flatMap((one) => list.flatMap((other) => joined(one, other, list))),
    first,
  );
}

/** Two alternatives as one; nothing where no value can match both. */
function joined(first: Alternative, second: Alternative, { length }: readonly Alternative[]): Alternative[] {
  const type = narrower(first.keywords.get("type"), second.keywords.get("type"));
  if (type === "none") return [];
  const keywords = new Map(first.keywords);
  for (const [keyword, place] of second.keywords) {
    const known = keywords.get(keyword);
    const isSaid = known && (ANNOTATIONS.includes(keyword) || isDeepStrictEqual(known.value, place.value));
    if (!isSaid) keywords.set(freeName(keyword, keywords), place);
  }
  if (type) keywords.set("type", type);
  const fields = new Map(first.fields);
  for (const [name, places] of second.fields) {
    const known = fields.get(name) ?? [];
    const isNew = (place: Place) => !known.some(({ value }) => isDeepStrictEqual(value, place.value));
    fields.set(name, [...known, ...places.filter(isNew)]);
  }
  const { where, reference } = length > 1 ? second : first;
  const isExclusive = first.isExclusive || second.isExclusive;
  const required = new Map([...second.required, ...first.required]);
  return [{ where, reference, isExclusive, keywords, fields, required }];
}

function freeName(keyword: string, taken: ReadonlyMap<string, Place>): string {
  const numbered = Array.from(taken, (_, index) => `${keyword} ${index + 2}`);
  return [keyword, ...numbered].find((name) => !taken.has(name)) ?? keyword;
}

/** Whether two alternatives say the same in the same words, descriptions aside. */
export function saysTheSame(one: Alternative, other: Alternative): boolean {
  const said = ({ keywords, fields, required }: Alternative) => [
    new Map([...keywords].flatMap(([name, { value }]) => (ANNOTATIONS.includes(name) ? [] : [[name, value]]))),
    new Map([...fields].map(([name, places]) => [name, places.map(({ value }) => value)])),
    new Set(required.keys()),
  ];
  return isDeepStrictEqual(said(one), said(other));
}

/** The type of values that have both types; `undefined` if any type will do. */
function narrower(first: Place | undefined, second: Place | undefined): Place | "none" | undefined {
  if (!first || !second || first.value === second.value) return first ?? second;
  const types = [first.value, second.value];
  if (!types.includes("integer") || !types.includes("number")) return "none";
  return first.value === "integer" ? first : second;
}
