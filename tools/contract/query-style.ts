import { flattened, isArray, isObject } from "./json-schema.js";
import type { Contract, Parameter } from "./model.js";

/** The text between the parts of a list in a query, as it is in a URL. */
const SEPARATORS = new Map([
  ["spaceDelimited", "%20"],
  ["pipeDelimited", "|"],
]);

/**
 * How a query writes a list or an object: `deepObject`, or the text between the parts; `undefined` if each part has a
 * name of its own.
 */
export function queryStyleOf(contract: Contract, parameter: Parameter): string | undefined {
  const { schema, style = "form", explode = style === "form" } = parameter;
  const flat = flattened(contract, schema);
  if (isObject(flat) && style === "deepObject") return style;
  return !explode && (isArray(flat) || isObject(flat)) ? (SEPARATORS.get(style) ?? ",") : undefined;
}
