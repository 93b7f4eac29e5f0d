import { schemaOf } from "./json-schema.js";
import { type Contract, type Schema, schemaName } from "./model.js";

/** Names of the fields in a part of a contract that are marked with `format: password`, each once. */
export function secretsIn(contract: Contract, part: object): string[] {
  const found = new Set<string>();
  const referred = new Set<string>();
  const look = (node: Schema): void => {
    const name = schemaName(node);
    if (name !== undefined) referred.add(name);
    for (const [field, schema] of Object.entries(node.properties ?? {})) {
      if (schemaOf(contract, schema).format === "password") found.add(field);
    }
    for (const inner of Object.values(node)) if (typeof inner === "object" && inner !== null) look(Object(inner));
  };
  look(Object(part));
  // More are added on the way.
  for (const name of referred) look(contract.components.schemas[name] ?? {});
  return [...found];
}
