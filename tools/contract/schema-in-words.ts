/** A JSON Schema with any keywords: an object, or `true` and `false`. */
export type OpenSchema = boolean | { readonly [keyword: string]: unknown };

/** Keywords that say how to read a schema, and nothing about its values. */
const ANNOTATIONS = [
  ...["$anchor", "$comment", "$defs", "$dynamicAnchor", "$id", "$schema", "$vocabulary", "definitions"],
  ...["title", "description", "example", "examples", "externalDocs"],
];

/** How a keyword reads, as Markdown; nothing where its value says nothing. */
type Reading = (value: unknown, schema: Readonly<Record<string, unknown>>) => string | false;

/** The keywords that read better in words, in the order in which they are read. All others are shown as they are. */
const READINGS: Readonly<Record<string, Reading>> = {
  deprecated: (value) => value === true && "deprecated",
  readOnly: (value) => value === true && "read-only",
  writeOnly: (value) => value === true && "write-only",
  format: (value) => `format ${code(value)}`,
  const: (value) => `always ${code(value)}`,
  enum: (value) => `one of ${listOf(value).map(code).join(", ")}`,
  default: (value) => `default ${code(value)}`,
  minimum: (value) => `at least ${value}`,
  exclusiveMinimum: (value) => `more than ${value}`,
  maximum: (value) => `at most ${value}`,
  exclusiveMaximum: (value) => `less than ${value}`,
  multipleOf: (value) => `a multiple of ${value}`,
  minLength: (value) => `at least ${counted(value, "character")}`,
  maxLength: (value) => `at most ${counted(value, "character")}`,
  pattern: (value) => `matches ${code(value)}`,
  minItems: (value) => `at least ${counted(value, "item")}`,
  maxItems: (value) => `at most ${counted(value, "item")}`,
  uniqueItems: (value) => value === true && "no item twice",
  items: (value, { prefixItems }) => `each ${prefixItems ? "further " : ""}item: ${inWords(value)}`,
  properties: (value, { required }) =>
    `with ${Object.entries(Object(value))
      .map(([name, field]) => {
        const mark = listOf(required).includes(name) ? ", required" : "";
        return `${code(name)} (${inWords(field)}${mark})`;
      })
      .join(", ")}`,
  required: (value, { properties }) => {
    const others = listOf(value).filter((name) => !Object.hasOwn(Object(properties), String(name)));
    return others.length > 0 && `requires ${others.map(code).join(", ")}`;
  },
  additionalProperties: otherFields,
  unevaluatedProperties: otherFields,
  allOf: (value) => `all of: ${choices(value)}`,
  anyOf: (value) => !isPlainChoice(value) && `any of: ${choices(value)}`,
  oneOf: (value) => !isPlainChoice(value) && `one of: ${choices(value)}`,
};

/** Keywords that are read as the type. */
const TYPES = ["$ref", "type"];

/** The type of a schema as Markdown: the name of the schema it refers to, its types, or "anything". */
export function typeOf(schema: OpenSchema): string {
  if (schema === false) return "nothing";
  if (schema === true) return "anything";
  const { $ref, type, anyOf, oneOf } = schema;
  if (typeof $ref === "string") return code(nameOf($ref));
  if (type !== undefined) return listOf(type).join(" or ");
  const plain = [anyOf, oneOf].find(isPlainChoice);
  if (plain) return listOf(plain).map(inWords).join(" or ");
  if (["properties", "required", "additionalProperties"].some((keyword) => keyword in schema)) return "object";
  return boundsOf(schema).length > 0 ? "" : "anything";
}

/**
 * Everything else that a schema says about its values, each keyword as a piece of Markdown.
 *
 * @param shown - Keywords that the reader sees elsewhere, such as `properties` in a table with a row for each field.
 */
export function boundsOf(schema: OpenSchema, shown: readonly string[] = []): string[] {
  if (typeof schema === "boolean") return [];
  const known = Object.entries(READINGS).flatMap(([keyword, read]) =>
    schema[keyword] === undefined || shown.includes(keyword) ? [] : [read(schema[keyword], schema)],
  );
  const unknown = Object.entries(schema)
    .filter(([keyword]) => ![...ANNOTATIONS, ...TYPES, ...shown].includes(keyword) && !Object.hasOwn(READINGS, keyword))
    .map(([keyword, value]) => `${code(keyword)}: ${code(value)}`);
  return [...known.filter((piece) => piece !== false), ...unknown].filter(Boolean);
}

/** Type and bounds as one line of Markdown. */
export function inWords(schema: unknown): string {
  const open: OpenSchema = typeof schema === "boolean" ? schema : Object(schema);
  return [typeOf(open), ...boundsOf(open)].filter(Boolean).join(", ");
}

/** Whether each of the choices is only a type, so that they read as "integer or string". */
function isPlainChoice(choices: unknown): choices is readonly unknown[] {
  return (
    Array.isArray(choices) && choices.length > 0 && choices.every((choice) => boundsOf(Object(choice)).length === 0)
  );
}

function choices(value: unknown): string {
  return listOf(value)
    .map((choice) => `(${inWords(choice)})`)
    .join(", ");
}

function otherFields(value: unknown): string {
  if (value === false) return "no other fields";
  return value === true ? "may have other fields" : `other fields: ${inWords(value)}`;
}

function counted(count: unknown, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** The last part of a reference, which names its target. */
function nameOf(reference: unknown): string {
  return String(reference).split("/").at(-1) ?? "";
}

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

/** A value in code: a text as it is, unless it could be mistaken for another value or ends in spaces. */
export function code(value: unknown): string {
  const isPlain =
    typeof value === "string" && /^\S(.*\S)?$/.test(value) && !/^(-?[\d.]+$|true$|false$|null$)/.test(value);
  const text = isPlain ? value : JSON.stringify(value);
  // A longer fence may hold the character itself.
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
