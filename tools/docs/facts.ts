import type { Schema } from "../contract/model.js";
import { boundsOf, code, typeOf } from "../contract/schema-in-words.js";

/** What the page says elsewhere than in a sentence: in rows of their own, as the type, or as chips. */
const ELSEWHERE = ["format", "pattern", "enum", "items", "properties", "required", "unevaluatedProperties"];

/** The formats of texts, in words. */
const FORMATS: Readonly<Record<string, string>> = { uri: "URL", password: "secret", "date-time": "ISO 8601" };

/** Timestamps of one form, by one that has it: the contract may give it as a pattern. */
const TIMES = { "ISO 8601 in UTC": "2026-03-02T08:15:00Z", "ISO 8601 with UTC offset": "2026-03-02T10:20:00+02:00" };

/**
 * The type of a value with its format, in words: `integer or string`, `string · URL`, `array of objects`.
 *
 * @param items - Of an array: the type of its items.
 */
export function kindOf(schema: Schema, items?: Schema): string {
  const type = typeOf(schema);
  return [items ? `${type} of ${typeOf(items)}s` : type, formatOf(schema)].filter(Boolean).join(" · ");
}

/** The form of a text in words. A pattern is for programs: what it means, the description of the field says. */
function formatOf({ format, pattern }: Schema): string | undefined {
  const times = Object.entries(TIMES).filter(([, time]) => typeof pattern === "string" && RegExp(pattern).test(time));
  const [[words] = []] = times.length === 1 ? times : [];
  return words ?? (format && (FORMATS[format] ?? format));
}

/** What else a schema says about its values, as Markdown: their bounds, and examples. No full stop: a reader may copy the example. */
export function factsOf(schema: Schema, examples: readonly unknown[]): string {
  // An example that is the default, or one of few values, tells nothing more.
  const telling = examples.filter((value) => value !== schema.default && !schema.enum?.includes(value));
  const shown = telling.length > 0 ? [`for example ${telling.map(code).join(" or ")}`] : [];
  const words = [...boundsOf(schema, ELSEWHERE), ...shown].join(", ");
  return words && `${words[0]?.toUpperCase()}${words.slice(1)}`;
}
