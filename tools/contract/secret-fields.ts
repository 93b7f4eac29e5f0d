import { schemaOf } from "./json-schema.js";
import { type Contract, nodesIn, type Schema, schemaName } from "./model.js";

/**
 * Names of the fields and headers in a part of a contract that are marked with `format: password`, each once. Those of
 * headers are in lower case.
 */
export function secretsIn(contract: Contract, part: object): string[] {
  const found = new Set<string>();
  for (const { properties = {}, in: place, name: header, schema } of nodesIn(contract, part)) {
    for (const [field, inner] of Object.entries(properties)) if (isSecret(contract, inner)) found.add(field);
    if (place === "header" && typeof header === "string" && isSecret(contract, Object(schema)))
      found.add(header.toLowerCase());
  }
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
