import { CommandError } from "../../src/cli/command.js";
import {
  accessTokenOf,
  answerOf,
  type Contract,
  defaultServerOf,
  envelopeOf,
  jsonExample,
  jsonSchema,
  type Operation,
  operationsOf,
  parametersIn,
  type Schema,
  schemaOf,
  secretFieldsOf,
  statusOf,
} from "../contract/model.js";
import { CONTRACT } from "../contract/read.js";
import { HEADER } from "./client.js";

/** Returns the code of the module with what code needs to know about the contract, typed by `openapi-types.ts`. */
export function generateFacts(contract: Contract): string {
  const operations = operationsOf(contract);
  const byId = (fact: (operation: Operation) => unknown) =>
    JSON.stringify(Object.fromEntries(operations.map((operation) => [operation.operationId, fact(operation)])));
  const bodyById = (fact: (schema: Schema) => unknown) =>
    byId(({ requestBody }) => requestBody && fact(innerSchema(contract, jsonSchema(requestBody))));
  const fields = Object.entries(contract.components.schemas).map(([name, { properties = {} }]) => [
    name,
    Object.keys(properties),
  ]);
  return `${HEADER}
import type { components, operations as Operations } from "./openapi-types.js";

/** Id of an operation that a client can call. */
export type OperationId = ${operations.map(({ operationId }) => `"${operationId}"`).join(" | ")};

/** The query parameters that have a default, by operation. */
interface Defaulted {
${operations.map((operation) => `${operation.operationId}: ${defaultedIn(operation)};`).join("\n")}
}

${TYPES}

/** Name of the API. */
export const title: string = ${JSON.stringify(contract.info.title)};

/** The beginning that all paths share, up to the version. */
export const basePath: string = ${JSON.stringify(/^.*?\/[\d.]+(?=\/)/.exec(operations[0]?.path ?? "")?.[0] ?? "")};

/** Base URL of the mock and the sandbox, by default. */
export const defaultServer: string = ${JSON.stringify(defaultServerOf(contract))};

/** Where the mock and the sandbox listen by default. */
export const listensOn: { readonly host: string; readonly port: number } = ${JSON.stringify(listenerOf(contract))};

/** The request header of the access token. */
export const accessToken: { readonly header: string } = ${JSON.stringify(accessTokenOf(contract))};

/** Names of the fields whose values are secrets. */
export const secretFields: readonly string[] = ${JSON.stringify(secretFieldsOf(contract))};

/** The fields of each schema, in the order of the contract. */
export const fields: { readonly [Name in keyof Schemas]: readonly (keyof Schemas[Name])[] } = ${JSON.stringify(Object.fromEntries(fields))};

/** Every operation, by id. */
export const operations: { readonly [Id in OperationId]: Operation } = ${byId((operation) => operationFacts(contract, operation))};

/** The defaults of the fields of each request body, without its envelope. */
export const requestDefaults: { readonly [Id in OperationId]?: Readonly<Record<string, unknown>> } = ${bodyById(defaultsIn)};

/** The strings that a field of a request body is limited to, by operation and field. */
export const requestChoices: { readonly [Id in OperationId]?: Readonly<Record<string, readonly string[]>> } = ${bodyById(choicesIn)};

/** The contract's first example of each request body. */
export const requestExamples: { readonly [Id in OperationId]?: RequestBody<Id> } = ${byId(({ requestBody }) => requestBody && jsonExample(requestBody))};

/** The contract's first example of each response. */
export const responseExamples: { readonly [Id in OperationId]: ResponseBody<Id> } = ${byId((operation) => jsonExample(answerOf(operation)))};
`;
}

const TYPES = `/** The schemas of the contract, by name. */
export type Schemas = components["schemas"];

/** What the contract says about one operation. */
export interface Operation {
  readonly id: OperationId;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path with its parameters in braces. */
  readonly path: string;
  /** All parameters except the header of the access token. */
  readonly parameters: readonly {
    readonly name: string;
    readonly in: "path" | "query";
    readonly schema: { readonly default?: unknown; readonly maximum?: number };
  }[];
  /** Absent if it takes no body. The fields are those in its envelope. */
  readonly body?: { readonly required: boolean; readonly fields: readonly string[] };
  /** HTTP status of the success. */
  readonly status: number;
  /** The key of the response body that holds the resource; absent if the body itself is the resource. */
  readonly envelope?: string;
}

type Json<Message> = Message extends { content: { "application/json": infer Body } } ? Body : unknown;

/** JSON body of a request. */
export type RequestBody<Id extends OperationId> = Json<Operations[Id]["requestBody"]>;

/** JSON body of a success. */
export type ResponseBody<Id extends OperationId> = Json<Operations[Id]["responses"][keyof Operations[Id]["responses"]]>;

type Sent<Id extends OperationId> = Operations[Id]["parameters"] extends { query?: infer Query } ? NonNullable<Query> : never;

/** The query of a checked request, in which every parameter with a default has a value. */
export type Query<Id extends OperationId> = Sent<Id> & {
  readonly [Name in Defaulted[Id] & keyof Sent<Id>]: Exclude<Sent<Id>[Name], undefined>;
};`;

function operationFacts(contract: Contract, operation: Operation) {
  const { operationId: id, method, path, parameters, requestBody } = operation;
  return {
    id,
    method,
    path,
    parameters: parameters.map(({ name, in: place, schema }) => {
      const { default: value, maximum } = schemaOf(contract, schema);
      return { name, in: place, schema: { default: value, maximum } };
    }),
    body: requestBody && {
      required: requestBody.required ?? false,
      fields: Object.keys(innerSchema(contract, jsonSchema(requestBody)).properties ?? {}),
    },
    status: statusOf(operation),
    envelope: envelopeOf(contract, jsonSchema(answerOf(operation))),
  };
}

/** The names of the query parameters that have a default, as a type. */
function defaultedIn(operation: Operation): string {
  const defaulted = parametersIn(operation, "query").filter(({ schema }) => schema.default !== undefined);
  return defaulted.map(({ name }) => `"${name}"`).join(" | ") || "never";
}

/** The schema of a body without its envelope. */
function innerSchema(contract: Contract, schema: Schema): Schema {
  return schema.properties?.[envelopeOf(contract, schema) ?? ""] ?? schema;
}

function defaultsIn({ properties = {} }: Schema) {
  const fields = Object.entries(properties).filter(([, field]) => field.default !== undefined);
  return fields.length > 0 ? Object.fromEntries(fields.map(([name, field]) => [name, field.default])) : undefined;
}

function choicesIn({ properties = {} }: Schema) {
  const fields = Object.entries(properties).filter(([, field]) => field.enum);
  return fields.length > 0 ? Object.fromEntries(fields.map(([name, field]) => [name, field.enum])) : undefined;
}

/** Where the sandbox listens. @throws CommandError when it cannot listen at the contract's server. */
function listenerOf(contract: Contract): { host: string; port: number } {
  const url = defaultServerOf(contract);
  const [, host, port] = /^http:\/\/(127\.0\.0\.1|localhost):(\d+)$/.exec(url) ?? [];
  if (host && port) return { host, port: Number(port) };
  throw new CommandError(`${CONTRACT}: servers: the sandbox cannot listen at "${url}": write http://127.0.0.1:4010.`);
}
