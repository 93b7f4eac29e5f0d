import { boundsOf, code, typeOf } from "../contract/bounds.js";
import { type Contract, type Schema, schemaName } from "../contract/model.js";
import { resourceAnchor } from "./anchors.js";

/** A field in a table. Its texts are Markdown. */
export interface FieldRow {
  /** The names that lead to the field, and the choice that has it; the name of a list ends in `[]`. */
  steps: readonly string[];
  /** The same in one text. */
  name: string;
  type: string;
  /** `yes` or `no`. */
  required: string;
  description: string;
}

/** Where a schema is. */
interface Place {
  /** The names that lead to it. */
  path: readonly string[];
  /** The named schemas around it. */
  within: readonly string[];
  /** The choice of a composed schema that has it; empty if every value may have it. */
  choice: string;
  /** The mark of fields that are left out: a request does not carry those that are only read, nor a response the others. */
  without?: "readOnly" | "writeOnly" | undefined;
}

/** A schema whose references are followed, and whose `allOf` is taken apart. */
interface Parts {
  /** Its parts, without references and without `allOf`. */
  parts: readonly Schema[];
  /** The named schemas that it is made of. */
  names: readonly string[];
}

/** The fields of a value and of the objects in it. A schema that refers to itself ends where it would begin again. */
export function fieldRows(contract: Contract, schema: Schema, place: Partial<Place> = {}): FieldRow[] {
  const { path = [], within = [], choice = "", without } = place;
  const { parts, names } = partsOf(contract, schema, within);
  const here = { path, within: [...within, ...names], choice, without };
  const required = parts.flatMap((part) => part.required ?? []);
  const fields = [...fieldsOf(parts)].flatMap(([name, field]) => {
    if (without && partsOf(contract, field, here.within).parts.some((part) => part[without] === true)) return [];
    const inner = { ...here, path: [...path, name] };
    const row = rowOf(contract, field, inner, required.includes(name));
    return isLeft(field, inner.path) ? [row] : [row, ...fieldRows(contract, field, inner)];
  });
  const items = itemsOf(parts).flatMap(({ mark, schema: item }) =>
    isLeft(item, path) ? [] : fieldRows(contract, item, { ...here, path: pathWith(path, mark) }),
  );
  const choices = choicesOf(parts).flatMap(({ name, schema: each }) =>
    fieldRows(contract, each, { ...here, choice: [choice, name].filter(Boolean).join(", ") }),
  );
  return [...fields, ...items, ...choices];
}

/** How many levels a table shows of schemas that have a chapter of their own. */
const DEEPEST = 3;

/** Whether the fields of a schema are left to its own chapter: where all schemas refer to all, they would never end. */
function isLeft(schema: Schema, path: readonly string[]): boolean {
  return path.length >= DEEPEST && nameOf(schema) !== undefined;
}

/** Whether a schema has fields, in itself or in its items or choices. */
function hasFields(contract: Contract, schema: Schema, within: readonly string[]): boolean {
  const { parts, names } = partsOf(contract, schema, within);
  const inner = [...itemsOf(parts), ...choicesOf(parts)];
  return fieldsOf(parts).size > 0 || inner.some((each) => hasFields(contract, each.schema, [...within, ...names]));
}

function rowOf(contract: Contract, field: Schema, { path, within, choice }: Place, required: boolean): FieldRow {
  const { parts } = partsOf(contract, field, within);
  const examples = parts.flatMap((part) => [part.examples ?? [], part["example"] ?? []].flat());
  const shown = examples.length > 0 ? `, for example ${examples.map(code).join(", ")}` : "";
  const type = typeInWords(contract, field, within) + shown;
  return {
    steps: choice ? [...path, choice] : path,
    name: `${code(path.join("."))}${choice && ` in ${choice}`}`,
    type,
    required: required ? "yes" : "no",
    description: proseOf(contract, field),
  };
}

/** The type of a value with all that the contract says about it. What the rows of its fields say is left to them. */
export function typeInWords(contract: Contract, schema: Schema, within: readonly string[] = []): string {
  const { parts, names } = partsOf(contract, schema, within);
  const inside = [...within, ...names];
  const choices = choicesInWords(contract, parts, inside);
  const left = parts.map((part) => withoutRows(part, choices !== undefined));
  const name = nameOf(schema);
  const types = new Set(left.map(typeOf).filter((type) => type !== "anything"));
  if (types.size === 0 && parts.some(({ properties }) => properties)) types.add("object");
  const type = [...types, name && linkTo(name)].filter(Boolean).join(" ");
  const bounds = [
    ...(choices === undefined ? [] : [choices]),
    ...unlistedFields(parts),
    ...left.flatMap((part) => boundsOf(part)),
    ...itemsOf(parts).map((item) => `${item.name}: ${typeInWords(contract, item.schema, inside)}`),
  ];
  return [type || (bounds.length > 0 ? "" : "anything"), ...new Set(bounds)].filter(Boolean).join(", ");
}

/** The choices by what they are called; `undefined` where none has a name, since their bounds say all. */
function choicesInWords(contract: Contract, parts: readonly Schema[], within: readonly string[]): string | undefined {
  const labelOf = ({ name, schema }: Choice) => {
    const target = schemaName(schema);
    if (target) return linkTo(target);
    if (hasFields(contract, schema, within)) return name;
    return (schema["title"] || schema.description) && `${name} (${typeInWords(contract, schema, within)})`;
  };
  if (!choicesOf(parts).some(labelOf)) return undefined;
  const lists = choiceListsOf(parts).map(({ name, choices }) => {
    return `${name}: ${choices.map((each) => labelOf(each) || typeInWords(contract, each.schema, within)).join(", ")}`;
  });
  return lists.join(", and ");
}

