import { CommandError } from "../../src/cli/command-error.js";
import { HEADER } from "./header.js";
import { clientMethodOf } from "./names.js";
import {
  type Body,
  type Contract,
  envelopeOf,
  JSON_TYPE,
  jsonExample,
  jsonSchema,
  type Operation,
  operationsOf,
  type Parameter,
  pageOf,
  parametersIn,
  type Schema,
  schemaName,
  schemaOf,
  successOf,
} from "./openapi.js";

const TYPES = `/** A field or parameter: its JSON Schema without descriptions, and the contract's example. */
export interface FieldFacts {
  readonly schema: SchemaFacts;
  readonly required: boolean;
  readonly example?: unknown;
}

/** The JSON Schema keywords that the contract uses for single values. */
export interface SchemaFacts {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly SchemaFacts[];
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly maximum?: number;
  readonly minimum?: number;
  readonly format?: string;
}

/** What the contract says about one operation. */
export interface OperationFacts {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path with its parameters in braces. */
  readonly path: string;
  readonly tag: string;
  /** The client's method for it: \`service.<group>.<name>\`. */
  readonly clientMethod: { readonly group: string; readonly name: string };
  readonly summary: string;
  readonly pathParameters: Readonly<Record<string, FieldFacts>>;
  readonly queryParameters: Readonly<Record<string, FieldFacts>>;
  readonly body?: BodyFacts;
  readonly response: ResponseFacts;
  readonly callbacks: readonly CallbackFacts[];
}

export interface BodyFacts {
  readonly required: boolean;
  /** Key of the envelope around all fields; absent if there is none. */
  readonly key?: string;
  readonly fields: Readonly<Record<string, FieldFacts>>;
}

export interface ResponseFacts {
  /** Key of the envelope around the resource or the list; absent if there is none. */
  readonly key?: string;
  /** Key of the pagination object, if the answer is a page. */
  readonly pagination?: string;
  /** Name of the resource in the answer, a key of \`resources\`. */
  readonly resource?: string;
}

/** A request that an operation makes the service send. */
export interface CallbackFacts {
  /** JSON pointer to its address in the body of the request that triggers it. */
  readonly address: string;
  readonly method: string;
  readonly mediaTypes: readonly string[];
}`;

/**
 * Returns the code of a module, without imports, with the facts of the contract that other code uses.
 *
 * @throws CommandError when the contract says something that the generated code does not support.
 */
export function generateContract(contract: Contract): string {
  const operations = operationsOf(contract);
  const facts = (name: string, comment: string, value: unknown, type = "") =>
    `/** ${comment} */\nexport const ${name} = ${JSON.stringify(value)} as const${type && ` satisfies ${type}`};`;
  const byId = (value: (operation: Operation) => unknown) =>
    Object.fromEntries(operations.map((operation) => [operation.operationId, value(operation)]));
  return [
    HEADER,
    TYPES,
    facts("title", "Name of the API.", contract.info.title),
    facts("basePath", "Prefix of every path.", basePathOf(operations)),
    facts("defaultServer", "Default base URL in the contract: where the mock listens.", serverOf(contract)),
    facts("accessTokenHeader", "Request header that carries the access token.", tokenHeaderOf(contract)),
    facts("secretFields", "Names of the fields whose values are secrets.", secretFieldsOf(contract)),
    facts("operations", "Every operation, by id.", byId(operationFacts(contract)), "Record<string, OperationFacts>"),
    "/** Id of an operation. */\nexport type OperationId = keyof typeof operations;",
    facts("resources", "The fields of each schema, by name.", resourcesOf(contract), FIELDS),
    facts("requestExamples", "The contract's first example of each request body, by operation.", byId(requestExample)),
    facts("responseExamples", "The contract's first example of each answer, by operation.", byId(responseExample)),
  ].join("\n\n");
}

const FIELDS = "Record<string, Record<string, FieldFacts>>";

/** The prefix that all paths share, up to the version. */
function basePathOf(operations: readonly Operation[]): string {
  const bases = new Set(operations.map(({ path }) => /^.*?\/\d+\.\d+(?=\/)/.exec(path)?.[0]));
  const [base] = bases;
  if (bases.size === 1 && base !== undefined) return base;
  throw new CommandError(
    "openapi.yaml: all paths must share one prefix that ends in a version, such as /api/admin/26.0.",
  );
}

