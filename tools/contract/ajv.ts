import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { isForReaders, withoutProse } from "./json-schema.js";
import { type Contract, type Schema, schemaName } from "./model.js";

/**
 * Ajv with the schemas of a contract.
 *
 * @param texts - The schemas that it compiles, as text.
 */
export function ajvOf(contract: Contract, texts: readonly string[]): Ajv2020 {
  const shared = Object.entries(contract.components.schemas).map(([name, schema]) => ({
    name,
    text: schemaText(schema),
  }));
  // With `allErrors`, a form can mark every wrong field at the same time. Keywords that ajv does not know say nothing.
  const ajv = new Ajv2020({
    ...{ allErrors: true, strict: false, logger: false, code: { source: true, esm: true } },
    // JSON cannot write the infinity that a parser reads from `1e400`.
    strictNumbers: true,
  });
  // What was evaluated is recorded only where a schema asks for it: the records are as long as the checks.
  ajv.opts.unevaluated = [...shared.map(({ text }) => text), ...texts].some((text) => text.includes('"unevaluated'));
  addFormats.default(ajv);
  ajv.addFormat("uri", URI);
  for (const { name, text } of shared) ajv.addSchema(JSON.parse(text), name);
  return ajv;
}

/** A scheme, and the characters of RFC 3986. The form that ajv has for each part is longer than all checks of a request. */
const URI = /^(?!.*%(?![\da-f]{2}))[a-z][a-z\d+.-]*:[\w.~:/?#[\]@!$&'()*+,;=%-]+$/i;

/** The text of a schema as ajv takes it: references by name, no prose, no keyword that allows everything, and types in one list. */
export function schemaText(schema: Schema): string {
  return JSON.stringify(withoutProse(schema, isSilent), (key, value) => {
    if (/^unevaluated/.test(key) && value === true) return undefined;
    return key === "$ref" ? (schemaName({ $ref: value }) ?? value) : withTypeList(value);
  });
}

/** Whether a keyword says nothing to ajv. An example says what a pattern means, and what a time looks like. */
function isSilent(keyword: string, within: { pattern?: unknown; format?: unknown }): boolean {
  const isExample = keyword === "examples" || keyword === "example";
  const isShown = typeof within.pattern === "string" || /date|time/.test(String(within.format));
  return isForReaders(keyword) && !(isExample && isShown);
}

/** A schema that has a list of types in place of alternatives that are nothing but types. */
function withTypeList(value: unknown): unknown {
  const { anyOf, ...others } = Object(value);
  const isList = Array.isArray(anyOf) && !Object.hasOwn(others, "type") && anyOf.every(isType);
  return isList ? { ...others, type: [...new Set(anyOf.flatMap(({ type }) => type))] } : value;
}

function isType(schema: unknown): boolean {
  return typeof schema === "object" && Object.keys(schema ?? {}).join() === "type";
}
