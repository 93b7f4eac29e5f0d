import type {
  Answer,
  Body as BodyData,
  Callback,
  Collection,
  Details,
  Operation as OperationData,
} from "../../src/contract.js";
import { itemOf, jsonExample, jsonSchema, jsonTypeOf, listOf, paginationOf, successOf } from "../contract/bodies.js";
import { CALLBACK_ADDRESS } from "../contract/buildable.js";
import { collectionOf, collectionsOf, itemIn } from "../contract/collections.js";
import { fieldsOf, parameterFieldOf, withoutExamples } from "../contract/json-schema.js";
import { type Contract, type Operation, operationsOf, type Schema, schemaName } from "../contract/model.js";
import { secretsIn } from "../contract/secrets.js";
import { accessTokenOf, isPublic } from "../contract/security.js";
import { HEADER } from "./code.js";
import { clientMethodsOf } from "./names.js";

/** Returns the code of a module that holds the contract as data. */
export function generateContractData(contract: Contract): string {
  const operations = operationsOf(contract);
  const collections = collectionsOf(contract);
  const byId = (value: (operation: Operation) => unknown) =>
    Object.fromEntries(operations.map((operation) => [operation.operationId, value(operation)]));
  return [
    HEADER,
    `import type { AccessToken, Collection, Details, Operation } from "../src/contract.js";`,
    constant("title", "string", "Name of the API.", contract.info.title),
    constant("basePath", "string", "The beginning that all paths share.", basePathOf(operations)),
    constant("defaultServer", "string", "Base URL of the mock and the sandbox, by default.", serverOf(contract)),
    constant("accessToken", "AccessToken", "How a request carries the access token.", accessTokenOf(contract)),
    constant(
      "secretFields",
      "readonly string[]",
      "Names of the fields whose values are secrets.",
      secretsIn(contract, contract),
    ),
    constant(
      "operations",
      "Readonly<Record<string, Operation>>",
      "Every operation, by id.",
      byId((operation) => operationData(contract, operation, collections)),
    ),
    constant("collections", "readonly Collection[]", "Every collection, in the order of the contract.", collections),
    constant(
      "details",
      "Readonly<Record<string, Details>>",
      "What the contract shows of each operation, by id.",
      byId((operation) => detailsOf(contract, operation, collections)),
    ),
    itemTypes(contract, collections),
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
    LOOKUP,
  ].join("\n\n");
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
  const { key: status, response } = successOf(list);
  const shape = listOf(contract, jsonSchema(response));
  const name = shape && schemaName(shape.item);
  if (name !== undefined) return `${SCHEMA}.components["schemas"][${JSON.stringify(name)}]`;
  const steps = [list.operationId, "responses", status, "content", jsonTypeOf(response), shape?.key];
  const path = steps.flatMap((step) => (step === undefined ? [] : `[${JSON.stringify(step)}]`)).join("");
  return `${SCHEMA}.operations${path.replace(/\["(\d{3})"\]/, "[$1]")}[number]`;
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

const LOCAL_SERVER = "http://127.0.0.1:4010";

/** The first server on this machine, else the one that Prism listens on by default. */
function serverOf({ servers }: Contract): string {
  const urls = servers.map(({ url, variables = {} }) =>
    Object.entries(variables).reduce((rest, [name, { default: value }]) => rest.replaceAll(`{${name}}`, value), url),
  );
  const isLocal = (url: string) =>
    URL.canParse(url) && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);
  const [local] = urls.filter(isLocal);
  return local?.replace(/\/+$/, "") ?? LOCAL_SERVER;
}

function operationData(contract: Contract, operation: Operation, collections: readonly Collection[]): OperationData {
  const { operationId: id, method, path, parameters = [], requestBody } = operation;
  const callbacks = callbacksOf(contract, operation);
  return {
    id,
    method,
    path,
    parameters: parameters.flatMap((parameter) => {
      const { name, in: place } = parameter;
      const { schema, required } = parameterFieldOf(contract, parameter);
      return place === "cookie" ? [] : [{ name, in: place, schema, required }];
    }),
    ...(requestBody && { body: bodyData(contract, operation, collections) }),
    answer: answerData(contract, operation, collections),
    callbacks: callbacks.length > 0 ? callbacks : undefined,
    isPublic: isPublic(contract, operation) || undefined,
  };
}

/** The fields of a body, under the key that holds them if there is one, and those next to it. */
function bodyFields(contract: Contract, { operationId, requestBody }: Operation, collections: readonly Collection[]) {
  const schema = requestBody ? jsonSchema(requestBody) : {};
  const envelope = itemOf(contract, schema, collectionOf(collections, operationId)?.fields);
  const all = fieldsOf(contract, schema);
  if (!envelope) return { fields: all, others: {} };
  const { [envelope.key]: _, ...others } = all;
  return { key: envelope.key, fields: fieldsOf(contract, envelope.schema), others };
}

function bodyData(contract: Contract, operation: Operation, collections: readonly Collection[]): BodyData {
  const { key, fields, others } = bodyFields(contract, operation, collections);
  return {
    required: operation.requestBody?.required ?? false,
    key,
    fields: withoutExamples(fields),
    others: Object.keys(others).length > 0 ? withoutExamples(others) : undefined,
  };
}

/** What an answer holds, and under which key. */
function contentOf(contract: Contract, operation: Operation, collections: readonly Collection[]): AnswerContent {
  const schema = jsonSchema(successOf(operation).response);
  const list = operation.method === "GET" && !operation.path.endsWith("}") ? listOf(contract, schema) : undefined;
  if (list) return { key: list.key, holds: "list", schema: list.item };
  const collection = collectionOf(collections, operation.operationId);
  const item = collection && itemIn(contract, operation, collection.idField, collection.fields);
  return { key: undefined, ...(item ?? itemOf(contract, schema) ?? { schema }), holds: item && "item" };
}

type AnswerContent = Pick<Answer, "key" | "holds"> & { schema: Schema };

function answerData(contract: Contract, operation: Operation, collections: readonly Collection[]): Answer {
  const { status, response } = successOf(operation);
  const mediaType = jsonTypeOf(response);
  if (mediaType === undefined) return { status };
  const { key, holds } = contentOf(contract, operation, collections);
  const pagination = holds === "list" ? paginationOf(contract, jsonSchema(response)) : undefined;
  return { status, mediaType, key, pagination, holds };
}

function detailsOf(contract: Contract, operation: Operation, collections: readonly Collection[]): Details {
  const { parameters = [] } = operation;
  const { fields, others } = bodyFields(contract, operation, collections);
  const { schema } = contentOf(contract, operation, collections);
  const examples = Object.entries({ ...others, ...fields }).map(([name, { example }]) => [name, example]);
  return {
    parameters: Object.fromEntries(
      parameters.map((parameter) => [parameter.name, parameterFieldOf(contract, parameter).example]),
    ),
    fields: Object.fromEntries(examples),
    resource: schemaName(schema),
  };
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
