import { isObject, schemaOf } from "./json-schema.js";
import type { Body, Contract, Operation, Schema } from "./model.js";

/** The media type of every body that a client sends or gets. */
export const JSON_TYPE = "application/json";

/** HTTP status of the only success that an operation documents. */
export function statusOf({ responses }: Operation): number {
  return Number(Object.keys(responses).find((status) => status.startsWith("2")));
}

/** The answer of an operation that succeeds. */
export function answerOf(operation: Operation): Body {
  return operation.responses[statusOf(operation)] ?? { description: "", content: {} };
}

/** The schema of a JSON body; an empty one, which allows anything, if the contract has none. */
export function jsonSchema({ content }: Body): Schema {
  return content[JSON_TYPE]?.schema ?? {};
}

/** The first example of a JSON body; `undefined` if there is none. */
export function jsonExample({ content }: Body): unknown {
  const { example, examples = {} } = content[JSON_TYPE] ?? {};
  return example ?? Object.values(examples)[0]?.value;
}

/** The key of a body whose only field is a required object. Callers of the client never see it. */
export function envelopeOf(contract: Contract, schema: Schema): string | undefined {
  const { properties = {}, required = [] } = schemaOf(contract, schema);
  const [[key, inner] = ["", {}], ...others] = Object.entries(properties);
  return others.length === 0 && required.includes(key) && isObject(schemaOf(contract, inner)) ? key : undefined;
}
