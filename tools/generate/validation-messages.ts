import type { Ajv2020 } from "ajv/dist/2020.js";
import { _, type Code, Name, stringify } from "ajv/dist/compile/codegen/index.js";
import { escapeJsonPointer, getErrorPath } from "ajv/dist/compile/util.js";
import type { KeywordErrorCxt } from "ajv/dist/types/index.js";

/** What is wrong with a value, after the name of its field: `topic must look like orders/create`. */
type Words = string | ((value: unknown, cxt: KeywordErrorCxt) => string);

/** What a value has to be, by the keyword that it breaks. Of any other, a value is not allowed. */
const WORDS: Readonly<Record<string, Words>> = {
  required: "is required",
  dependentRequired: (_value, { params }) => `is required with ${params["property"]}`,
  additionalProperties: "is not a known field",
  unevaluatedProperties: "is not a known field",
  enum: (values) => `must be ${oneOf(listOf(values).map(valueText))}`,
  const: (value) => `must be ${valueText(value)}`,
  pattern: (_pattern, { parentSchema }) => likeExample(parentSchema),
  format: (format, { parentSchema }) => formatWords(String(format), parentSchema),
  minimum: (bound) => `must be at least ${bound}`,
  maximum: (bound) => `must be at most ${bound}`,
  exclusiveMinimum: (bound) => `must be more than ${bound}`,
  exclusiveMaximum: (bound) => `must be less than ${bound}`,
  multipleOf: (factor) => `must be a multiple of ${factor}`,
  minLength: (count) => `must have at least ${counted(count, "character")}`,
  maxLength: (count) => `must have at most ${counted(count, "character")}`,
  minItems: (count) => `must have at least ${counted(count, "item")}`,
  maxItems: (count) => `must have at most ${counted(count, "item")}`,
  items: "must have fewer items",
  uniqueItems: "must be different from each other",
  minProperties: (count) => `must have at least ${counted(count, "field")}`,
  maxProperties: (count) => `must have at most ${counted(count, "field")}`,
  anyOf: "must have one of the forms that are allowed",
  oneOf: "must have exactly one of the forms that are allowed",
};

/** Types as a reader without knowledge of JSON calls them. */
const TYPES: Readonly<Record<string, string>> = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
};

/** What a format names. Of a time, a reader also sees an example. */
const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "a time such as 2026-03-02T08:20:00Z",
  date: "a date such as 2026-03-02",
  uri: "a URL",
  email: "an email address",
  uuid: "a UUID",
};

/**
 * Has ajv say what is wrong in words for somebody with a form. They are made when the checks are compiled: what they
 * need of the schema is at hand, and no code at run time.
 */
export function sayInWords(ajv: Ajv2020): void {
  for (const keyword of Object.keys(ajv.RULES.all)) {
    const known = ajv.getKeyword(keyword);
    if (typeof known === "object" && known.error) {
      known.error = { message: messageOf, params: (cxt) => belowCode(cxt) };
    }
  }
}

/** What ajv says by itself, of a type and of a value that no schema allows, in the same words. */
export function inWords(keyword: string, message: string): string {
  if (keyword === "false schema") return "is not allowed";
  if (keyword !== "type") return message;
  const types = message.replace("must be ", "").split(",");
  return `must be ${oneOf(types.map((type) => TYPES[type] ?? type))}`;
}

function messageOf(cxt: KeywordErrorCxt): string {
  const words = WORDS[cxt.keyword] ?? "is not allowed";
  const text = typeof words === "string" ? words : words(cxt.schema, cxt);
  return cxt.it.propertyName === undefined ? text : `has a name that ${text}`;
}

/** Where a field is that is missing, unknown or named wrongly, as code: a JSON pointer from the object that it is in. */
function belowCode({ params, it }: KeywordErrorCxt): Code {
  const { missingProperty, additionalProperty, unevaluatedProperty, propertyName = it.propertyName } = params;
  const field = missingProperty ?? additionalProperty ?? unevaluatedProperty ?? propertyName;
  if (field === undefined) return _`{}`;
  if (field instanceof Name) return _`{below: ${getErrorPath(field)}}`;
  return _`{below: ${stringify(`/${escapeJsonPointer(JSON.parse(String(field)))}`)}}`;
}

function formatWords(format: string, schema: unknown): string {
  const example = exampleIn(schema);
  const words = FORMATS[format];
  if (words === undefined) return likeExample(schema);
  return `must be ${example === undefined ? words : words.replace(/(?<= such as ).*/, example)}`;
}

function likeExample(schema: unknown): string {
  const example = exampleIn(schema);
  return example === undefined ? "must have the form that is required" : `must look like ${example}`;
}

/** The first text that a schema shows and allows. */
function exampleIn(schema: unknown): string | undefined {
  const { examples, example, pattern = "" } = Object(schema);
  const shape = new RegExp(pattern, "u");
  return [...listOf(examples), example].find((text) => typeof text === "string" && shape.test(text));
}

function oneOf(words: readonly string[]): string {
  return [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" or ");
}

function counted(count: unknown, noun: string): string {
  return `${count} ${noun}${Number(count) === 1 ? "" : "s"}`;
}

function valueText(value: unknown): string {
  return typeof value === "string" && value !== "" ? value : JSON.stringify(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
