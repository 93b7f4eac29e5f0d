import { CommandError } from "../../src/cli/command.js";
import { envelopeOf, JSON_TYPE, jsonSchema } from "../contract/bodies.js";
import { flattened, isArray, joined } from "../contract/json-schema.js";
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
  readonly path: readonly Parameter[];
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
    if (!name) return [];
    const { status, response } = successOf(operation);
    const answer = response.content[JSON_TYPE]?.schema;
    const method: Method = {
      ...name,
      operation,
      path: parametersIn(operation, "path"),
      query: parametersIn(operation, "query"),
      headers: parametersIn(operation, "header"),
      body: bodyOf(contract, operation),
      status,
      answer,
      envelope: answer && envelopeKey(contract, answer),
      items: answer && itemsKey(contract, operation, answer),
    };
    refuseWhatCodeCannotSay(contract, method);
    return [method];
  });
}

/** The names of the arguments of a method, without its options. */
function argumentNames({ path, body, query }: Pick<Method, "path" | "body" | "query">): string[] {
  const inPath = path.map(({ name }) => identifierOf(name));
  return [...inPath, ...(body?.argument ? [body.argument] : []), ...(query.length > 0 ? ["query"] : [])];
}

/** @throws CommandError when a method cannot have its arguments, or a header is the client's own. */
function refuseWhatCodeCannotSay(contract: Contract, method: Method): void {
  const { operationId } = method.operation;
  const own = ["accept", "content-type", "authorization", accessTokenOf(contract).header.toLowerCase()];
  const sent = method.headers.find(({ name }) => own.includes(name.toLowerCase()));
  if (sent)
    throw new CommandError(
      `${CONTRACT}: ${operationId}: the client sends ${sent.name} by itself: remove the parameter.`,
    );
  const names = argumentNames(method);
  try {
    // It refuses two of one name, and the words of JavaScript.
    new Function(...names, "options", "init", "http", "run", "createList", '"use strict"');
  } catch {
    const said = `a method of the client cannot have the arguments ${names.join(", ")}: rename them`;
    throw new CommandError(`${CONTRACT}: ${operationId}: ${said}.`);
  }
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
  return isOneObject(contract, schema) ? envelopeOf(contract, schema) : undefined;
}

/** Whether a schema allows nothing but objects of one form: TypeScript can have an interface for it. */
export function isOneObject(contract: Contract, schema: Schema): boolean {
  const { type, properties, oneOf, anyOf } = joined(contract, schema);
  return (type === undefined ? Boolean(properties) : type === "object") && !oneOf && !anyOf;
}

/** Key of the list of objects next to an object `pagination`, if the query has the number of the page. */
function itemsKey(contract: Contract, operation: Operation, answer: Schema): string | undefined {
  const { properties = {} } = flattened(contract, answer);
  const { properties: position = {} } = flattened(contract, properties["pagination"] ?? {});
  const hasNumber = parametersIn(operation, "query").some(({ name }) => name === "page");
  if (!hasNumber || !position["current_page"] || !position["total_pages"]) return undefined;
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
