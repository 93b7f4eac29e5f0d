import { exampleOf } from "./examples.js";
import { flattened, isForReaders, type Schemas, withoutProse } from "./json-schema.js";
import type { Parameter, Schema } from "./model.js";

/** A parameter as data: its schema, without prose, and its first example. */
export interface ParameterField {
  readonly schema: Schema;
  readonly required: boolean;
  readonly example?: unknown;
}

/** A parameter as data. */
export function parameterFieldOf(contract: Schemas, parameter: Partial<Parameter>): ParameterField {
  const { schema = {}, required = false, examples = {} } = parameter;
  const example = parameter.example ?? Object.values(examples)[0]?.value ?? exampleOf(contract, schema);
  // Patterns are left out: the generated checks hold them.
  const data = withoutProse(flattened(contract, schema), (keyword) => keyword === "pattern" || isForReaders(keyword));
  return { schema: data, required, ...(example !== undefined && { example }) };
}
