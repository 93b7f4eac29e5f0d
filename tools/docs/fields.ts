import { boundsOf, code, typeOf } from "../contract/bounds.js";
import { type Contract, type ExternalDocs, type Schema, schemaName } from "../contract/model.js";
import { resourceAnchor } from "./anchors.js";
import { type Choice, nameOf, viewOf } from "./schema-view.js";

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

/** The mark of fields that a table leaves out: a request has none that are only read, a response none that are only sent. */
export type LeftOut = "readOnly" | "writeOnly";

/** Where a schema is. */
interface Place {
  /** The names that lead to it. */
  path: readonly string[];
  /** The named schemas around it. */
  within: readonly string[];
  /** The choice of a composed schema that has it; empty if every value may have it. */
  choice: string;
  leftOut: LeftOut | undefined;
}

/** How many levels a table shows of schemas that have a chapter: where all refer to all, they would never end. */
const DEEPEST = 3;

/** The fields of a value and of the objects in it. A schema that refers to itself ends where it would begin again. */
export function fieldRows(contract: Contract, schema: Schema, place: Partial<Place> = {}): FieldRow[] {
  const { path = [], choice = "", leftOut } = place;
  const { parts, fields, items, choices, within } = viewOf(contract, schema, place.within);
  const rowsIn = (inner: Schema, more: Partial<Place>): FieldRow[] => {
    const there = { path, within, choice, leftOut, ...more };
    return there.path.length >= DEEPEST && nameOf(inner) ? [] : fieldRows(contract, inner, there);
  };
  const ownRows = (name: string, field: Schema): FieldRow[] => {
    const { parts: said } = viewOf(contract, field, within);
    if (leftOut && said.some((part) => part[leftOut] === true)) return [];
    const steps = [...path, name];
    const examples = said.flatMap((part) => [part.examples ?? [], part["example"] ?? []].flat());
    const shown = examples.length > 0 ? `, for example ${examples.map(code).join(", ")}` : "";
    const row = {
      steps: choice ? [...steps, choice] : steps,
      name: `${code(steps.join("."))}${choice && ` in ${choice}`}`,
      type: typeInWords(contract, field, within) + shown,
      required: parts.some(({ required = [] }) => required.includes(name)) ? "yes" : "no",
      description: proseOf(contract, field),
    };
    return [row, ...rowsIn(field, { path: steps })];
  };
  return [
    ...[...fields].flatMap(([name, field]) => ownRows(name, field)),
    ...items.flatMap(({ mark, schema: item }) => rowsIn(item, { path: pathWith(path, mark) })),
    ...choices.flatMap(({ name, schema: each }) => rowsIn(each, { choice: choice ? `${choice}, ${name}` : name })),
  ];
}

/** The path of an item: `tags[]` of a list, and `prices.*` of an object. */
function pathWith(path: readonly string[], mark: string): string[] {
  return mark.startsWith("[") ? [...path.slice(0, -1), `${path.at(-1) ?? ""}${mark}`] : [...path, mark];
}

/** The type of a value with all that the contract says about it. What the rows of its fields say is left to them. */
export function typeInWords(contract: Contract, schema: Schema, around: readonly string[] = []): string {
  const { parts, fields, items, choices, within } = viewOf(contract, schema, around);
  const chosen = choicesInWords(contract, choices, within);
  const left = parts.map(withoutRows);
  const name = nameOf(schema);
  const types = new Set(left.map(typeOf).filter((type) => type !== "" && type !== "anything"));
  if (types.size === 0 && parts.some(({ properties }) => properties)) types.add("object");
  const type = [...types, name && linkTo(name)].filter(Boolean).join(" ");
  const unlisted = parts.flatMap(({ required = [] }) => required).filter((field) => !fields.has(field));
  const bounds = [
    ...(chosen ? [chosen] : []),
    ...(unlisted.length > 0 ? [`requires ${unlisted.map(code).join(", ")}`] : []),
    ...left.flatMap((part) => boundsOf(part)),
    ...items.map((item) => `${item.name}: ${typeInWords(contract, item.schema, within)}`),
  ];
  return [type || (bounds.length > 0 ? "" : "anything"), ...new Set(bounds)].filter(Boolean).join(", ");
}

/** The lists of choices, each by its name if it has one: types as they are read aloud, such as "integer or string". */
function choicesInWords(contract: Contract, choices: readonly Choice[], within: readonly string[]): string {
  const labelOf = ({ name, schema }: Choice) => {
    const target = schemaName(schema);
    if (target) return linkTo(target);
    const said = typeInWords(contract, schema, within);
    const isNamed = schema["title"] || schema.description || hasFields(contract, schema, within);
    if (isNamed) return said === "object" ? name : `${name} (${said})`;
    return said.includes(",") ? `(${said})` : said;
  };
  const lists = [...new Set(choices.map(({ list }) => list))].map((list) => {
    const labels = choices.filter((choice) => choice.list === list).map(labelOf);
    const areTypes = labels.every((label) => /^[a-z ]+$/.test(label));
    return areTypes ? labels.join(" or ") : `${list.matches} of: ${labels.join(", ")}`;
  });
  return lists.join(", and ");
}

/** Whether a schema has fields, in itself or in its items or choices. */
function hasFields(contract: Contract, schema: Schema, around: readonly string[]): boolean {
  const { fields, items, choices, within } = viewOf(contract, schema, around);
  return fields.size > 0 || [...items, ...choices].some((inner) => hasFields(contract, inner.schema, within));
}

function linkTo(name: string): string {
  return `[${code(name)}](#${resourceAnchor(name)})`;
}

/** Keywords of what has rows of its own, and of choices. One of them that is `false` has none: there are no further items, or fields. */
const ROWS = [
  ...["properties", "required", "prefixItems", "items", "oneOf", "anyOf"],
  ...["patternProperties", "additionalProperties", "unevaluatedProperties"],
];

/** A schema without what has rows of its own, and without its choices. */
function withoutRows(part: Schema): Schema {
  const left = Object.entries(part).filter(([keyword, value]) => !ROWS.includes(keyword) || typeof value === "boolean");
  return Object.fromEntries(left);
}

/** What a field says in prose: its title and its description, and what the schemas in it say without a chapter. */
export function proseOf(contract: Contract, schema: Schema, around: readonly string[] = []): string {
  const { parts, items, choices, descriptions, within } = viewOf(contract, schema, around);
  const [title] = parts.flatMap((part) => (typeof part["title"] === "string" ? part["title"] : []));
  const untitled = choices.map(({ name, schema: each }) => ({ name, schema: { ...each, title: undefined } }));
  const inner = [...untitled, ...items].flatMap(({ name, schema: each }) => {
    const prose = nameOf(each) ? each.description : proseOf(contract, each, within);
    return prose ? [`${name}: ${prose}`] : [];
  });
  const pages = parts.map(({ externalDocs }) => furtherPage(externalDocs));
  const own = [title && `**${title}.**`, ...descriptions, ...pages].filter(Boolean).join(" ");
  return [own, ...inner].filter(Boolean).join("\n\n");
}

/** The link to a page elsewhere. */
export function furtherPage(page: ExternalDocs | undefined): string | undefined {
  return page && `See [${page.description ?? page.url}](${page.url}).`;
}
