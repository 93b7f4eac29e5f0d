import { requestExamples } from "../../generated/contract.js";
import type { Fields, Operation } from "../contract.js";
import { fieldOf, type JsonObject, objectOf } from "./json.js";

/** A body as the contract wraps it. */
export function enveloped({ id, body }: Operation, fields: JsonObject): unknown {
  if (body?.key === undefined) return fields;
  return { ...examplesOf(body.others ?? {}, requestExamples[id]), [body.key]: fields };
}

/** The fields that a request may send: a resource may also have some that only answers have. */
export function sendable(fields: Fields = {}): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, { schema }]) => schema["readOnly"] !== true));
}

/** The fields that a body requires, with the contract's examples. */
export function requiredOf({ id, body }: Operation): JsonObject {
  return examplesOf(body?.fields ?? {}, fieldOf(requestExamples[id], body?.key));
}

/** What a service assumes for fields that a body may leave out. */
export function defaultsOf({ body }: Operation): JsonObject {
  const optional = Object.entries(sendable(body?.fields)).filter(([, { required }]) => !required);
  const fields = optional.filter(([, { schema }]) => schema.default !== undefined);
  return Object.fromEntries(fields.map(([name, { schema }]) => [name, schema.default]));
}

function examplesOf(fields: Fields, example: unknown): JsonObject {
  const required = Object.entries(sendable(fields)).filter(([, field]) => field.required);
  return Object.fromEntries(required.map(([name]) => [name, objectOf(example)?.[name]]));
}
