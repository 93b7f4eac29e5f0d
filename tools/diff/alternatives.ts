import { isDeepStrictEqual } from "node:util";
import { Ajv2020 } from "ajv/dist/2020.js";
import { PROSE } from "../contract/json-schema.js";
import { child, childrenOf, entriesOf, type Place, referenceAt, targetOf } from "./place.js";

/** What a schema says, by keyword or by the name of a field, and where. All of several statements apply. */
export type Statements = ReadonlyMap<string, readonly Place[]>;

/**
 * One kind of value that a schema allows, with everything that limits it. In this form, another spelling of a schema is
 * no other schema: references and `allOf` are written out, and a list of types is a list of alternatives, like `anyOf`.
 */
export interface Alternative {
  /** Where it is written. */
  readonly where: Place;
  /** The reference that names it; `undefined` if it has no name. */
  readonly reference: string | undefined;
  /** Whether it is one of `oneOf`, so that no other one may match. */
  readonly isExclusive: boolean;
  readonly keywords: Statements;
  /** The schemas of each field. */
  readonly fields: Statements;
  /** The required fields, each as a schema that allows anything, at the list that names it. */
  readonly required: Statements;
}

/** The keywords that describe a value, and limit none: the outermost one counts. */
const ANNOTATIONS = [...PROSE, "default", "deprecated"];

/** The keywords that the form of an alternative says in another way. */
const REWRITTEN = ["$ref", "allOf", "anyOf", "oneOf", "type", "const", "properties", "required"];

/** The keywords of bounds that are not allowed themselves: those of bounds that are, and on which side values begin. */
const EXCLUSIVE = new Map([
  ["exclusiveMinimum", { keyword: "minimum", side: 1 }],
  ["exclusiveMaximum", { keyword: "maximum", side: -1 }],
]);

/** A bound that is not allowed itself. */
export class ExclusiveBound {
  /** The value next to it: the next integer, or the bound and almost nothing. */
  readonly first: number;
  readonly #bound: number;

  constructor(bound: number, side: number, isInteger: boolean) {
    this.#bound = bound;
    const next = side * (Math.floor(side * bound) + 1);
    this.first = isInteger ? next : bound + side * Number.EPSILON * Math.max(1, Math.abs(bound));
  }

  toJSON(): number {
    return this.#bound;
  }
}

/** The alternatives of a value that has to match several schemas. `false` has none. */
export function alternativesOf(schemas: readonly Place[], within: readonly string[] = []): Alternative[] {
  const all = product(schemas.map((schema) => inOne(schema, within)))
    .flatMap(byType)
    .map(ofItsType);
  // A second one of `oneOf` that says the same allows nothing: no value matches only one of both.
  const different = all.filter(
    (one, index) => one.isExclusive || !all.slice(0, index).some((known) => saysTheSame(known, one)),
  );
  return different.reduce(withEnum, []);
}

/** An alternative with listed values, as one for each type of value. A list of all values of a type says no more than it. */
function byType(one: Alternative): Alternative[] {
  const [listed, second] = one.keywords.get("enum") ?? [];
  if (!Array.isArray(listed?.value) || second) return [one];
  const all: readonly unknown[] = listed.value;
  const { enum: _, ...others } = Object.fromEntries(one.keywords);
  return [...new Set(all.map(jsonTypeOf))].flatMap((name) => {
    const values = all.filter((value) => jsonTypeOf(value) === name);
    const type = narrower(typeOf(one), { ...listed, value: name });
    if (!type || type === "none") return [];
    const isAll = name === "null" || (name === "boolean" && new Set(values).size === 2);
    const place = { ...listed, value: values };
    const keywords = { ...others, type: [typeOf(one) ?? type], ...(!isAll && { enum: [place] }) };
    return [{ ...one, keywords: new Map(Object.entries(keywords)) }];
  });
}

/** Some alternatives and one more. Of two that differ in the listed values only, one stays, with the values of both. */
function withEnum(known: readonly Alternative[], one: Alternative): Alternative[] {
  const other = known.find((each) => saysTheSame(each, one, ["enum"]));
  const [first, second] = [other, one].map((each) => each?.keywords.get("enum")?.[0]);
  // Of two that exclude each other, any value or one of a list, a listed value matches both, and so is not allowed.
  if (!other || (one.isExclusive && !(first && second))) return [...known, one];
  const { enum: _, ...others } = Object.fromEntries(other.keywords);
  const joined = first && second && { enum: [{ ...first, value: [first.value, second.value].flat() }] };
  const keywords = new Map(Object.entries({ ...others, ...joined }));
  return known.map((each) => (each === other ? { ...other, isExclusive: false, keywords } : each));
}

