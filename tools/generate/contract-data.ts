import {
  answerOf,
  envelopeOf,
  failureBody,
  failureSchemas,
  failuresOf,
  headerExample,
  jsonExample,
  jsonSchema,
  statusOf,
} from "../contract/bodies.js";
import { isObject, schemaOf, secretFieldsOf } from "../contract/json-schema.js";
import {
  type Body,
  type Contract,
  type Header,
  mapValues,
  type Operation,
  operationsOf,
  parametersIn,
  type Schema,
} from "../contract/model.js";
import { accessTokenOf, defaultServerOf, isPublic, listenerAt } from "../contract/server-and-token.js";
import { HEADER } from "./code.js";

/** Returns the code of the module that holds the facts of the contract as data, typed by `generated/openapi-types.ts`. */
export function generateContractData(contract: Contract): string {
  const operations = operationsOf(contract);
  const server = defaultServerOf(contract);
  const byId = (value: (operation: Operation) => unknown) =>
    JSON.stringify(Object.fromEntries(operations.map((operation) => [operation.operationId, value(operation)])));
  return `${HEADER}

${TYPES}

${operationTypes(operations)}

${failureName(contract, operations)}

/** Name of the API. */
export const title: string = ${JSON.stringify(contract.info.title)};

/** The beginning that all paths share. */
export const basePath: string = ${JSON.stringify(basePathOf(operations))};

/** Base URL of the mock and the sandbox, by default. */
export const defaultServer: string = ${JSON.stringify(server)};

/** Where that listens. */
export const listensOn: { readonly host: string; readonly port: number } = ${JSON.stringify(listenerAt(server))};

/** The request header of the access token. */
export const accessToken: { readonly header: string } = ${JSON.stringify(accessTokenOf(contract))};

/** Names of the fields whose values are secrets. */
export const secretFields: readonly string[] = ${JSON.stringify(secretFieldsOf(contract))};

/** The fields of each schema, in the order of the contract. */
export const fields: { readonly [Name in keyof Schemas]: readonly (keyof Schemas[Name])[] } = ${JSON.stringify(
    mapValues(contract.components.schemas, ({ properties = {} }) => Object.keys(properties)),
  )};

/** Every operation, by id. */
export const operations: { readonly [Id in OperationId]: Operation } = ${byId((operation) => operationData(contract, operation))};

/** The defaults of the fields of each request body, by operation. */
export const requestDefaults: { readonly [Id in OperationId]?: Parts<RequestBody<Id>> } = ${byId(
    ({ requestBody }) => requestBody && defaultsIn(contract, jsonSchema(requestBody)),
  )};

/** The texts that a field of a request body is limited to, by operation and field. */
export const requestChoices: { readonly [Id in OperationId]?: Readonly<Record<string, readonly string[]>> } = ${byId(
    ({ requestBody }) => requestBody && choicesIn(contract, jsonSchema(requestBody)),
  )};

/** The contract's first example of each request body, by operation. */
export const requestExamples: { readonly [Id in OperationId]?: RequestBody<Id> } = ${byId(
    ({ requestBody }) => requestBody && jsonExample(requestBody),
  )};

/** The contract's first example of each answer, by operation; \`null\` if it has no body. */
export const responseExamples: { readonly [Id in OperationId]: ResponseBody<Id> } = ${byId(
    (operation) => jsonExample(answerOf(operation)) ?? null,
  )};`;
}

/** The types of the facts, which follow from the types of the contract. */
const TYPES = `import type { components, operations as Operations } from "./openapi-types.js";

/** Id of an operation that a client can call. */
export type OperationId = keyof OperationTypes;

/** The schemas of the contract, by name. */
export type Schemas = components["schemas"];

/** What the contract says about one operation. */
export interface Operation {
  readonly id: OperationId;
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path with its parameters in braces. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  /** Absent if it takes no body. */
  readonly body?: {
    readonly required: boolean;
    /** Names of the fields in its envelope, or of its own if it has none. */
    readonly fields: readonly string[];
  };
  /** HTTP status of the success. */
  readonly status: number;
  /** Every response that the contract declares, by status as it writes it: \`404\`, \`4XX\` or \`default\`. */
  readonly responses: Readonly<Record<string, DeclaredResponse>>;
  /** Whether it can be called without an access token. */
  readonly isPublic: boolean;
}

/** A response that the contract declares. */
export interface DeclaredResponse {
  /** Media type of its body; absent if it has none. */
  readonly type?: string;
  /** The contract's example of each header, as text. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The body of a failure, if it has one: the name of its schema, and the contract's first example. */
  readonly failure?: { readonly schema: FailureName; readonly example: object };
}

/** The body of a failure that the contract declares; \`never\` if it declares none. */
export type FailureBody = Schemas[FailureName];

/** A parameter of an operation. The header of the access token is none. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  /** What code that behaves reads of its schema: the checks hold the rest. */
  readonly schema: { readonly default?: unknown; readonly maximum?: number };
}

type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : unknown;

/** JSON body of a request. */
export type RequestBody<Id extends OperationId> = Json<Operations[Id]["requestBody"]>;

/** JSON body of a success. */
export type ResponseBody<Id extends OperationId> = Json<
  Operations[Id]["responses"][OperationTypes[Id]["status"] & keyof Operations[Id]["responses"]]
>;

type Sent<Id extends OperationId> = Operations[Id]["parameters"] extends { query?: infer Query } ? NonNullable<Query> : never;

/** The query of a checked request: what has a default is there. */
export type Query<Id extends OperationId> = Sent<Id> & {
  readonly [Name in OperationTypes[Id]["defaulted"] & keyof Sent<Id>]: Exclude<Sent<Id>[Name], undefined>;
};

/** Some fields of a value, at every depth. */
type Parts<Value> = Value extends object
  ? { readonly [Name in keyof Value]?: Parts<Exclude<Value[Name], undefined>> }
  : Value;`;

