import { flattened, isArray, isObject, type Schemas, schemaOf } from "./json-schema.js";
import { type Schema, schemaName } from "./model.js";

/**
 * The value that a schema shows: its own example, else one made of those of its parts; `undefined` if it shows none.
 *
 * @param within - Names of the schemas that the value is a part of. A schema that refers to itself ends there.
 */
export function exampleOf(contract: Schemas, schema: Schema, within: readonly string[] = []): unknown {
  const name = schemaName(schema);
  if (name !== undefined && within.includes(name)) return undefined;
  const ofPart = (part: Schema) => exampleOf(contract, part, [...within, name ?? []].flat());
  const { anyOf = [], oneOf = [] } = schemaOf(contract, schema);
  const flat = flattened(contract, schema);
  const { examples = [], example, const: constant, enum: values = [], default: standard } = flat;
  const all = [...examples, example, constant, standard, ...values, ...[...anyOf, ...oneOf].map(ofPart)];
  const shown = all.find((value) => value !== undefined);
  if (shown !== undefined) return shown;
  const { properties = {}, required = [], items } = flat;
  if (isObject(flat))
    return Object.fromEntries(required.map((field) => [field, ofPart(properties[field] ?? {}) ?? null]));
  return isArray(flat) ? [items && ofPart(items)].filter((item) => item !== undefined) : undefined;
}