/** The keywords that say something about values of one type only, or of two, by type, as ajv has them. */
const OF_TYPE = new Map<string, readonly string[]>(
  new Ajv2020().RULES.rules.flatMap(({ type, rules }) => (type ? [[type, rules.map(({ keyword }) => keyword)]] : [])),
);
const OF_SOME_TYPE = [...OF_TYPE.values()].flat();

/** An alternative without what says nothing about values of its type. */
function ofItsType(one: Alternative): Alternative {
  const type = typeOf(one)?.value;
  if (type === undefined) return one;
  const own = OF_TYPE.get(type === "integer" ? "number" : String(type)) ?? [];
  const said = [...one.keywords].filter(([keyword, [first]]) => {
    // Every integer is a multiple of 1.
    if (type === "integer" && keyword === "multipleOf" && first?.value === 1) return false;
    return own.includes(keyword) || !OF_SOME_TYPE.includes(keyword);
  });
  return { ...one, keywords: new Map(said) };
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
  const isInteger = child(schema, "type").value === "integer";
  const keywords = [...entriesOf(schema)]
    .filter(([key]) => !REWRITTEN.includes(key))
    .map(([key, place]): [string, Place] => {
      const { keyword = key, side = 0 } = (typeof place.value === "number" && EXCLUSIVE.get(key)) || {};
      const value = side === 0 ? place.value : new ExclusiveBound(Number(place.value), side, isInteger);
      return [keyword, { ...place, value }];
    });
  const only = child(schema, "const");
  const required = child(schema, "required");
  return {
    where: schema,
    reference,
    isExclusive: false,
    keywords: stated(only.value === undefined ? keywords : [...keywords, ["enum", { ...only, value: [only.value] }]]),
    fields: stated(entriesOf(child(schema, "properties"))),
    required: stated(childrenOf(required).map(({ value }) => [String(value), { ...required, value: {} }])),
  };
}

function stated(entries: Iterable<readonly [string, Place]>): Statements {
  const all = new Map<string, readonly Place[]>();
  for (const [name, place] of entries) all.set(name, [...(all.get(name) ?? []), place]);
  return all;
}

function typesOf(schema: Place): Alternative[][] {
  const type = child(schema, "type");
  const names = type.value === undefined ? [] : [type.value].flat();
  const nothing = ownOf({ ...type, value: {} }, undefined);
  return names.map((name) => [{ ...nothing, keywords: stated([["type", { ...type, value: name }]]) }]);
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
  const type = narrower(typeOf(first), typeOf(second));
  if (type === "none") return [];
  const { where, reference } = length > 1 ? second : first;
  return [
    {
      where,
      reference,
      isExclusive: first.isExclusive || second.isExclusive,
      keywords: new Map([
        ...union(first.keywords, second.keywords, ANNOTATIONS),
        ...(type ? stated([["type", type]]) : []),
      ]),
      fields: union(first.fields, second.fields),
      required: union(first.required, second.required),
    },
  ];
}

/** What both say. Of some names, only the first statement counts. */
function union(first: Statements, second: Statements, onlyFirst: readonly string[] = []): Statements {
  const all = new Map(first);
  for (const [name, places] of second) {
    const known = all.get(name) ?? [];
    const isSaid = ({ value }: Place) => known.some((one) => isDeepStrictEqual(one.value, value));
    const isOpen = known.length === 0 || !onlyFirst.includes(name);
    if (isOpen) all.set(name, [...known, ...places.filter((place) => !isSaid(place))]);
  }
  return all;
}

/** The type of an alternative; `undefined` if it may have any. */
export function typeOf({ keywords }: Alternative): Place | undefined {
  return keywords.get("type")?.[0];
}

/** Whether a value may match several of the alternatives, by their types. */
export function overlap(all: readonly Alternative[]): boolean {
  return all.some((one, index) => {
    return all.slice(index + 1).some((other) => narrower(typeOf(one), typeOf(other)) !== "none");
  });
}

/** Whether two alternatives say the same in the same words, descriptions and some other keywords aside. */
export function saysTheSame(one: Alternative, other: Alternative, aside: readonly string[] = []): boolean {
  const said = ({ keywords, fields, required }: Alternative) => {
    const limits = [...keywords].filter(([name]) => ![...ANNOTATIONS, ...aside].includes(name));
    return [limits, fields, required].map(
      (statements) => new Map(Array.from(statements, ([name, places]) => [name, places.map(({ value }) => value)])),
    );
  };
  return isDeepStrictEqual(said(one), said(other));
}

function jsonTypeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

/** The type of values that have both types; `undefined` if any type will do. */
function narrower(first: Place | undefined, second: Place | undefined): Place | "none" | undefined {
  if (!first || !second || first.value === second.value) return first ?? second;
  const types = [first.value, second.value];
  if (!types.includes("integer") || !types.includes("number")) return "none";
  return first.value === "integer" ? first : second;
}