/** The type of those facts of each operation that other types follow from. */
function operationTypes(operations: readonly Operation[]): string {
  const lines = operations.map((operation) => {
    const withDefault = parametersIn(operation, "query").filter(({ schema }) => schema.default !== undefined);
    const defaulted = unionOf(withDefault.map(({ name }) => name));
    return `  ${operation.operationId}: { defaulted: ${defaulted}; status: ${statusOf(operation)} };`;
  });
  return `/** The query parameters that have a default, and the status of the success, by operation. */
export interface OperationTypes {\n${lines.join("\n")}\n}`;
}

function failureName(contract: Contract, operations: readonly Operation[]): string {
  return `/** Name of the schema of a failure that the contract declares; \`never\` if it declares none. */
export type FailureName = ${unionOf(failureSchemas(contract, operations))};`;
}

/** The type that has these texts, and no others. */
function unionOf(texts: readonly string[]): string {
  return texts.map((text) => JSON.stringify(text)).join(" | ") || "never";
}

function operationData(contract: Contract, operation: Operation) {
  const { operationId: id, method, path, parameters = [], requestBody } = operation;
  const declared = parameters.map(({ name, in: place, schema }) => {
    const { default: value, maximum } = schemaOf(contract, schema);
    return { name, in: place, schema: { default: value, maximum } };
  });
  const body = requestBody && {
    required: requestBody.required ?? false,
    fields: fieldsIn(contract, jsonSchema(requestBody)),
  };
  return {
    id,
    method,
    path,
    parameters: declared,
    body,
    status: statusOf(operation),
    responses: {
      [statusOf(operation)]: responseData(answerOf(operation)),
      ...Object.fromEntries(
        failuresOf(operation).map(([status, response]) => [
          status,
          { ...responseData(response), failure: failureData(contract, response) },
        ]),
      ),
    },
    isPublic: isPublic(contract, operation),
  };
}

function responseData(response: Body) {
  const [type] = Object.keys(response.content);
  const headers = response.headers && mapValues(response.headers, (header: Header) => String(headerExample(header)));
  return { type, headers };
}

function failureData(contract: Contract, response: Body) {
  const { schema, example } = failureBody(contract, response) ?? {};
  return schema && { schema, example };
}

/** Names of the fields of a body, without its envelope. */
function fieldsIn(contract: Contract, schema: Schema): string[] {
  return Object.keys(propertiesIn(contract, schema));
}

/** The closed lists of texts among the fields of a body; `undefined` if there are none. */
function choicesIn(contract: Contract, schema: Schema): Record<string, readonly unknown[]> | undefined {
  const fields = Object.entries(propertiesIn(contract, schema));
  const closed = fields.flatMap(([name, field]) => {
    const texts = (schemaOf(contract, field).enum ?? []).filter((value) => typeof value === "string");
    return texts.length > 0 ? [[name, texts]] : [];
  });
  return closed.length > 0 ? Object.fromEntries(closed) : undefined;
}

/** The fields of a body, without its envelope. */
function propertiesIn(contract: Contract, schema: Schema): Readonly<Record<string, Schema>> {
  const { properties = {} } = schemaOf(contract, schema);
  const inner = properties[envelopeOf(contract, schema) ?? ""];
  return inner ? propertiesIn(contract, inner) : properties;
}

/** The default of a value, or those of its fields; `undefined` if there is none. */
function defaultsIn(contract: Contract, schema: Schema): unknown {
  const whole = schemaOf(contract, schema);
  if (whole.default !== undefined || !isObject(whole)) return whole.default;
  const entries = Object.entries(whole.properties ?? {}).map(([name, field]) => [name, defaultsIn(contract, field)]);
  const known = entries.filter(([, value]) => value !== undefined);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** What all paths begin with: everything up to the version. */
function basePathOf([operation]: readonly Operation[]): string {
  return /^.*?\/\d+\.\d+(?=\/)/.exec(operation?.path ?? "")?.[0] ?? "";
}
