import { schemaOf } from "./json-schema.js";
import type { Contract, Schema } from "./model.js";

/** The first example of a schema, or of the one that it refers to; `undefined` if it has none. */
export function exampleOf(contract: Contract, schema: Schema): unknown {
  return schemaOf(contract, schema).examples?.[0];
}
