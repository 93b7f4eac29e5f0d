import type { Field, Fields } from "../../src/contract-types.js";
import { exampleOf } from "./examples.js";
import { flattened, isForReaders, type Schemas, withoutProse, withTypes } from "./json-schema.js";
import type { Parameter, Schema } from "./model.js";

/** A field of an object, and an example that matches its schema. */
export interface ShownField extends Field {
  readonly example?: unknown;
}

/** Fields by name, in the order of the contract. */
export type ShownFields = Readonly<Record<string, ShownField>>;

/** The fields of an object. */
export function fieldsOf(contract: Schemas, schema: Schema): ShownFields {
  const { properties = {}, required = [] } = flattened(contract, schema);
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, fieldOf(contract, field, required.includes(name))]),
  );
}

function fieldOf(contract: Schemas, schema: Schema, required: boolean): ShownField {
  const example = exampleOf(contract, schema);
  // Patterns are left out: the generated checks hold them.
  const data = withoutProse(flattened(contract, schema), (keyword) => keyword === "pattern" || isForReaders(keyword));
  return { schema: data, required, ...(example !== undefined && { example }) };
}

/** The fields as the data of the contract has them. */
export function withoutExamples(fields: ShownFields): Fields {
  return Object.fromEntries(
    Object.entries(fields).map(([name, { schema, required }]) => [name, { schema: withTypes(schema), required }]),
  );
}

/** A parameter or a header as a field: its schema and its first example. */
export function parameterFieldOf(contract: Schemas, parameter: Partial<Parameter>): ShownField {
  const { schema = {}, required = false, example, examples = {} } = parameter;
  const field = fieldOf(contract, schema, required);
  const first = example ?? Object.values(examples)[0]?.value;
  return first === undefined ? field : { ...field, example: first };
}
