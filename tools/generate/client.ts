import {
  answerOf,
  type Contract,
  jsonSchema,
  operationsIn,
  type Parameter,
  type Schema,
  schemaName,
} from "../contract/model.js";
import { comment, docstring } from "./docstrings.js";
import { calledAs, type Method, methodsOf } from "./methods.js";

/** First line of every file that is generated from the contract. */
export const HEADER = "// Generated from openapi.yaml by `npm run generate`. Do not edit: change the contract.";

/** Returns the code of the client's methods: an interface with docstrings for each tag, the types that it names, and the calls. */
export function generateClient(contract: Contract): string {
  const groups = groupsOf(contract);
  const methods = groups.flatMap((group) => group.methods);
  // A set, since operations may share the type of a path parameter.
  const types = new Set([...schemaTypes(contract), ...methods.flatMap(methodTypes), ...deliveryTypes(contract)]);
  return `${HEADER}
import type { Call, MakeCall } from "../src/client/call.js";
import type { CallOptions } from "../src/client/options.js";
import type { List, MakeList } from "../src/client/pages.js";
import { operations as facts } from "./contract.js";
import type { components, operations } from "./openapi-types.js";

export type { components, operations, paths } from "./openapi-types.js";

${[...types].join("\n\n")}

${groups.map((group) => interfaceOf(contract, group)).join("\n\n")}

/** The methods of the client, grouped by the tags of the contract. */
export interface Methods {
${groups.map(({ name, type, text }) => `${text}\nreadonly ${name}: ${type};`).join("\n")}
}

/** Makes the methods from the functions that start a call and make a list. */
export const createMethods = (call: MakeCall, list: MakeList): Methods => ({
${groups.map(implementationOf).join(",\n")}
});
`;
}

/** The methods of a tag: `service.webhooks`. */
interface Group {
  readonly name: string;
  /** The name of its interface: `WebhookMethods`. */
  readonly type: string;
  /** Its docstring. */
  readonly text: string;
  readonly methods: readonly Method[];
}

function groupsOf(contract: Contract): Group[] {
  const methods = methodsOf(contract);
  return contract.tags.map(({ name: tag, description }) => ({
    name: tag.toLowerCase(),
    type: `${tag.replace(/s$/, "")}Methods`,
    text: comment(description),
    methods: methods.filter(({ operation }) => operation.tags[0] === tag),
  }));
}

function interfaceOf(contract: Contract, { type, text, methods }: Group): string {
  const members = methods.map((method) => `${docstring(contract, method)}\n${signature(method)};`);
  return `${text}\nexport interface ${type} {\n${members.join("\n\n")}\n}`;
}

function implementationOf({ name, methods }: Group): string {
  return `${name}: {\n${methods.map(implementation).join(",\n")}\n}`;
}

/** Returns the code of the Standard Schemas for the inputs of the methods. */
export function generateStandardSchemas(contract: Contract): string {
  const methods = methodsOf(contract).filter(({ input }) => input);
  const types = methods.map(({ type }) => `${type}Input`).join(", ");
  const schemas = methods.map((method) => {
    const name = `${method.type.charAt(0).toLowerCase()}${method.type.slice(1)}Input`;
    const made = `standardSchema(bodies["${method.operation.operationId}"], "${method.input}")`;
    return `/** Standard Schema for the input of \`${calledAs(method)}\`. */
export const ${name}: StandardSchema<${method.type}Input> = /* @__PURE__ */ ${made};`;
  });
  return `${HEADER}
import { type StandardSchema, standardSchema } from "../src/standard-schema.js";
import type { ${types} } from "./client.js";
import { bodies } from "./validators.js";

// The compiler needs these names in the declarations of a library that uses the schemas.
export type { ${types} } from "./client.js";

${schemas.join("\n\n")}
`;
}

/** The type of a method, such as `get: (id: WebhookId, options?: CallOptions) => Call<Webhook>`. */
function signature(method: Method): string {
  const { type, name, path, query, input, takesAnyBody } = method;
  const taken = path.map((parameter) => `${parameter.name}: ${parameterType(method, parameter)}`);
  if (input) taken.push(`${input}: ${type}Input`);
  const isQueryRequired = query.some(({ required }) => required);
  if (query.length > 0) taken.push(`query${isQueryRequired ? "" : "?"}: ${type}Query`);
  taken.push(`options?: ${takesAnyBody ? `${type}Options` : "CallOptions"}`);
  return `${name}: (${taken.join(", ")}) => ${returnType(method)}`;
}

