import type { Fields } from "../../src/contract-types.js";
import { PAGINATION } from "../../src/conventions.js";
import { exampleOf } from "./examples.js";
import { flattened, isArray, isObject } from "./json-schema.js";
import type { Body, Contract, Schema } from "./model.js";
import { fieldsOf } from "./schema-fields.js";

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
  const isOnly = Object.keys(properties).length === 1 && required.length === 1;
  return isOnly ? itemOf(contract, schema)?.keys[0] : undefined;
}

/** A part of a body, and the keys that lead to it: one, or none if it is the body itself. */
export interface Part {
  keys: readonly string[];
  schema: Schema;
}

/** The item in a body, under the only key that is required, or the only one; `undefined` if the body is the item itself. */
export function itemOf(contract: Contract, schema: Schema): Part | undefined {
  const { properties = {}, required = [] } = flattened(contract, schema);
  const [key = "", ...others] = required.length > 0 ? required : Object.keys(properties);
  const inner = properties[key];
  // Another required value makes it a field among others.
  const isAlone = inner && others.length === 0 && isObject(flattened(contract, inner));
  return isAlone ? { keys: [key], schema: inner } : undefined;
}

/**
 * The fields of the item in a body, under the key that holds them if there is one, and those next to it.
 *
 * @param known - The fields of the item, if they are known: a key that is one of them is no envelope.
 */
export function bodyFieldsOf(contract: Contract, schema: Schema, known: Fields = {}) {
  const { keys: [key = ""] = [], schema: inner = {} } = itemOf(contract, schema) ?? {};
  const { [key]: envelope, ...others } = fieldsOf(contract, schema);
  if (!envelope || Object.hasOwn(known, key)) return { fields: fieldsOf(contract, schema) };
  const isOnly = envelopeOf(contract, schema) !== undefined;
  return { key, fields: fieldsOf(contract, inner), others: isOnly ? undefined : others };
}

/** The parts of an answer: itself, and what its keys hold. */
export function partsOf(contract: Contract, schema: Schema): Part[] {
  const { properties = {} } = flattened(contract, schema);
  return [{ keys: [], schema }, ...Object.entries(properties).map(([key, inner]) => ({ keys: [key], schema: inner }))];
}

/** The list of objects in an answer, with the schema of its items: the answer itself, or the only list in it. */
export function listOf(contract: Contract, schema: Schema): Part | undefined {
  const { properties = {}, required = [] } = flattened(contract, schema);
  // An object with an id is an item, and its lists are parts of it.
  if ("id" in properties) return undefined;
  const all = partsOf(contract, schema).flatMap(({ keys, schema: part }) => {
    const flat = flattened(contract, part);
    const { items = {} } = flat;
    return isArray(flat) && isObject(flattened(contract, items)) ? [{ keys, schema: items }] : [];
  });
  const sure = all.filter(({ keys: [key = ""] }) => required.includes(key));
  const [found, ...others] = sure.length > 0 ? sure : all;
  return others.length > 0 ? undefined : found;
}

/** The key of the pagination object next to a list; `undefined` if there is none. */
export function paginationOf(contract: Contract, schema: Schema): string | undefined {
  const { properties = {} } = flattened(contract, schema);
  const isInteger = (field: Schema = {}) => flattened(contract, field).type === "integer";
  const isPagination = (inner: Schema) => {
    const { properties: fields = {} } = flattened(contract, inner);
    return Object.values(PAGINATION).every((name) => isInteger(fields[name]));
  };
  return Object.keys(properties).find((key) => isPagination(properties[key] ?? {}));
}
