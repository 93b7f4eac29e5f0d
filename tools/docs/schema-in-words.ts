import { boundInWords } from "../contract/bounds-in-words.js";
import { type Schema, schemaName } from "../contract/model.js";

/** What the page says elsewhere: in rows of their own, as the type, or in the description. */
const ELSEWHERE = [
  ...["$ref", "type", "format", "enum", "items", "properties", "required", "anyOf", "oneOf"],
  ...["title", "description", "example", "examples", "externalDocs", "unevaluatedProperties"],
];

/** The formats of texts, in words. */
const FORMATS: Readonly<Record<string, string>> = { uri: "URL", password: "secret", "date-time": "ISO 8601" };

/**
 * The type of a value with its format, in words: `integer or string`, `string · URL`, `array of objects`.
 *
 * @param description - What it says of the format is not said again.
 */
export function typeOf(schema: Schema, description = ""): string {
  const { format = "", items, properties, anyOf = [], oneOf = [] } = schema;
  const alternatives = [...anyOf, ...oneOf].map((each) => typeOf(each));
  const types = [schema.type ?? schemaName(schema) ?? alternatives].flat();
  const name = types.join(" or ") || (properties ? "object" : "anything");
  const words = FORMATS[format] ?? format;
  const isSaid = words === FORMATS["date-time"] && description.includes(words);
  return [items ? `${name} of ${typeOf(items)}s` : name, !isSaid && words].filter(Boolean).join(" · ");
}

/** What else a schema says about its values, as Markdown: their bounds, and examples. No full stop: a reader may copy the example. */
export function factsOf(schema: Schema, examples: readonly unknown[]): string {
  // An example that is the default, or one of few values, tells nothing more.
  const telling = examples.filter((value) => value !== schema.default && !schema.enum?.includes(value));
  const shown = telling.length > 0 ? [`for example ${telling.map(code).join(" or ")}`] : [];
  const words = [...boundsOf(schema), ...shown].join(", ");
  return capitalized(words);
}

/** Words as the beginning of a sentence. */
export function capitalized(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The length of the longest pattern that is read at a glance. */
const SHORT = 20;

/** A pattern that would bury what else is said: the page folds it. */
export function longPatternOf({ pattern = "" }: Schema): string {
  return pattern.length > SHORT ? pattern : "";
}

function boundsOf(schema: Schema): string[] {
  const own = Object.entries(schema).flatMap(([keyword, value]) => {
    if (ELSEWHERE.includes(keyword) || (keyword === "pattern" && longPatternOf(schema) !== "")) return [];
    if (keyword === "deprecated") return value ? [keyword] : [];
    if (keyword === "default" || keyword === "pattern") return [`${keyword} ${code(value)}`];
    return [boundInWords(keyword, value) ?? `${code(keyword)}: ${code(value)}`];
  });
  return [...own, ...[schema.anyOf ?? [], schema.oneOf ?? []].flat().flatMap(boundsOf)];
}

/** A value in code: a text as it is, unless it could be mistaken for another value or ends in spaces. */
export function code(value: unknown): string {
  const isPlain =
    typeof value === "string" && /^\S(.*\S)?$/.test(value) && !/^(-?[\d.]+$|true$|false$|null$)/.test(value);
  const text = isPlain ? value : JSON.stringify(value);
  // A longer fence may hold the character itself.
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
