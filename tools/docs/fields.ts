import { BOUND_KEYWORDS, boundInWords } from "../contract/bounds-in-words.js";
import { type Contract, type Example, type Parameter, type Schema, schemaName, schemaOf } from "../contract/model.js";
import { schemaAnchor } from "./anchors.js";
import { type Html, html } from "./html.js";
import { contractText, inline } from "./markdown.js";

/** Where fields are shown. */
export interface Place {
  contract: Contract;
  /** Beginning of their anchors. */
  anchor: string;
  /** The mark of a field that must always be there. */
  presence: "required" | "always present";
}

/** A property of a schema, or a parameter. */
type Field = Partial<Parameter> & { name: string; schema: Schema };

/** The rows of an object's fields. */
export function propertyRows(schema: Schema, place: Place): Html | undefined {
  const { properties = {}, required = [] } = schemaOf(place.contract, schema);
  const fields = Object.entries(properties).map(([name, property]) => {
    return { name, schema: property, required: required.includes(name) };
  });
  return fieldRows(fields, place);
}

export function fieldRows(fields: readonly Field[], place: Place): Html | undefined {
  if (fields.length === 0) return undefined;
  return html`<dl class="fields">${fields.map((field) => fieldRow(field, place))}</dl>\n`;
}

/** A field: its name and type on a line, what it is and its bounds below, and then the fields in it. */
function fieldRow({ name, schema, required, description, examples = {} }: Field, place: Place): Html {
  const { presence } = place;
  const anchor = `${place.anchor}/${name}`;
  const text = description ?? schema.description ?? "";
  const [first = "", ...others] = text.trim().split("\n\n");
  const facts = factsOf(schema, first, examples);
  const within = schema.items ?? schema;
  const inner = schemaName(within) === undefined ? propertyRows(within, { ...place, anchor }) : undefined;
  const mark = html` <span${presence === "required" && html` class="required"`}>${presence}</span>`;
  return html`<div id="${anchor}"><dt><a href="#${anchor}"><code>${name}</code></a> <span>${inline(typeOf(schema))}</span>${required && mark}</dt>
<dd>${contractText(first)}${facts && html`<p class="facts">${inline(facts)}</p>`}${contractText(others.join("\n\n"))}</dd>${inner && html`<dd class="inner">${inner}</dd>`}</div>\n`;
}

/** The formats of strings, in words. */
const FORMATS: Readonly<Record<string, string>> = { uri: "URL", password: "secret", "date-time": "ISO 8601" };

/** The type of a value, in Markdown: `integer or string`, `string · URL`, `array of [Webhook](#/resources/webhook)`. */
function typeOf(schema: Schema): string {
  const name = schemaName(schema);
  if (name !== undefined) return `[${name}](#${schemaAnchor(name)})`;
  const { type, format, items, anyOf = [] } = schema;
  const types = [type ?? anyOf.map(typeOf)].flat().join(" or ") || "anything";
  const formatInWords = format && (FORMATS[format] ?? format);
  return [items ? `${types} of ${typeOf(items)}` : types, formatInWords].filter(Boolean).join(" · ");
}

/** A longer pattern cannot be read at a glance, and is not shown. */
const SHORT = 20;

/** What else a schema says about its values, in Markdown: choices, default, bounds, and examples if there are several. */
function factsOf(schema: Schema, text: string, examples: Readonly<Record<string, Example>>): string {
  const { enum: choices = [], default: standard, pattern = "", deprecated } = schema;
  const bounds = BOUND_KEYWORDS.filter((keyword) => keyword in schema);
  const values = Object.values(examples).map(({ value }) => code(value));
  // What the text lists is not listed again.
  const unsaid = choices.map(code).filter((choice) => !text.includes(choice));
  const facts = [
    deprecated && "deprecated",
    unsaid.join(" or "),
    standard !== undefined && `default ${code(standard)}`,
    ...bounds.map((keyword) => boundInWords(keyword, schema[keyword])),
    pattern !== "" && pattern.length <= SHORT && `pattern ${code(pattern)}`,
    values.length > 1 && `for example ${values.join(" or ")}`,
  ];
  const words = facts.filter(Boolean).join(", ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function code(value: unknown): string {
  return `\`${value}\``;
}