function serverOf({ servers }: Contract): string {
  const [server] = servers;
  const variables = Object.entries(server?.variables ?? {});
  return variables.reduce((url, [name, variable]) => url.replaceAll(`{${name}}`, variable.default), server?.url ?? "");
}

function tokenHeaderOf({ components }: Contract): string {
  const [scheme, ...others] = Object.values(components.securitySchemes);
  if (scheme && others.length === 0) return scheme.name;
  throw new CommandError(
    "openapi.yaml: there must be exactly one security scheme, since the client sends one access token.",
  );
}

/** Names of the fields that the contract marks with \`format: password\`. */
function secretFieldsOf(contract: Contract): string[] {
  const found = new Set<string>();
  const look = (node: unknown, name?: string): void => {
    if (typeof node !== "object" || node === null) return;
    if (name !== undefined && "type" in node && "format" in node && node.format === "password") found.add(name);
    for (const [key, inner] of Object.entries(node)) look(inner, key);
  };
  look(contract);
  return [...found];
}

function operationFacts(contract: Contract) {
  return (operation: Operation) => ({
    method: operation.method,
    path: operation.path,
    tag: operation.tags[0],
    clientMethod: clientMethodOf(operation),
    summary: operation.summary,
    pathParameters: parameterFacts(parametersIn(operation, "path")),
    queryParameters: parameterFacts(parametersIn(operation, "query")),
    body: operation.requestBody && bodyFacts(contract, operation.requestBody),
    response: responseFacts(contract, successOf(operation)),
    callbacks: callbackFacts(operation),
  });
}

function parameterFacts(parameters: readonly Parameter[]) {
  return Object.fromEntries(
    parameters.map(({ name, required = false, schema, example, examples = {} }) => {
      const first = example ?? Object.values(examples)[0]?.value;
      return [name, { schema: withoutProse(schema), required, example: first }];
    }),
  );
}

function bodyFacts(contract: Contract, body: Body) {
  const schema = schemaOf(contract, jsonSchema(body));
  const envelope = envelopeOf(schema);
  return {
    required: body.required ?? false,
    key: envelope?.key,
    fields: fieldFacts(envelope ? schemaOf(contract, envelope.schema) : schema),
  };
}

function fieldFacts({ properties = {}, required = [] }: Schema) {
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [
      name,
      { schema: withoutProse(field), required: required.includes(name), example: field.examples?.[0] },
    ]),
  );
}

function responseFacts(contract: Contract, response: Body) {
  const schema = jsonSchema(response);
  const page = pageOf(contract, schema);
  if (page) return { key: page.items, pagination: page.pagination, resource: schemaName(page.itemSchema) };
  const envelope = envelopeOf(schema);
  return envelope ? { key: envelope.key, resource: schemaName(envelope.schema) } : { resource: schemaName(schema) };
}

function callbackFacts({ operationId, callbacks = {} }: Operation) {
  return Object.values(callbacks).flatMap((callback) =>
    Object.entries(callback).flatMap(([expression, item]) => {
      const [, address] = /^\{\$request\.body#(\/[^}]+)\}$/.exec(expression) ?? [];
      if (address === undefined) {
        throw new CommandError(
          `openapi.yaml: the callback of ${operationId} must go to a field of the request body, not to ${expression}.`,
        );
      }
      return Object.entries(item).map(([method, { requestBody }]) => ({
        address,
        method: method.toUpperCase(),
        mediaTypes: Object.keys(requestBody?.content ?? {}),
      }));
    }),
  );
}

function resourcesOf({ components }: Contract) {
  return Object.fromEntries(Object.entries(components.schemas).map(([name, schema]) => [name, fieldFacts(schema)]));
}

function requestExample({ requestBody }: Operation): unknown {
  return requestBody && jsonExample(requestBody);
}

function responseExample(operation: Operation): unknown {
  const example = jsonExample(successOf(operation));
  if (example !== undefined) return example;
  throw new CommandError(`openapi.yaml: the answer of ${operation.operationId} has no example in ${JSON_TYPE}.`);
}

/** A schema without descriptions and examples, and without its pattern, which the generated checks test. */
function withoutProse({ description: _, examples: __, pattern: ___, ...schema }: Schema): Schema {
  return schema;
}
