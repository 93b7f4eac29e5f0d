import { CommandError } from "../../src/cli/command.js";
import { answerOf, failureBody, failuresOf, JSON_TYPE, statusOf } from "../contract/bodies.js";
import { isObject } from "../contract/json-schema.js";
import {
  type Contract,
  type Operation,
  operationsOf,
  type Parameter,
  type Schema,
  schemaName,
} from "../contract/model.js";
import { CONTRACT } from "../contract/reader.js";
import { isPublic } from "../contract/server-and-token.js";
import { HEADER, objectCode, within } from "./code.js";
import { comment, docstring } from "./docstrings.js";
import { type Method, methodsOf } from "./methods.js";
import { capitalized, pathOf, resourceOf, typePrefixOf } from "./names.js";

// Redocly's generate-client accepts custom generators, but its model (2.77, experimental) has no examples, callbacks or
// webhooks. openapi-typescript's Node API returns only syntax trees.

/** What the code of a client may import. */
const IMPORTS: readonly [module: string, names: readonly string[]][] = [
  ["../src/client/calls.js", ["type Call", "call", "nothing", "under", "whole"]],
  ["../src/client/declared-failures.js", ["declaredFailures"]],
  ["../src/client/exchange.js", ["type CalledOperations"]],
  ["../src/client/headers.js", ["type RequestHeaders"]],
  ["../src/client/options.js", ["type CallOptions"]],
  ["../src/client/pages.js", ["createList", "type List"]],
  ["../src/client/path-client.js", ["type CallPath", "type PathClient"]],
  ["./openapi-types.js", ["type components", "type operations", "type paths"]],
];

