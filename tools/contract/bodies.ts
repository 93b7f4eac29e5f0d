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

/**
 * The first success that an operation documents.
 *
 * @throws CommandError when it documents none.
 */
export function successOf({ operationId, responses }: Operation): Success {
  const keys = Object.keys(responses);
  const key =
    keys.filter((status) => /^2\d\d$/.test(status)).sort()[0] ?? keys.find((each) => /^2xx$|^default$/i.test(each));
  const response = key === undefined ? undefined : responses[key];
  if (key === undefined || !response) {
    throw new CommandError(`${CONTRACT}: ${operationId} has no response with a status from 200 to 299: write one.`);
  }
  return { key, status: /^\d+$/.test(key) ? Number(key) : 200, response };
}

/** The schema of the JSON in an operation's success; `undefined` if it has none. */
export function answerSchema(operation: Operation): Schema | undefined {
  const { response } = successOf(operation);
  return jsonTypeOf(response) === undefined ? undefined : jsonSchema(response);
}

/** A key of a body, and the schema under it. */
export interface Envelope {
  key: string;
  schema: Schema;
}

/** The envelope of a body whose only field is a required object. Callers of the client never see it. */
export function envelopeOf(contract: Contract, schema: Schema): Envelope | undefined {
  const isOnly = Object.keys(flattened(contract, schema).properties ?? {}).length === 1;
  return isOnly ? itemOf(contract, schema) : undefined;
}

/**
 * Where the item is in a body: under the only key that is required and holds an object. Other keys may be next to it.
 * `undefined` if the body is the item itself.
 *
 * @param fields - The fields of the item, if they are known: a key that is one of them is no envelope.
 */
export function itemOf(contract: Contract, schema: Schema, fields: Fields = {}): Envelope | undefined {
  const { properties = {}, required = [] } = flattened(contract, schema);
  const objects = Object.entries(properties).filter(([, inner]) => isObject(flattened(contract, inner)));
  const [entry, ...others] = objects.filter(([key]) => required.includes(key));
  // Another required value makes it a field among others.
  const isField = entry && Object.hasOwn(fields, entry[0]);
  const isAlone = entry && !isField && others.length === 0 && required.every((key) => key === entry[0]);
  return isAlone ? { key: entry[0], schema: entry[1] } : undefined;
}

/**
 * The fields of the item in a body, under the key that holds them if there is one, and those next to it.
 *
 * @param known - The fields of the item, if they are known.
 */
export function bodyFieldsOf(contract: Contract, schema: Schema, known?: Fields) {
  const envelope = itemOf(contract, schema, known);
  const all = fieldsOf(contract, schema);
  if (!envelope) return { fields: all };
  const { [envelope.key]: _, ...others } = all;
  return {
    key: envelope.key,
    fields: fieldsOf(contract, envelope.schema),
    others: Object.keys(others).length > 0 ? others : undefined,
  };
}

/** Where a list is in a body. */
export interface ListShape {
  /** The keys that lead to it; none if the body is the list itself. */
  keys: readonly string[];
  item: Schema;
  /** Whether it may be missing or `null`. */
  mayLack: boolean;
}

/** The list of objects in an answer: the answer itself, or the only list in it; `undefined` if there is none. */
export function listOf(contract: Contract, schema: Schema): ListShape | undefined {
  const [found, ...others] = listsIn(contract, schema);
  return others.length > 0 ? undefined : found;
}

/**
 * The lists in an answer, each under one key or two: those that are required, else all. What is next to an `id` is a part
 * of an item.
 */
function listsIn(contract: Contract, schema: Schema, outer: readonly string[] = []): ListShape[] {
  const { properties = {}, required = [], ...flat } = flattened(contract, schema);
  if (isArray(flat)) {
    const { items: item, type } = flat;
    return item && isObject(flattened(contract, item)) ? [{ keys: outer, item, mayLack: type !== "array" }] : [];
  }
  if (outer.length > 1 || (outer.length > 0 && "id" in properties)) return [];
  const all = Object.entries(properties).flatMap(([key, inner]) =>
    listsIn(contract, inner, [...outer, key]).map((list) => ({
      ...list,
      mayLack: list.mayLack || !required.includes(key),
    })),
  );
  const near = all.filter(({ keys }) => keys.length === outer.length + 1);
  const sure = near.filter(({ keys }) => required.includes(keys.at(-1) ?? ""));
  if (sure.length > 0 || "id" in properties) return sure;
  return near.length > 0 ? near : all;
}

/** The fields that make an object the position of a page. */
const POSITION = ["current_page", "per_page", "total", "total_pages"];

/** The key of the pagination object in an answer; `undefined` if there is none. */
export function paginationOf(contract: Contract, schema: Schema): string | undefined {
  const { properties = {} } = flattened(contract, schema);
  return Object.keys(properties).find((key) => {
    const fields = flattened(contract, properties[key] ?? {}).properties ?? {};
    return POSITION.every((name) => name in fields);
  });
}
