import { envelopeOf, JSON_TYPE, jsonSchema } from "../contract/bodies.js";
import { flattened, isArray, isObject, schemaOf } from "../contract/json-schema.js";
import {
  type Body,
  type Contract,
  type Operation,
  type Parameter,
  parametersIn,
  type Schema,
} from "../contract/model.js";
import { accessTokenOf } from "../contract/security.js";
import { successOf } from "../contract/success.js";
import { type ClientMethod, identifierOf, Names } from "./names.js";
import { type PagedList, pagedListOf } from "./paged-list.js";

/** What the client's method for an operation is made of. */
export interface Method extends ClientMethod {
  readonly operation: Operation;
  readonly path: readonly PathArgument[];
  /** Absent if the operation takes no body. */
  readonly body?: BodyArgument | undefined;
  readonly query?: QueryArgument | undefined;
  readonly headers: readonly Parameter[];
  readonly success: Success;
  /** Key of the only field of the answer, under which the data is; absent if the data is the answer. */
  readonly envelope?: string | undefined;
  /** Absent unless the answer is a page of a list, and the query has its number. */
  readonly walk?: PagedList | undefined;
}

interface PathArgument {
  /** Name of the argument. */
  readonly argument: string;
  readonly parameter: Parameter;
}

export interface BodyArgument {
  /** Name of the argument; absent if the contract does not specify the body: it is then one of the options. */
  readonly argument?: string | undefined;
  /** Key of the envelope; absent if there is none. */
  readonly key?: string | undefined;
  readonly body: Body;
  /** Whether what it takes is an object and nothing else. */
  readonly isObject: boolean;
  readonly required: boolean;
}

interface QueryArgument {
  readonly argument: string;
  readonly parameters: readonly Parameter[];
  readonly required: boolean;
}

interface Success {
  /** HTTP status. */
  readonly status: number;
  readonly hasBody: boolean;
  readonly schema: Schema;
}

/** The names of the arguments of a method, without its options. */
export function argumentNames({ path, body, query }: Method): string[] {
  const names = [...path.map(({ argument }) => argument), body?.argument, query?.argument];
  return names.filter((name) => name !== undefined);
}

/** Words that no argument may be called. */
const RESERVED = [
  ..."arguments await break case catch class const continue debugger default delete do else enum eval".split(" "),
  ..."export extends false finally for function if implements import in instanceof interface let new null".split(" "),
  ..."package private protected public return static super switch this throw true try typeof undefined var".split(" "),
  ..."void while with yield run createList".split(" "),
];

/** The method for an operation. */
export function methodOf(contract: Contract, operation: Operation, names: ClientMethod): Method {
  const { requestBody } = operation;
  const { status, response } = successOf(operation);
  const success = { status, hasBody: response.content[JSON_TYPE] !== undefined, schema: jsonSchema(response) };
  const taken = new Names([...RESERVED, "options"]);
  const query = queryOf(parametersIn(operation, "query"), taken);
  return {
    ...names,
    operation,
    body: requestBody && bodyOf(contract, requestBody, taken),
    query,
    path: parametersIn(operation, "path").map((parameter) => {
      const name = identifierOf(parameter.name);
      return { argument: taken.take(name, `${name}Id`), parameter };
    }),
    headers: parametersIn(operation, "header").filter(({ name }) => !isClients(contract, name)),
    success,
    envelope: envelopeKey(contract, success.schema),
    walk: hasForms(contract, success.schema) ? undefined : pagedListOf(contract, operation),
  };
}

/** Whether the client sends a header of its own accord. */
function isClients(contract: Contract, header: string): boolean {
  const own = ["accept", "content-type", "authorization", accessTokenOf(contract).header.toLowerCase()];
  return own.includes(header.toLowerCase());
}

function bodyOf(contract: Contract, body: Body, taken: Names): BodyArgument | undefined {
  if (!body.content[JSON_TYPE]) return undefined;
  const schema = jsonSchema(body);
  const key = envelopeKey(contract, schema);
  const flat = flattened(contract, schema);
  const isSpecified = isArray(flat) || Object.keys(flat.properties ?? {}).length > 0;
  const argument = isSpecified ? taken.take(identifierOf(key ?? "body"), "body") : undefined;
  const inner = key === undefined ? schema : (flat.properties?.[key] ?? {});
  return { argument, key, body, isObject: isOnlyObject(contract, inner), required: body.required ?? false };
}

/** Whether a schema allows nothing but objects, all of one form: TypeScript can have an interface for it. */
export function isOnlyObject(contract: Contract, schema: Schema): boolean {
  const flat = flattened(contract, schema);
  const isLiteral = flat["const"] !== undefined || flat.enum !== undefined;
  return !hasForms(contract, schema) && !isLiteral && isObject(flat) && [flat.type ?? "object"].flat().length === 1;
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

function queryOf(parameters: readonly Parameter[], taken: Names): QueryArgument | undefined {
  if (parameters.length === 0) return undefined;
  return {
    argument: taken.take("query"),
    parameters,
    required: parameters.some(({ required }) => required),
  };
}