/** Returns the imports of what a code uses. */
function importsOf(written: string): string {
  const code = written.replace(/\/\*.*?\*\//gs, "");
  const lines = IMPORTS.flatMap(([module, names]) => {
    const used = names.filter((name) => new RegExp(`\\b${name.replace("type ", "")}\\b`).test(code));
    const types = used.every((name) => name.startsWith("type ")) ? used.map((name) => name.replace("type ", "")) : [];
    if (used.length === 0) return [];
    return types.length > 0
      ? [`import type { ${types.join(", ")} } from "${module}";`]
      : [`import { ${used.join(", ")} } from "${module}";`];
  });
  return lines.join("\n");
}

const START = `export type { FailureBody } from "./contract.js";
export type { components, operations, paths } from "./openapi-types.js";

/** The client beneath the methods, which calls the paths of the contract. */
export interface HttpClient extends PathClient<paths> {}

type Delivered<Content> = {
  [MediaType in keyof Content]: {
    /** Value of the request header \`Content-Type\`, without parameters. */
    readonly mediaType: MediaType;
    readonly payload: Content[MediaType];
  };
}[keyof Content];`;

/** The types that the code of every client names. */
const OWN_TYPES = [
  ...[
    "Call",
    "CalledOperations",
    "CallOptions",
    "CallPath",
    "Delivered",
    "FailureBody",
    "HttpClient",
    "List",
    "Methods",
    "MethodsOf",
    "PathClient",
  ],
  ...["NonNullable", "Readonly", "Record", "RequestHeaders", "ReturnType"],
];

/** Returns the code of the client's methods: one for each operation, under its tag, with docstrings from the contract. */
export function generateClient(contract: Contract): string {
  const methods = methodsOf(contract);
  const groups = contract.tags.flatMap(({ name: tag, description }) => {
    const own = methods.filter(({ operation }) => operation.tags[0] === tag);
    const members = own.map((method) => `${docstring(contract, method)}\n${memberOf(method)}`).join(",\n\n");
    const [{ group } = { group: "" }] = own;
    const [type, text] = [`${resourceOf({ tags: [tag] })}Methods`, comment(description)];
    return group ? [{ group, type, text, code: `${group}: {\n${members}\n}` }] : [];
  });
  const types = typesOf(contract, methods).join("\n\n");
  const whole = `${START}

${types}

/** What a call knows of its operation, by path and method. */
export const facts: CalledOperations = ${operationsCode(contract)};

/** Makes the methods, from the function that calls a path. */
export const createMethods = (callPath: CallPath<paths>) => ({
${groups.map(({ code }) => code).join(",\n\n")}
});

type MethodsOf<Tag extends keyof ReturnType<typeof createMethods>> = ReturnType<typeof createMethods>[Tag];

${groups.map(({ group, type, text }) => `${text}\nexport interface ${type} extends MethodsOf<${JSON.stringify(group)}> {}`).join("\n\n")}

/** The methods of the client, by the tags of the contract. */
export interface Methods {
${groups.map(({ group, type, text }) => `${text}\nreadonly ${group}: ${type};`).join("\n")}
}
`;
  return `${HEADER}\n${importsOf(whole)}\n\n${whole}`;
}

/** The code of a method. */
function memberOf(method: Method): string {
  const { name, items, envelope, hasAnswer } = method;
  const head = `${JSON.stringify(name)}: (${argumentsOf(method)}): ${returnedBy(method)} =>`;
  if (items) {
    const send = `(query, options) => ${sentBy(method)}`;
    return `${head} createList(${JSON.stringify(items)}, { ...query }, options ?? {}, ${send})`;
  }
  const read = envelope ? `under(${JSON.stringify(envelope)})` : hasAnswer ? "whole" : "nothing";
  return `${head} call(${sentBy(method)}, ${read})`;
}

/** What a call knows of the operations. */
function operationsCode(contract: Contract): string {
  const byPath = new Map<string, [method: string, code: string][]>();
  for (const operation of operationsOf(contract)) {
    const { operationId, method, path } = operation;
    const failures = failuresOf(operation).map(([status, response]) => [
      status,
      failureBody(contract, response)?.schema ?? null,
    ]);
    const declared = JSON.stringify(Object.fromEntries(failures));
    const code = objectCode([
      ["id", JSON.stringify(operationId)],
      ["status", JSON.stringify(statusOf(operation))],
      ["addDeclaredBody", failures.length > 0 ? `declaredFailures(${declared})` : undefined],
      ["isPublic", isPublic(contract, operation) ? "true" : undefined],
    ]);
    byPath.set(path, [...(byPath.get(path) ?? []), [method, code]]);
  }
  return objectCode([...byPath].map(([path, codes]) => [path, objectCode(codes)]));
}

/** The code that sends the call of a method: the literal path lets openapi-fetch's types check everything else. */
function sentBy({ operation, path, query, header, input, takesAnyBody }: Method): string {
  const params = [
    ...(path.length > 0 ? [`path: ${objectCode(path.map(({ name }) => [name, name]))}`] : []),
    ...(query.length > 0 ? ["query"] : []),
    ...(header.length > 0 ? [`header: options${header.some(isRequired) ? "" : "?"}.headers`] : []),
  ];
  const init = [
    ...(params.length > 0 ? [`params: { ${params.join(", ")} }`] : []),
    ...(input ? [`body: ${objectCode([[input, input]])}`] : []),
    ...(takesAnyBody ? ["body: options?.body"] : []),
  ];
  const called = [JSON.stringify(operation.method.toLowerCase()), JSON.stringify(operation.path), "options"];
  if (init.length > 0) called.push(`{ ${init.join(", ")} }`);
  return `callPath(${called.join(", ")})`;
}

function isRequired({ required = false }: Parameter): boolean {
  return required;
}

/** The arguments of a method, with their types. One that may be left out cannot come before one that is required. */
function argumentsOf({ operation, path, query, header, input, takesAnyBody }: Method): string {
  const prefix = typePrefixOf(operation);
  const needsOptions = header.some(isRequired);
  const needsQuery = needsOptions || query.some(isRequired);
  return [
    ...path.map((parameter) => `${parameter.name}: ${typeOfParameter(operation, parameter)}`),
    ...(input ? [`${input}: ${prefix}Input`] : []),
    ...(query.length > 0 ? [`query${needsQuery ? "" : "?"}: ${prefix}Query`] : []),
    `options${needsOptions ? "" : "?"}: ${takesAnyBody || header.length > 0 ? `${prefix}Options` : "CallOptions"}`,
  ].join(", ");
}

/** The type of a path parameter. It has a name if the contract names it. */
function typeOfParameter({ operationId }: Operation, { component, name }: Parameter): string {
  return component ?? within("operations", operationId, "parameters", "path", name);
}

/** The type of what a method returns. */
function returnedBy({ operation, hasAnswer, envelope, items }: Method): string {
  if (!hasAnswer) return "Call<void>";
  const { schema = {} } = answerOf(operation).content[JSON_TYPE] ?? {};
  const { properties = {} } = schema;
  if (items) return `List<${pageOf(operation)}, ${schemaName(properties[items]?.items) ?? "unknown"}>`;
  const code = within(
    "operations",
    operation.operationId,
    "responses",
    statusOf(operation),
    "content",
    JSON_TYPE,
    envelope,
  );
  return `Call<${schemaName(envelope ? properties[envelope] : schema) ?? code}>`;
}

/**
 * The exported types of the client.
 *
 * @throws CommandError when two would have the same name.
 */
export function typesOf(contract: Contract, methods: readonly Method[]): string[] {
  const schemas = Object.entries(contract.components.schemas).map(([name, schema]): [string, string] => {
    const type = within("components", "schemas", name);
    const code = isObject(schema) ? alias(name, type) : `type ${name} = ${type};`;
    return [name, `${comment(schema.description ?? "")}\nexport ${code}`];
  });
  const deliveries = Object.entries(contract.webhooks ?? {}).flatMap(([name, item]) =>
    Object.values(item).map(({ operationId, description, requestBody }): [string, string] => {
      const type = capitalized(name);
      const content = within("operations", operationId, "requestBody");
      const text = comment(`${description.trim()}\n\n${requestBody?.description ?? ""}`);
      return [type, `${text}\nexport type ${type} = Delivered<NonNullable<${content}>["content"]>;`];
    }),
  );
  const types = new Map(OWN_TYPES.map((name) => [name, ""]));
  for (const [name, code] of [...schemas, ...methods.flatMap(typesOfMethod), ...deliveries]) {
    // A type that several operations have, such as the id in the path, is declared once.
    if (types.has(name) && types.get(name) !== code)
      throw new CommandError(
        `${CONTRACT}: the client would have two types ${name}: choose another name for a schema, a parameter or an operation.`,
      );
    types.set(name, code);
  }
  return [...types.values()].filter((code) => code !== "");
}

/** The types of a method's arguments, and of the page that it returns: each by its name. */
function typesOfMethod(method: Method): [name: string, code: string][] {
  const { operation, path, query, header, input, takesAnyBody, items } = method;
  const [prefix, called] = [typePrefixOf(operation), `\`${pathOf(method)}\``];
  const part = (...keys: (string | number)[]) => within("operations", operation.operationId, ...keys);
  const body = within(`NonNullable<${part("requestBody")}>`, "content", JSON_TYPE, input);
  const declared = path.flatMap(({ component, description }): [name: string, text: string, code: string][] =>
    component
      ? [[component, description, `type ${component} = ${within("components", "parameters", component)};`]]
      : [],
  );
  if (input) declared.push([`${prefix}Input`, `What ${called} takes.`, alias(`${prefix}Input`, body)]);
  if (query.length > 0) {
    const type = `NonNullable<${part("parameters", "query")}>`;
    declared.push([`${prefix}Query`, `The query of ${called}.`, alias(`${prefix}Query`, type)]);
  }
  const own = [
    ...(takesAnyBody ? [`body?: ${body} | undefined`] : []),
    ...(header.length > 0
      ? [`headers${header.some(isRequired) ? "" : "?"}: RequestHeaders & NonNullable<${part("parameters", "header")}>`]
      : []),
  ];
  if (own.length > 0) {
    const code = `interface ${prefix}Options extends CallOptions { ${own.join("; ")} }`;
    declared.push([`${prefix}Options`, `The options of ${called}.`, code]);
  }
  if (items) {
    const { description, content } = answerOf(operation);
    const page = part("responses", statusOf(operation), "content", JSON_TYPE);
    const code = pageType(pageOf(operation), page, content[JSON_TYPE]?.schema ?? {});
    declared.push([pageOf(operation), description || "One page.", code]);
  }
  return declared.map(([name, text, code]) => [name, `${comment(text)}\nexport ${code}`]);
}

/** The name of the type of a page: `WebhookPage` for `webhooks.list`, and by the method for every other list. */
function pageOf(operation: Operation): string {
  const prefix = typePrefixOf(operation);
  return prefix === `${resourceOf(operation)}List` ? `${resourceOf(operation)}Page` : `${prefix}Page`;
}

/**
 * Another name of a type. Editors show that name, and not the structure. It is no interface, which would not fit
 * `Record<string, unknown>`, as loggers take it.
 */
function alias(name: string, type: string): string {
  return `type ${name} = { [Field in keyof ${type}]: ${type}[Field] };`;
}

/** The type of a page. What the contract has names for is shown by those. */
function pageType(name: string, type: string, { properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([key, field]) => {
    const item = schemaName(field.items);
    const code = schemaName(field) ?? (item === undefined ? within(type, key) : `${item}[]`);
    return `${JSON.stringify(key)}${required.includes(key) ? "" : "?"}: ${code}`;
  });
  return `type ${name} = { ${fields.join("; ")} };`;
}
