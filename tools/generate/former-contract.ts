import type {
  Answer,
  Callback,
  Collection,
  DeclaredError,
  Details,
  Operation as OperationData,
} from "../../src/contract-types.js";
import { bodyFieldsOf, itemOf, JSON_TYPE, jsonExample, jsonSchema, listOf, paginationOf } from "../contract/bodies.js";
import { CALLBACK_ADDRESS } from "../contract/buildable.js";
import { collectionOf, collectionsOf, isList, itemAnswered, namesShown } from "../contract/collections.js";
import { withTypes } from "../contract/json-schema.js";
import { type Body, type Contract, type Operation, operationsOf, schemaName } from "../contract/model.js";
import { parameterFieldOf, type ShownFields, withoutExamples } from "../contract/schema-fields.js";
import { secretsIn } from "../contract/secret-fields.js";
import { accessTokenOf, isPublic } from "../contract/security.js";
import { successOf } from "../contract/success.js";
import { HEADER, listType, within } from "./code.js";
import { defaultServerOf, listenerAt } from "./default-server.js";
import { clientMethodsOf } from "./names.js";

/** Returns the code of a module that holds the contract as data. */
export function generateFormerContract(contract: Contract): string {
  const operations = operationsOf(contract);
  const collections = collectionsOf(contract);
  const accessToken = accessTokenOf(contract);
  const server = defaultServerOf(contract);
  const byId = (value: (operation: Operation) => unknown) =>
    Object.fromEntries(operations.map((operation) => [operation.operationId, value(operation)]));
  const readings = new Map(operations.map((operation) => [operation, readingOf(contract, operation, collections)]));
  return [
    HEADER,
    `import type { AccessToken, Collection, DeclaredError, Details, Operation } from "../src/contract-types.js";`,
    constant("title", "string", "Name of the API.", contract.info.title),
    constant("basePath", "string", "The beginning that all paths share.", basePathOf(operations)),
    constant("defaultServer", "string", "Base URL of the mock and the sandbox, by default.", server),
    constant(
      "listensOn",
      "{ readonly host: string; readonly port: number }",
      "Where that listens.",
      listenerAt(server),
    ),
    constant("accessToken", "AccessToken", "How a request carries the access token.", accessToken),
    `/** Whether an operation requires an access token. */\nexport type RequiresToken = ${!accessToken.isOptional};`,
    constant(
      "secretFields",
      "readonly string[]",
      "Names of the fields whose values are secrets.",
      secretsIn(contract, contract),
    ),
    constant(
      "sentSecrets",
      "readonly string[]",
      "Those of requests, and the names of headers that hold secrets.",
      secretsIn(
        contract,
        operations.map(({ parameters = [], requestBody }) => [parameters, requestBody]),
      ),
    ),
    constant(
      "operations",
      "Readonly<Record<string, Operation>>",
      "Every operation, by id.",
      byId((operation) => readings.get(operation)?.data),
    ),
    constant(
      "routes",
      "readonly (readonly [id: string, pattern: string])[]",
      "Every operation with the pattern of its path, in the order in which a path is looked up.",
      routesOf(operations),
    ),
    constant("collections", "readonly Collection[]", "Every collection, in the order of the contract.", collections),
    constant(
      "details",
      "Readonly<Record<string, Details>>",
      "What the contract shows of each operation, by id.",
      byId((operation) => readings.get(operation)?.details),
    ),
    itemTypes(contract, collections),
    constant(
      "withoutToken",
      "readonly string[]",
      "The operations that take no access token although others do, by method and path.",
      operations.filter(({ security }) => security?.length === 0).map(({ method, path }) => `${method} ${path}`),
    ),
    constant(
      "clientMethods",
      "Readonly<Record<string, readonly [group: string, name: string]>>",
      "The client's method for each operation: `service.<group>.<name>`.",
      Object.fromEntries([...clientMethodsOf(contract)].map(([id, { group, name }]) => [id, [group, name]])),
    ),
    constant(
      "requestExamples",
      EXAMPLES,
      "The contract's first example of each request body, by operation.",
      byId(({ requestBody }) => requestBody && jsonExample(contract, requestBody)),
    ),
    constant(
      "responseExamples",
      EXAMPLES,
      "The contract's first example of each answer, by operation.",
      byId((operation) => jsonExample(contract, successOf(operation).response)),
    ),
    constant(
      "declaredErrors",
      "Readonly<Record<string, Readonly<Record<string, DeclaredError>>>>",
      "The errors that the contract declares with a JSON body, by operation, and by status or its first digit.",
      byId((operation) => declaredErrorsOf(contract, operation)),
    ),
    LOOKUP,
  ].join("\n\n");
}

