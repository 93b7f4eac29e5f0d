import { CommandError } from "../../src/cli/command-error.js";
import type { Fields } from "../../src/contract.js";
import { exampleOf, fieldsOf, flattened, isArray, isObject } from "./json-schema.js";
import type { Body, Contract, Operation, Schema } from "./model.js";
import { CONTRACT } from "./reader.js";

/** The media type of a body's JSON: `application/json`, else the first that is a kind of JSON; `undefined` if none is. */
export function jsonTypeOf({ content }: Pick<Body, "content">): string | undefined {
  const types = Object.keys(content);
  return (
    types.find((type) => /^application\/json *(;|$)/i.test(type)) ?? types.find((type) => /\+json *(;|$)/i.test(type))
  );
}

/** The media type of a body's JSON, if it is not the one that every request has by default. */
export function otherJsonTypeOf(body: Pick<Body, "content">): string | undefined {
  const type = jsonTypeOf(body);
  return type === "application/json" ? undefined : type;
}

/** The schema of a JSON body; an empty one, which allows anything, if the contract has none. */
export function jsonSchema(body: Pick<Body, "content">): Schema {
  return body.content[jsonTypeOf(body) ?? ""]?.schema ?? {};
}

/** The first example of a JSON body, else the one of its schema; `undefined` if there is none. */
export function jsonExample(contract: Contract, body: Pick<Body, "content">): unknown {
  const { example, examples = {}, schema } = body.content[jsonTypeOf(body) ?? ""] ?? {};
  return example ?? Object.values(examples)[0]?.value ?? (schema && exampleOf(contract, schema));
}

/** The success of an operation, which the client and the sandbox go by. */
export interface Success {
  /** Key among the responses, such as `200`, `2XX` or `default`. */
  key: string;
  /** HTTP status. */
  status: number;
  response: Body;
}

/** The successes that an operation documents: those with a status of their own, else the one for any status. */
export function successesOf({ responses }: Operation): Success[] {
  const all = Object.entries(responses).map(([key, response]) => ({ key, status: Number(key) || 200, response }));
  const exact = all.filter(({ key }) => /^2\d\d$/.test(key));
  return exact.length > 0 ? exact : all.filter(({ key }) => /^2xx$|^default$/i.test(key)).slice(0, 1);
}

/**
 * The first success that an operation documents.
 *
 * @throws CommandError when it documents none.
 */
export function successOf(operation: Operation): Success {
  const [first] = successesOf(operation);
  if (first) return first;
  const { operationId } = operation;
  throw new CommandError(`${CONTRACT}: ${operationId} has no response with a status from 200 to 299: write one.`);
}

/** The schema of the JSON in an operation's success; `undefined` if it has none. */
export function answerSchema(operation: Operation): Schema | undefined {
  const { response } = successOf(operation);
  return jsonTypeOf(response) === undefined ? undefined : jsonSchema(response);
}

/** A part of a body, and the keys that lead to it; none if it is the body itself. */
export interface Part {
  keys: readonly string[];
  schema: Schema;
}

/** The key of a body whose only field is a required object. Callers of the client never see it. */
export function envelopeOf(contract: Contract, schema: Schema): string | undefined {
  const { properties = {}, required = [] } = flattened(contract, schema);
  const isOnly = Object.keys(properties).length === 1 && required.length === 1;
  return isOnly ? itemOf(contract, schema)?.keys[0] : undefined;
}

/**
 * Where the item is in a body: under the only key that is required, if that holds an object, or where none is, under the
 * only key. Others may be next to a required one. `undefined` if the body is the item itself.
 *
 * @param fields - The fields of the item, if they are known: a key that is one of them is no envelope.
 */
export function itemOf(contract: Contract, schema: Schema, fields: Fields = {}): Part | undefined {
  const { properties = {}, required = [] } = flattened(contract, schema);
  // Another required value makes it a field among others.
  const [key = "", ...others] = required.length > 0 ? required : Object.keys(properties);
  const inner = properties[key];
  const isAlone = inner && others.length === 0 && !Object.hasOwn(fields, key) && isObject(flattened(contract, inner));
  return isAlone ? { keys: [key], schema: inner } : undefined;
}

/**
 * The fields of the item in a body, under the key that holds them if there is one, and those next to it.
 *
 * @param known - The fields of the item, if they are known.
 */
export function bodyFieldsOf(contract: Contract, schema: Schema, known?: Fields) {
  const item = itemOf(contract, schema, known);
  const all = fieldsOf(contract, schema);
  if (!item) return { fields: all };
  const [key = ""] = item.keys;
  const { [key]: _, ...others } = all;
  return {
    key,
    fields: fieldsOf(contract, item.schema),
    others: envelopeOf(contract, schema) === undefined ? others : undefined,
  };
}

/**
 * The list of objects in an answer, with the schema of its items: the answer itself, or the only list in it; `undefined`
 * if there is none.
 */
export function listOf(contract: Contract, schema: Schema): Part | undefined {
  const [found, ...others] = listsIn(contract, schema);
  return others.length > 0 ? undefined : found;
}

/**
 * The lists in an answer, each under one key or two: those that are required, else all. What is next to an `id` is a part
 * of an item.
 */
function listsIn(contract: Contract, schema: Schema, outer: readonly string[] = []): Part[] {
  const { properties = {}, required = [], ...flat } = flattened(contract, schema);
  if (isArray(flat)) {
    const { items = {} } = flat;
    return isObject(flattened(contract, items)) ? [{ keys: outer, schema: items }] : [];
  }
  if (outer.length > 1 || (outer.length > 0 && "id" in properties)) return [];
  const all = Object.entries(properties).flatMap(([key, inner]) => listsIn(contract, inner, [...outer, key]));
  const near = all.filter(({ keys }) => keys.length === outer.length + 1);
  const sure = near.filter(({ keys }) => required.includes(keys.at(-1) ?? ""));
  if (sure.length > 0 || "id" in properties) return sure;
  return near.length > 0 ? near : all;
}
