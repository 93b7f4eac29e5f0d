/** A JSON Schema with any keywords: an object, or `true` and `false`. */
export type OpenSchema = boolean | { readonly [keyword: string]: unknown };

/** Keywords that say how to read a schema, and nothing about its values. */
const ANNOTATIONS = [
  ...["$anchor", "$comment", "$defs", "$dynamicAnchor", "$id", "$schema", "$vocabulary", "definitions"],
  ...["title", "description", "example", "examples", "externalDocs"],
];

/** How a keyword reads, as Markdown; nothing where its value says nothing. */
type Reading = (value: unknown, schema: Readonly<Record<string, unknown>>) => string | false;

/** Every keyword of JSON Schema 2020-12 and OpenAPI 3.1 but `type`, in the order in which they are read. */
const READINGS: Readonly<Record<string, Reading>> = {
  deprecated: (value) => value === true && "deprecated",
  readOnly: (value) => value === true && "read-only",
  writeOnly: (value) => value === true && "write-only",
  $dynamicRef: (value) => `as \`${value}\``,
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
  contentEncoding: (value) => `encoded as ${code(value)}`,
  contentMediaType: (value) => `holds ${code(value)}`,
  contentSchema: (value) => `its content: ${inWords(value)}`,
  minItems: (value) => `at least ${counted(value, "item")}`,
  maxItems: (value) => `at most ${counted(value, "item")}`,
  uniqueItems: (value) => value === true && "no item twice",
  prefixItems: (value) =>
    listOf(value)
      .map((item, index) => `item ${index + 1}: ${inWords(item)}`)
      .join(", "),
  items: (value, { prefixItems }) => {
    if (value === false) return "no further items";
    return `each ${prefixItems ? "further " : ""}item: ${inWords(value)}`;
  },
  contains: (value, { minContains = 1, maxContains }) => {
    const most = maxContains === undefined ? "" : ` and at most ${maxContains}`;
    return `at least ${minContains}${most} of its items: ${inWords(value)}`;
  },
  unevaluatedItems: (value) => (value === false ? "no further items" : `further items: ${inWords(value)}`),
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
  minProperties: (value) => `at least ${counted(value, "field")}`,
  maxProperties: (value) => `at most ${counted(value, "field")}`,
  propertyNames: (value) => `names of its fields: ${inWords(value)}`,
  patternProperties: (value) =>
    Object.entries(Object(value))
      .map(([pattern, field]) => `fields that match ${code(pattern)}: ${inWords(field)}`)
      .join(", "),
  additionalProperties: otherFields,
  unevaluatedProperties: otherFields,
  dependentRequired: (value) =>
    Object.entries(Object(value))
      .map(([name, others]) => `${code(name)} requires ${listOf(others).map(code).join(", ")}`)
      .join(", "),
  dependentSchemas: (value) =>
    Object.entries(Object(value))
      .map(([name, schema]) => `with ${code(name)}: ${inWords(schema)}`)
      .join(", "),
  allOf: (value) => `all of: ${choices(value)}`,
  anyOf: (value) => !isPlainChoice(value) && `any of: ${choices(value)}`,
  oneOf: (value) => !isPlainChoice(value) && `one of: ${choices(value)}`,
  not: (value) => `not: ${inWords(value)}`,
  if: (value) => `if ${inWords(value)}`,
  // biome-ignore lint/suspicious/noThenProperty: the keyword has this name.
  then: (value) => `then ${inWords(value)}`,
  else: (value) => `else ${inWords(value)}`,
  discriminator: (value) => {
    const { propertyName, mapping = {} } = Object(value);
    const kinds = Object.entries(mapping).map(([kind, target]) => `${code(kind)}: ${code(nameOf(target))}`);
    return `told by ${code(propertyName)}${kinds.length > 0 ? ` (${kinds.join(", ")})` : ""}`;
  },
};

/** Keywords that are read with another one, or as the type. */
const READ_ELSEWHERE = ["$ref", "type", "minContains", "maxContains"];

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
 * Everything else that a schema says about its values, each keyword as a piece of Markdown. A keyword that JSON Schema
 * does not know is shown as it is.
 *
 * @param shown - Keywords that the reader sees elsewhere, such as `properties` in a table with a row for each field.
 */
export function boundsOf(schema: OpenSchema, shown: readonly string[] = []): string[] {
  if (typeof schema === "boolean") return [];
  const known = Object.entries(READINGS).flatMap(([keyword, read]) =>
    schema[keyword] === undefined || shown.includes(keyword) ? [] : [read(schema[keyword], schema)],
  );
  const unknown = Object.entries(schema)
    .filter(
      ([keyword]) =>
        ![...ANNOTATIONS, ...READ_ELSEWHERE, ...shown].includes(keyword) && !Object.hasOwn(READINGS, keyword),
    )
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
  const isPlain = typeof value === "string" && /^\S(.*\S)?$/.test(value) && !/^(-?\d|true$|false$|null$)/.test(value);
  const text = isPlain ? value : JSON.stringify(value);
  const [longest = ""] = (text.match(/`+/g) ?? []).sort((one, other) => other.length - one.length);
  const fence = `${longest}\``;
  const room = longest && /^`|`$/.test(text) ? " " : "";
  return `${fence}${room}${text}${room}${fence}`;
}