const PARAMETER = /\{([^}]+)\}/g;

/** A literal path goes before one with parameters, and a parameter with text after it before one without. */
function routesOf(operations: readonly Operation[]): [id: string, pattern: string][] {
  const shapeOf = (path: string) => path.replaceAll(PARAMETER, "\uffff");
  const placeIn = (path: string) => shapeOf(path).replace(/\uffff$/, "$&$&");
  const sorted = operations.toSorted((one, other) => (placeIn(one.path) < placeIn(other.path) ? -1 : 1));
  return sorted.map(({ operationId, path }) => {
    const literal = shapeOf(path).replaceAll(/[^\w/\uffff]/g, "\\$&");
    return [operationId, `^${literal.replaceAll("\uffff", "([^/]+)")}$`];
  });
}

/** The errors of an operation with a JSON body, by their status or its first digit; `undefined` if it declares none. */
function declaredErrorsOf(contract: Contract, { responses }: Operation) {
  const { default: standard, ...others } = responses;
  // What is said later about a status wins.
  const all = { ...(standard && { 4: standard, 5: standard }), ...others };
  const errors = Object.entries(all).flatMap(([status, response]): [string, DeclaredError][] => {
    const mediaType = Object.keys(response.content).find((type) => /^application\/(json|.*\+json)$/i.test(type));
    if (!/^[45]/.test(status) || mediaType === undefined) return [];
    return [[status.replace(/xx$/i, ""), [mediaType, jsonExample(contract, response, mediaType) ?? {}]]];
  });
  return errors.length > 0 ? Object.fromEntries(errors) : undefined;
}

/** The type of the items of each collection. */
function itemTypes(contract: Contract, collections: readonly Collection[]): string {
  const types = collections.map(({ name, list }) => {
    const operation = operationsOf(contract).find(({ operationId }) => operationId === list);
    return operation ? `  ${JSON.stringify(name)}: ${itemType(contract, operation)};` : "";
  });
  return `/** The items of each collection, by its name. */\nexport interface Items {\n${types.join("\n")}\n}`;
}

function itemType(contract: Contract, list: Operation): string {
  const { status, response } = successOf(list);
  const shape = listOf(contract, jsonSchema(response));
  const name = shape && schemaName(shape.schema);
  if (name !== undefined) return `${SCHEMA}.${within("components", "schemas", name)}`;
  const answer = [list.operationId, "responses", status, "content", JSON_TYPE];
  return `${listType(`${SCHEMA}.${within("operations", ...answer)}`, shape?.keys ?? [])}[number]`;
}

/** The module of the types. It is imported only where a collection uses one. */
const SCHEMA = `import("./schema.js")`;

const EXAMPLES = "Readonly<Record<string, unknown>>";

const LOOKUP = `/** An operation by its id. @throws Error when the contract has none. */
export function operation(id: string): Operation {
  const found = operations[id];
  if (!found) throw new Error(\`The contract has no operation \${id}\`);
  return found;
}`;

