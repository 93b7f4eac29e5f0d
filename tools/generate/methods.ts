import { CommandError } from "../../src/cli/command.js";
import { envelopeOf, JSON_TYPE, jsonSchema } from "../contract/bodies.js";
import { flattened, isArray, isObject, schemaOf } from "../contract/json-schema.js";
import {
  type Contract,
  type Operation,
  operationsOf,
  type Parameter,
  parametersIn,
  type Schema,
} from "../contract/model.js";
import { CONTRACT } from "../contract/reader.js";
import { accessTokenOf } from "../contract/security.js";
import { successOf } from "../contract/success.js";
import { type ClientMethod, clientMethodsOf, identifierOf, pathOf } from "./names.js";

/** What the client's method for an operation is made of. */
export interface Method extends ClientMethod {
  readonly operation: Operation;
  /** The parameters in the path, each with the argument that takes it. */
  readonly path: readonly { readonly argument: string; readonly parameter: Parameter }[];
  readonly query: readonly Parameter[];
  readonly headers: readonly Parameter[];
  readonly body?: BodyArgument | undefined;
  /** HTTP status of success. */
  readonly status: number;
  /** Schema of the body of success; absent if it has none. */
  readonly answer?: Schema | undefined;
  /** The only key of that body, under which the data is. */
  readonly envelope?: string | undefined;
  /** The key of the items, if the body is a page of a list. */
  readonly items?: string | undefined;
}

interface BodyArgument {
  /** Absent if the contract does not specify the body: it is then one of the options. */
  readonly argument?: string | undefined;
  /** Key of the envelope; absent if there is none. */
  readonly key?: string | undefined;
  /** What the argument takes. */
  readonly schema: Schema;
  readonly description: string;
  readonly required: boolean;
}

/**
 * The client's methods, in the order of the contract.
 *
 * @throws CommandError when the client cannot have a method for an operation. The message names the place.
 */
export function methodsOf(contract: Contract): Method[] {
  const names = clientMethodsOf(contract);
  return operationsOf(contract).flatMap((operation) => {
    const name = names.get(operation.operationId);
    return name ? [methodOf(contract, operation, name)] : [];
  });
}

function methodOf(contract: Contract, operation: Operation, name: ClientMethod): Method {
  const { status, response } = successOf(operation);
  const answer = response.content[JSON_TYPE]?.schema;
  const method = {
    ...name,
    operation,
    path: parametersIn(operation, "path").map((parameter) => ({ argument: identifierOf(parameter.name), parameter })),
    query: parametersIn(operation, "query"),
    headers: headersOf(contract, operation),
    body: bodyOf(contract, operation),
    status,
    answer,
    envelope: answer && envelopeKey(contract, answer),
    items: answer && itemsKey(contract, operation, answer),
  };
  refuseUnnamable(operation, argumentNames(method));
  return method;
}

/** The names of the arguments of a method, without its options. */
export function argumentNames({ path, body, query }: Pick<Method, "path" | "body" | "query">): string[] {
  const names = [...path.map(({ argument }) => argument), body?.argument, query.length > 0 ? "query" : undefined];
  return names.filter((name) => name !== undefined);
}

/** @throws CommandError when the code of a method cannot have arguments of these names. */
function refuseUnnamable({ operationId }: Operation, names: readonly string[]): void {
  for (const [index, name] of names.entries()) {
    const isTaken = names.indexOf(name) < index || ["options", "init", "http", "run", "createList"].includes(name);
    // It may also be a word of JavaScript.
    if (!isTaken && isArgument(name)) continue;
    throw new CommandError(`${CONTRACT}: ${operationId}: the client can have no argument ${name} here: rename it.`);
  }
}

function isArgument(name: string): boolean {
  try {
    return Boolean(new Function(`"use strict"; async () => { const ${name} = 0 }`));
  } catch {
    return false;
  }
}

function headersOf(contract: Contract, operation: Operation): Parameter[] {
  const headers = parametersIn(operation, "header");
  const own = ["accept", "content-type", "authorization", accessTokenOf(contract).header.toLowerCase()];
  const sent = headers.find(({ name }) => own.includes(name.toLowerCase()));
  if (!sent) return headers;
  const place = `${CONTRACT}: ${operation.operationId}`;
  throw new CommandError(`${place}: the client sends ${sent.name} by itself: remove the parameter.`);
}

function bodyOf(contract: Contract, { requestBody }: Operation): BodyArgument | undefined {
  if (!requestBody?.content[JSON_TYPE]) return undefined;
  const { description, required = false } = requestBody;
  const whole = jsonSchema(requestBody);
  const key = envelopeKey(contract, whole);
  const flat = flattened(contract, whole);
  const isSpecified = isArray(flat) || Object.keys(flat.properties ?? {}).length > 0;
  const schema = key === undefined ? whole : (flat.properties?.[key] ?? {});
  return { argument: isSpecified ? identifierOf(key ?? "body") : undefined, key, schema, description, required };
}

/** Key of the only field of a body; `undefined` if it has several fields, or one of several forms. */
function envelopeKey(contract: Contract, schema: Schema): string | undefined {
  return hasForms(contract, schema) ? undefined : envelopeOf(contract, schema);
}

/** Whether a schema allows several forms, so that no field is in all of them. */
function hasForms(contract: Contract, schema: Schema): boolean {
  const { oneOf, anyOf, allOf = [] } = schemaOf(contract, schema);
  return Boolean(oneOf ?? anyOf) || allOf.some((part) => hasForms(contract, part));
}

/** Whether a schema allows nothing but objects, all of one form: TypeScript can have an interface for it. */
export function isOnlyObject(contract: Contract, schema: Schema): boolean {
  const { type = "object", enum: values, const: value, ...flat } = flattened(contract, schema);
  const isLiteral = values !== undefined || value !== undefined;
  return !hasForms(contract, schema) && !isLiteral && isObject({ type, ...flat }) && [type].flat().length === 1;
}

/** Key of the list of objects next to an object `pagination`, if the query has the number of the page. */
function itemsKey(contract: Contract, operation: Operation, answer: Schema): string | undefined {
  const { properties = {} } = flattened(contract, answer);
  const { properties: position = {} } = flattened(contract, properties["pagination"] ?? {});
  const isInteger = (schema: Schema = {}) => flattened(contract, schema).type === "integer";
  const hasNumber = parametersIn(operation, "query").some(({ name, schema }) => name === "page" && isInteger(schema));
  if (!hasNumber || !isInteger(position["current_page"]) || !isInteger(position["total_pages"])) return undefined;
  const [key, ...others] = Object.keys(properties).filter((name) =>
    isArray(flattened(contract, properties[name] ?? {})),
  );
  return others.length > 0 ? undefined : key;
}

/** The head of the table of methods in the guide to the client, and its rows. */
const TABLE = /^(\| Method \| Operation \|\n\| --- \| --- \|\n)(?:\|.*\n)*/m;

/** Returns the guide to the client with the methods of a contract in its table. */
export function withMethodTable(guide: string, contract: Contract): string {
  const rows = methodsOf(contract).map((method) => {
    const { operation } = method;
    const call = `service.${pathOf(method)}(${argumentNames(method).join(", ")})`;
    return `| \`${call}\` | \`${operation.method} ${operation.path}\` |\n`;
  });
  return guide.replace(TABLE, (_, head) => head + rows.join(""));
}