/** The code of a method: which operation it calls, and what it sends. */
function implementation({ operation, name, path, query, input, takesAnyBody, items }: Method): string {
  const fact = `facts.${operation.operationId}`;
  const inPath = path.map((parameter) => parameter.name);
  const taken = [...inPath];
  const sent: string[] = [];
  if (inPath.length > 0) sent.push(`path: { ${inPath.join(", ")} }`);
  if (input) taken.push(input);
  if (input) sent.push(`body: { ${input} }`);
  if (takesAnyBody) sent.push("body: options?.body");
  if (query.length > 0) taken.push("query");
  if (query.length > 0) sent.push("query");
  taken.push("options");
  const called = items ? `list(${fact}, "${items}", query, options)` : `call(${fact}, { ${sent.join(", ")} }, options)`;
  return `${name}: (${taken.join(", ")}) => ${called}`;
}

function returnType({ operation, type, envelope, items }: Method): string {
  const { properties = {}, ...schema } = jsonSchema(answerOf(operation));
  if (items) return `List<${pageType(type)}, ${schemaName(properties[items]?.items) ?? "unknown"}>`;
  return `Call<${schemaName(envelope ? properties[envelope] : schema) ?? "unknown"}>`;
}

/** The type of a path parameter. It has a name if the contract names it. */
function parameterType({ operation }: Method, { name, component }: Parameter): string {
  return component ?? `operations["${operation.operationId}"]["parameters"]["path"]["${name}"]`;
}

/** The name of the type of a page: `WebhookPage` for `webhooks.list`. */
function pageType(type: string): string {
  return `${type.replace(/List$/, "")}Page`;
}

/**
 * Another name for a type, which editors show instead of its structure. It is not an interface, which would not fit the
 * `Record<string, unknown>` that typed loggers take.
 */
function alias(name: string, type: string, text: string): string {
  return `${comment(text)}\nexport type ${name} = { [Field in keyof ${type}]: ${type}[Field] };`;
}

function schemaTypes({ components }: Contract): string[] {
  return Object.entries(components.schemas).map(([name, { description = name }]) =>
    alias(name, `components["schemas"]["${name}"]`, description),
  );
}

/** The types of a method's arguments, and of the page that it returns. */
function methodTypes(method: Method): string[] {
  const { operation, type, path, query, input, takesAnyBody, items } = method;
  const called = `\`${calledAs(method)}\``;
  const operationType = `operations["${operation.operationId}"]`;
  const bodyType = `NonNullable<${operationType}["requestBody"]>["content"]["application/json"]`;
  const queryType = `NonNullable<${operationType}["parameters"]["query"]>`;
  const types: string[] = [];
  for (const { component, description } of path)
    if (component)
      types.push(`${comment(description)}\nexport type ${component} = components["parameters"]["${component}"];`);
  if (input) types.push(alias(`${type}Input`, `${bodyType}["${input}"]`, `The input of ${called}.`));
  if (query.length > 0) types.push(alias(`${type}Query`, queryType, `The query of ${called}.`));
  if (takesAnyBody)
    types.push(`/** The options of ${called}. */
export interface ${type}Options extends CallOptions { body?: ${bodyType} | undefined }`);
  const answer = answerOf(operation);
  if (items)
    types.push(`${comment(answer.description)}\nexport type ${pageType(type)} = ${pageFields(jsonSchema(answer))};`);
  return types;
}

/** The fields of a page, by the names of their types. */
function pageFields({ properties = {} }: Schema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const item = schemaName(field.items);
    return `${name}: ${schemaName(field) ?? (item ? `${item}[]` : "unknown")}`;
  });
  return `{ ${fields.join("; ")} }`;
}

/** The types of the requests that the service sends. */
function deliveryTypes({ webhooks = {} }: Contract): string[] {
  return operationsIn(webhooks).map(({ path: name, operationId, description, requestBody }) => {
    const content = `NonNullable<operations["${operationId}"]["requestBody"]>["content"]`;
    const text = `${description.trim()}\n\n${requestBody?.description ?? ""}`;
    return `${comment(text)}
export type ${name.charAt(0).toUpperCase()}${name.slice(1)} = {
  [MediaType in keyof ${content}]: {
    /** Value of the request header \`Content-Type\`, without parameters. */
    readonly mediaType: MediaType;
    readonly payload: ${content}[MediaType];
  };
}[keyof ${content}];`;
  });
}