function constant(name: string, type: string, comment: string, value: unknown): string {
  return `/** ${comment} */\nexport const ${name}: ${type} = ${JSON.stringify(value)};`;
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

/** What code needs of an operation, and what the contract shows of it. */
function readingOf(contract: Contract, operation: Operation, collections: readonly Collection[]) {
  const { operationId: id, method, path, parameters = [], requestBody } = operation;
  const collection = collectionOf(collections, id);
  const declared = parameters.map((parameter) => ({
    ...parameter,
    field: parameterFieldOf(contract, parameter),
  }));
  const sent = requestBody && bodyFieldsOf(contract, jsonSchema(requestBody), collection?.fields);
  const { filters = {}, ...roles } = collection?.list === id ? collection.query : {};
  const used = [...Object.keys(filters), ...Object.values(roles)];
  const isIdle = (name: string, place: string) => (place === "query" && !used.includes(name)) || undefined;
  const { schema, answer } = answerOf(contract, operation, collection);
  const callbacks = callbacksOf(contract, operation);
  const data: OperationData = {
    id,
    method,
    path,
    parameters: declared.flatMap(({ name, in: place, field: { schema, required } }) =>
      place === "cookie" ? [] : [{ name, in: place, schema: withTypes(schema), required, isIdle: isIdle(name, place) }],
    ),
    ...(sent && {
      body: {
        required: requestBody.required ?? false,
        key: sent.key,
        fields: withoutExamples(sent.fields),
        others: sent.others && withoutExamples(sent.others),
      },
    }),
    answer,
    callbacks: callbacks.length > 0 ? callbacks : undefined,
    isPublic: isPublic(contract, operation) || undefined,
  };
  const details: Details = {
    parameters: Object.fromEntries(declared.map(({ name, field }) => [name, field.example])),
    fields: examplesOf({ ...sent?.others, ...sent?.fields }),
    resource: schemaName(schema),
  };
  return { data, details };
}

function examplesOf(fields: ShownFields): Details["fields"] {
  return Object.fromEntries(Object.entries(fields).map(([name, { example }]) => [name, example]));
}

/** What an answer holds and under which key, and the schema of that. */
function answerOf(contract: Contract, operation: Operation, collection: Collection | undefined) {
  const { status, response } = successOf(operation);
  const whole = jsonSchema(response);
  const list = isList(operation) ? listOf(contract, whole) : undefined;
  const item = collection && itemAnswered(contract, operation, collection);
  const { keys, schema } = list ?? item ?? itemOf(contract, whole) ?? { keys: [], schema: whole };
  const pagination = list && paginationOf(contract, whole);
  const holds = list ? "list" : item ? "item" : undefined;
  const names = item && namesShown(item, collection.fields);
  const answer: Answer = {
    ...{ status, headers: headersOf(contract, response) },
    ...(response.content[JSON_TYPE] && { keys, pagination, holds, names }),
  };
  return { schema, answer };
}

/** The headers that an answer always has, with the contract's examples. */
function headersOf(contract: Contract, { headers = {} }: Body): Answer["headers"] {
  const shown = Object.entries(headers).flatMap(([name, header]) =>
    header.required ? [[name, String(parameterFieldOf(contract, header).example ?? "")]] : [],
  );
  return shown.length > 0 ? Object.fromEntries(shown) : undefined;
}

/** The requests that an operation makes the service send, each to an address in the body of the request. */
function callbacksOf(contract: Contract, { callbacks = {} }: Operation): Callback[] {
  return Object.values(callbacks).flatMap((callback) =>
    Object.entries(callback).flatMap(([expression, item]) => {
      const [, address = ""] = CALLBACK_ADDRESS.exec(expression) ?? [];
      return Object.entries(item).map(([method, { requestBody }]) => ({
        address,
        method: method.toUpperCase(),
        mediaTypes: Object.keys(requestBody?.content ?? {}),
        example: requestBody && jsonExample(contract, requestBody),
      }));
    }),
  );
}

/** What the former data says of an operation. */
export function formerOperation(contract: Contract, operation: Operation): OperationData {
  return readingOf(contract, operation, collectionsOf(contract)).data;
}
