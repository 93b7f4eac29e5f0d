import { schemaOf } from "./json-schema.js";
import { type Contract, type Schema, schemaName } from "./model.js";

/**
 * Names of the fields and headers in a part of a contract that are marked with `format: password`, each once. Those of
 * headers are in lower case.
 */
export function secretsIn(contract: Contract, part: object): string[] {
  const found = new Set<string>();
  const referred = new Set<string>();
  const look = (node: Schema): void => {
    const name = schemaName(node);
    if (name !== undefined) referred.add(name);
    for (const [field, schema] of Object.entries(node.properties ?? {}))
      if (isSecret(contract, schema)) found.add(field);
    const { in: place, name: header, schema } = node;
    if (place === "header" && typeof header === "string" && isSecret(contract, Object(schema)))
      found.add(header.toLowerCase());
    for (const inner of Object.values(node)) if (typeof inner === "object" && inner !== null) look(Object(inner));
  };
  look(Object(part));
  // More are added on the way.
  for (const name of referred) look(contract.components.schemas[name] ?? {});
  return [...found];
}

/** Whether a value may be a secret, or hold secrets that have no names of their own. */
export function isSecret(contract: Contract, schema: Schema, outer: readonly string[] = []): boolean {
  const name = schemaName(schema) ?? "";
  if (outer.includes(name)) return false;
  const { format, allOf = [], anyOf = [], oneOf = [], prefixItems = [], ...whole } = schemaOf(contract, schema);
  const parts = [...allOf, ...anyOf, ...oneOf, ...prefixItems, whole.items, whole.additionalProperties];
  const names = name ? [...outer, name] : outer;
  return format === "password" || parts.some((inner) => typeof inner === "object" && isSecret(contract, inner, names));
}