function linkTo(name: string): string {
  return `[${code(name)}](#${resourceAnchor(name)})`;
}

/** The name of a schema that is another one and nothing more. */
function nameOf({ $ref = "", allOf: [part, ...others] = [] }: Schema): string | undefined {
  return schemaName({ $ref }) ?? (part && others.length === 0 ? schemaName(part) : undefined);
}

/** Keywords of what has rows of its own. One of them that is `false` has none: there are no further items, or fields. */
const ROWS = [
  ...["properties", "required", "prefixItems", "items", "unevaluatedItems"],
  ...["patternProperties", "additionalProperties", "unevaluatedProperties"],
];

/** A schema without what has rows of its own, and without its choices where these have names. */
function withoutRows(part: Schema, isNamed: boolean): Schema {
  const said = isNamed ? [...ROWS, "oneOf", "anyOf"] : ROWS;
  const left = Object.entries(part).filter(([keyword, value]) => !said.includes(keyword) || typeof value === "boolean");
  return Object.fromEntries(left);
}

/** The required fields that the schema does not describe. */
function unlistedFields(parts: readonly Schema[]): string[] {
  const known = fieldsOf(parts);
  const names = parts.flatMap(({ required = [] }) => required).filter((name) => !known.has(name));
  return names.length > 0 ? [`requires ${names.map(code).join(", ")}`] : [];
}

/** What a field says in prose: its title and its description, and what its choices and items say without a chapter. */
export function proseOf(contract: Contract, schema: Schema, within: readonly string[] = []): string {
  const { parts, names } = partsOf(contract, schema, within);
  const [description = ""] = parts.flatMap((part) => part.description ?? []);
  const [title] = parts.flatMap((part) => (typeof part["title"] === "string" ? part["title"] : []));
  const choices = choicesOf(parts).map(({ name, schema: each }) => ({ name, schema: { ...each, title: undefined } }));
  const inner = [...choices, ...itemsOf(parts)].flatMap(({ name, schema: each }) => {
    const prose = nameOf(each) ? each.description : proseOf(contract, each, [...within, ...names]);
    return prose ? [`${name}: ${prose}`] : [];
  });
  const own = [title && `**${title}.**`, description].filter(Boolean).join(" ");
  return [own, ...inner].filter(Boolean).join("\n\n");
}

function partsOf(contract: Contract, schema: Schema, within: readonly string[]): Parts {
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

/** The fields of an object, by name. A field that several parts name has the bounds of all of them. */
function fieldsOf(parts: readonly Schema[]): Map<string, Schema> {
  const fields = new Map<string, Schema>();
  for (const [name, field] of parts.flatMap(({ properties = {} }) => Object.entries(properties))) {
    const known = fields.get(name);
    fields.set(name, known ? { allOf: [known, field] } : field);
  }
  return fields;
}

/** A value within another one that has no name: an item of a list, or a field of any name. */
interface Item {
  /** What a type in words calls it. */
  name: string;
  /** What follows the name of the list or object in a path. */
  mark: string;
  schema: Schema;
}

/** The path of an item: `tags[]` of a list, and `prices.*` of an object. */
function pathWith(path: readonly string[], mark: string): string[] {
  return mark.startsWith("[") ? [...path.slice(0, -1), `${path.at(-1) ?? ""}${mark}`] : [...path, mark];
}

function itemsOf(parts: readonly Schema[]): Item[] {
  const all = parts.flatMap((part) => [
    ...(part.prefixItems ?? []).map((schema, index) => ({ name: `item ${index}`, mark: `[${index}]`, schema })),
    { name: "each item", mark: "[]", schema: part.items },
    { name: "further items", mark: "[]", schema: part["unevaluatedItems"] },
    ...Object.entries(Object(part["patternProperties"])).map(([pattern, schema]) => {
      return { name: `fields that match ${code(pattern)}`, mark: `/${pattern}/`, schema };
    }),
    { name: "other fields", mark: "*", schema: part.additionalProperties },
    { name: "other fields", mark: "*", schema: part["unevaluatedProperties"] },
  ]);
  return all.flatMap(({ schema, ...item }) =>
    typeof schema === "object" ? [{ ...item, schema: Object(schema) }] : [],
  );
}

/** A choice of a composed schema, with what it is called. */
interface Choice {
  name: string;
  schema: Schema;
}

/** The lists of choices: a value matches one of each `oneOf`, and any of each `anyOf`. */
function choiceListsOf(parts: readonly Schema[]): { name: string; choices: Choice[] }[] {
  const lists = parts.flatMap(({ oneOf = [], anyOf = [] }) => [
    { name: "one of", schemas: oneOf },
    { name: "any of", schemas: anyOf },
  ]);
  let count = 0;
  return lists.flatMap(({ name, schemas }) => {
    const choices = schemas.map((schema) => {
      count += 1;
      return { name: code(schemaName(schema) ?? schema["title"] ?? `choice ${count}`), schema };
    });
    return choices.length > 0 ? [{ name, choices }] : [];
  });
}

function choicesOf(parts: readonly Schema[]): Choice[] {
  return choiceListsOf(parts).flatMap(({ choices }) => choices);
}
