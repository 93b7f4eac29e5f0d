import { exampleOf } from "./examples.js";
import { flattened, isObject } from "./json-schema.js";
import type { Body, Contract, Schema } from "./model.js";

/** The media type that every body has: others may stand next to it. */
export const JSON_TYPE = "application/json";

/** The schema of a JSON body; an empty one, which allows anything, if the contract has none. */
export function jsonSchema({ content }: Pick<Body, "content">): Schema {
  return content[JSON_TYPE]?.schema ?? {};
}

/** The first example of a JSON body, else the one of its schema; `undefined` if there is none. */
export function jsonExample(contract: Contract, { content }: Pick<Body, "content">, type = JSON_TYPE): unknown {
  const { example, examples = {}, schema } = content[type] ?? {};
  return example ?? Object.values(examples)[0]?.value ?? (schema && exampleOf(contract, schema));
}

/** The key of a body whose only field is a required object. Callers of the client never see it. */
export function envelopeOf(contract: Contract, schema: Schema): string | undefined {
  const { properties = {}, required = [] } = flattened(contract, schema);
  const [[key, inner] = ["", {}], ...others] = Object.entries(properties);
  return others.length === 0 && required.includes(key) && isObject(flattened(contract, inner)) ? key : undefined;
}
