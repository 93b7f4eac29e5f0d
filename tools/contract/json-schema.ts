import { type Contract, nodesIn, type Schema, schemaName } from "./model.js";

/** The schemas that a reference may name. */
type Schemas = Pick<Contract, "components">;

/** A schema, or the one in `components/schemas` that it refers to. What is next to the reference is kept. */
export function schemaOf({ components }: Schemas, schema: Schema): Schema {
  const { $ref: _, ...siblings } = schema;
  return { ...components.schemas[schemaName(schema) ?? ""], ...siblings };
}

/** Whether a schema, which is no reference, describes an object. */
export function isObject({ type, properties }: Schema): boolean {
  return type === "object" || (type === undefined && properties !== undefined);
}

/** Names of the fields whose values are secrets, by their `format: password`, each once. */
export function secretFieldsOf(contract: Contract): string[] {
  const fields = nodesIn(contract, contract).flatMap(({ properties = {} }) => Object.entries(properties));
  const secrets = fields.filter(([, schema]) => schemaOf(contract, schema).format === "password");
  return [...new Set(secrets.map(([name]) => name))];
}

/** The first example of a schema, or of the one that it refers to; `undefined` if it has none. */
export function exampleOf(contract: Contract, schema: Schema): unknown {
  return schemaOf(contract, schema).examples?.[0];
}
