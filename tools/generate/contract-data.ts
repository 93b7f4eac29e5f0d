import { envelopeOf, jsonExample, jsonSchema } from "../contract/bodies.js";
import { flattened, isObject } from "../contract/json-schema.js";
import {
  type Contract,
  mapValues,
  type Operation,
  operationsOf,
  parametersIn,
  type Schema,
} from "../contract/model.js";
import { secretsIn } from "../contract/secret-fields.js";
import { accessTokenOf } from "../contract/security.js";
import { successOf } from "../contract/success.js";
import { HEADER } from "./code.js";
import { defaultServerOf, listenerAt } from "./default-server.js";

/** Returns the code of the module that holds the facts of the contract as data, typed by `generated/schema.ts`. */
export function generateContractData(contract: Contract): string {
  const operations = operationsOf(contract);
  const server = defaultServerOf(contract);
  const byId = (value: (operation: Operation) => unknown) =>
    JSON.stringify(Object.fromEntries(operations.map((operation) => [operation.operationId, value(operation)])));
  return `${HEADER}

${TYPES}

${defaultedType(operations)}

/** Name of the API. */
export const title: string = ${JSON.stringify(contract.info.title)};

/** The beginning that all paths share. */
export const basePath: string = ${JSON.stringify(basePathOf(operations))};

/** Base URL of the mock and the sandbox, by default. */
export const defaultServer: string = ${JSON.stringify(server)};

/** Where that listens. */
export const listensOn: { readonly host: string; readonly port: number } = ${JSON.stringify(listenerAt(server))};

/** How a request carries the access token. */
export const accessToken: AccessToken = ${JSON.stringify(accessTokenOf(contract))};

/** Names of the fields whose values are secrets. */
export const secretFields: readonly string[] = ${JSON.stringify(secretsIn(contract, contract))};

/** The fields of each schema, in the order of the contract. */
export const fields: { readonly [Name in keyof Schemas]: readonly (keyof Schemas[Name])[] } = ${JSON.stringify(
    mapValues(contract.components.schemas, (schema) => namesIn(contract, schema)),
  )};

/** Every operation, by id. */
export const operations: { readonly [Id in OperationId]: Operation } = ${byId((operation) => operationData(contract, operation))};

/** The defaults of the fields of each request body, by operation. */
export const requestDefaults: { readonly [Id in OperationId]?: Parts<RequestBody<Id>> } = ${byId(
    ({ requestBody }) => requestBody && defaultsIn(contract, jsonSchema(requestBody)),
  )};

/** The contract's first example of each request body, by operation. */
export const requestExamples: { readonly [Id in OperationId]?: RequestBody<Id> } = ${byId(
    ({ requestBody }) => requestBody && jsonExample(contract, requestBody),
  )};

/** The contract's first example of each answer, by operation; null if it has no body. */
export const responseExamples: { readonly [Id in OperationId]: ResponseBody<Id> } = ${byId(
    (operation) => jsonExample(contract, successOf(operation).response) ?? null,
  )};`;
}

/** The types of the facts, which follow from the types of the contract. */
const TYPES = `import type { components, operations as Operations } from "./schema.js";

/** Id of an operation that a client can call. */
export type OperationId = keyof DefaultedParameters;

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
}

/** A parameter of an operation. The header of the access token is none. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  /** What code that behaves reads of its schema: the checks hold the rest. */
  readonly schema: { readonly default?: unknown; readonly maximum?: number };
}

/** How a request carries the access token. */
export interface AccessToken {
  /** Request header. */
  readonly header: string;
  /** What comes before the token in that header; empty for an API key. */
  readonly prefix: string;
}

type Json<Response> = Response extends { content: { "application/json": infer Body } } ? Body : unknown;

/** JSON body of a request. */
export type RequestBody<Id extends OperationId> = Json<Operations[Id]["requestBody"]>;

/** JSON body of a success. */
export type ResponseBody<Id extends OperationId> = Operations[Id]["responses"] extends { 200: infer Response }
  ? Json<Response>
  : unknown;

type Sent<Id extends OperationId> = NonNullable<Operations[Id]["parameters"]["query"]>;

/** The query of a checked request: what has a default is there. */
export type Query<Id extends OperationId> = Sent<Id> & {
  readonly [Name in DefaultedParameters[Id] & keyof Sent<Id>]: Exclude<Sent<Id>[Name], undefined>;
};

/** Some fields of a value, at every depth. */
export type Parts<Value> = Value extends object
  ? { readonly [Name in keyof Value]?: Parts<Exclude<Value[Name], undefined>> }
  : Value;`;

/** The type that says which query parameters have defaults. */
function defaultedType(operations: readonly Operation[]): string {
  const lines = operations.map((operation) => {
    const names = parametersIn(operation, "query").filter(({ schema }) => schema.default !== undefined);
    return `  ${operation.operationId}: ${names.map(({ name }) => JSON.stringify(name)).join(" | ") || "never"};`;
  });
  return `/** The query parameters that have a default, by operation. */\nexport interface DefaultedParameters {\n${lines.join("\n")}\n}`;
}

function operationData(contract: Contract, operation: Operation) {
  const { operationId: id, method, path, parameters = [], requestBody } = operation;
  const declared = parameters.map(({ name, in: place, schema }) => {
    const { default: value, maximum } = flattened(contract, schema);
    return { name, in: place, schema: { default: value, maximum } };
  });
  const body = requestBody && bodyOf(contract, requestBody.required ?? false, jsonSchema(requestBody));
  return { id, method, path, parameters: declared, body, status: successOf(operation).status };
}

function bodyOf(contract: Contract, required: boolean, schema: Schema) {
  const envelope = envelopeOf(contract, schema);
  const inner = envelope === undefined ? schema : flattened(contract, schema).properties?.[envelope];
  return { required, fields: namesIn(contract, inner ?? {}) };
}

function namesIn(contract: Contract, schema: Schema): string[] {
  return Object.keys(flattened(contract, schema).properties ?? {});
}

/** The default of a value, or those of its fields; `undefined` if there is none. */
function defaultsIn(contract: Contract, schema: Schema): unknown {
  const flat = flattened(contract, schema);
  if (flat.default !== undefined || !isObject(flat)) return flat.default;
  const entries = Object.entries(flat.properties ?? {}).map(([name, field]) => [name, defaultsIn(contract, field)]);
  const known = entries.filter(([, value]) => value !== undefined);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}

/** The words that all paths begin with, up to a version if there is one. */
function basePathOf(operations: readonly Operation[]): string {
  const [first = [], ...others] = operations.map(({ path }) => path.split("/").slice(0, -1));
  const differs = first.findIndex(
    (step, index) => step.startsWith("{") || others.some((steps) => steps[index] !== step),
  );
  const shared = differs < 0 ? first : first.slice(0, differs);
  const version = shared.findIndex((step) => /^v?\d+(\.\d+)*$/.test(step));
  return shared.slice(0, version < 0 ? shared.length : version + 1).join("/");
}
