import { wrap } from "../../src/cli/wrap.js";
import { envelopeOf, jsonSchema, pageOf, successOf } from "../contract/bodies.js";
import {
  type Contract,
  type Operation,
  operationsOf,
  type PathItemOperation,
  parametersIn,
  type Schema,
  schemaName,
} from "../contract/model.js";
import { schemaOf } from "../contract/schemas.js";
import { HEADER } from "./header.js";
import { capitalized, clientMethodOf, inputName, singular, typeName } from "./names.js";

/** The media type of every request and response body. */
const JSON_TYPE = "application/json";

// The generators read the contract with `yaml` only. Redocly's generate-client accepts custom generators, but its model
// (2.77, experimental) has no examples, callbacks or webhooks. openapi-typescript's Node API returns only syntax trees.

/** Longest line of a comment, in characters, so that it can be read next to code. */
const WIDTH = 110;

/** Returns the code of the client's methods: one for each operation, under its tag, with docstrings from the contract. */
export function generateMethods(contract: Contract): string {
  const operations = operationsOf(contract);
  const tags = contract.tags.filter(({ name }) => operations.some((operation) => operation.tags[0] === name));
  const groups = tags.map((tag) => ({
    ...tag,
    operations: operations.filter(({ tags: [first] }) => first === tag.name),
  }));
  const schemas = Object.keys(contract.components.schemas);
  const methods = groups.map((group) => renderInterface(contract, group.name, group.description, group.operations));
  const used = schemas.filter((name) => methods.some((code) => new RegExp(`\\b${name}\\b`).test(code)));
  return `${HEADER}
import { type Call, createCall, type Run } from "../src/client/call.js";
import type { CallOptions } from "../src/client/call-options.js";
import { createList, type List, type Paged } from "../src/client/pages.js";
import type { ${["operations", ...used].join(", ")} } from "./schema.js";

export type { components, operations, paths, ${schemas.join(", ")} } from "./schema.js";

type Input<Id extends keyof operations> = NonNullable<operations[Id]["requestBody"]>["content"]["${JSON_TYPE}"];
type Answer<Id extends keyof operations> = operations[Id] extends {
  responses: { 200: { content: { "${JSON_TYPE}": infer Body } } };
}
  ? Body
  : never;

${[...new Set(operations.flatMap((operation) => renderTypes(contract, operation)))].join("\n\n")}

${Object.entries(contract.webhooks ?? {})
  .map(renderDelivery)
  .join("\n\n")}

${methods.join("\n\n")}

/** The methods of the client, by the tags of the contract. */
export interface Methods {
  ${groups.map(({ name, description, operations: [first] }) => `${comment(description)}\nreadonly ${groupOf(first)}: ${singular(name)}Methods;`).join("\n")}
}

// A sample of each resource. The client compares the form of answers with it.
${renderSamples(contract)}

/** Creates the methods from a function that calls an operation. */
export function createMethods(run: Run): Methods {
  return {
    ${groups.map(({ operations }) => `${groupOf(operations[0])}: {\n${operations.map((operation) => renderMethod(contract, operation)).join(",\n")}\n}`).join(",\n")}
  };
}
`;
}

function groupOf(operation: Operation | undefined): string {
  return operation ? clientMethodOf(operation).group : "";
}

/** The named types of a method's arguments and result. */
function renderTypes(contract: Contract, operation: Operation): string[] {
  const { operationId: id, requestBody } = operation;
  const types: string[] = [];
  const input = inputName(contract, operation);
  const envelope = requestBody && envelopeOf(contract, jsonSchema(requestBody));
  if (input) {
    const type = `Input<"${id}">${envelope ? `["${envelope.key}"]` : ""}`;
    types.push(
      `${comment(`What \`${methodPath(operation)}\` takes.`)}\nexport type ${typeName(operation)}Input = ${type};`,
    );
  }
  if (parametersIn(operation, "query").length > 0) {
    const type = `NonNullable<operations["${id}"]["parameters"]["query"]>`;
    types.push(
      `${comment(`The query of \`${methodPath(operation)}\`.`)}\nexport type ${typeName(operation)}Query = ${type};`,
    );
  }
  for (const { name, description } of parametersIn(operation, "path")) {
    const shared = operationsOf(contract).find(
      (other) => other.tags[0] === operation.tags[0] && parametersIn(other, "path").some((one) => one.name === name),
    );
    const type = `operations["${shared?.operationId}"]["parameters"]["path"]["${name}"]`;
    types.push(`${comment(description)}\nexport type ${pathType(operation, name)} = ${type};`);
  }
  const page = walkOf(contract, operation);
  if (page) {
    const name = pageType(operation);
    types.push(
      `${comment(successOf(operation).response.description)}\nexport interface ${name} extends Answer<"${id}">, Paged<${name}, ${page.item}> {}`,
    );
  }
  return types;
}

/** The type of a delivery, for its receivers: as much of it as the contract specifies. */
function renderDelivery([name, item]: [string, Record<string, PathItemOperation>]): string {
  const [operation] = Object.values(item);
  if (!operation) return "";
  const content = `NonNullable<operations["${operation.operationId}"]["requestBody"]>["content"]`;
  const description = `${operation.description.trim()}\n\n${operation.requestBody?.description ?? ""}`;
  return `${comment(description)}
export type ${capitalized(name)} = {
  [MediaType in keyof ${content}]: {
    /** Value of the request header \`Content-Type\`, without parameters. */
    readonly mediaType: MediaType;
    readonly payload: ${content}[MediaType];
  };
}[keyof ${content}];`;
}

function methodPath(operation: Operation): string {
  const { group, name } = clientMethodOf(operation);
  return `${group}.${name}`;
}

function pathType({ tags: [tag = ""] }: Operation, parameter: string): string {
  return singular(tag) + capitalized(parameter);
}

function pageType({ tags: [tag = ""] }: Operation): string {
  return `${singular(tag)}Page`;
}

/** How to walk pages; `undefined` unless the answer has a pagination object and the query has a `page`. */
function walkOf(contract: Contract, operation: Operation) {
  const shape = pageOf(contract, jsonSchema(successOf(operation).response));
  const page = parametersIn(operation, "query").find(({ name }) => name === "page");
  if (!shape || !page) return undefined;
  const item = schemaName(shape.itemSchema) ?? `Answer<"${operation.operationId}">["${shape.items}"][number]`;
  return { key: shape.items, item, firstPage: page.schema.default ?? 1 };
}

function renderInterface(
  contract: Contract,
  tag: string,
  description: string,
  operations: readonly Operation[],
): string {
  const methods = operations.map((operation) => {
    const { name } = clientMethodOf(operation);
    return `${docstring(contract, operation)}\n${name}(${parametersOf(contract, operation)}): ${returnType(contract, operation)};`;
  });
  return `${comment(description)}\nexport interface ${singular(tag)}Methods {\n${methods.join("\n\n")}\n}`;
}

function parametersOf(contract: Contract, operation: Operation): string {
  const { requestBody } = operation;
  const path = parametersIn(operation, "path").map(({ name }) => `${name}: ${pathType(operation, name)}`);
  const input = inputName(contract, operation);
  const query = parametersIn(operation, "query");
  const isOpen = requestBody && !input;
  return [
    ...path,
    ...(input ? [`${input}${requestBody?.required ? "" : "?"}: ${typeName(operation)}Input`] : []),
    ...(query.length > 0
      ? [`query${query.some(({ required }) => required) ? "" : "?"}: ${typeName(operation)}Query`]
      : []),
    `options?: CallOptions${isOpen ? " & { body?: unknown }" : ""}`,
  ].join(", ");
}

function returnType(contract: Contract, operation: Operation): string {
  const walk = walkOf(contract, operation);
  if (walk) return `List<${pageType(operation)}, ${walk.item}>`;
  const schema = jsonSchema(successOf(operation).response);
  const envelope = envelopeOf(contract, schema);
  const answer = `Answer<"${operation.operationId}">`;
  if (!envelope) return `Call<${schemaName(schema) ?? answer}>`;
  return `Call<${schemaName(envelope.schema) ?? `${answer}["${envelope.key}"]`}>`;
}

function docstring(contract: Contract, operation: Operation): string {
  const { operationId, method, path, description, requestBody } = operation;
  const input = inputName(contract, operation);
  const parameters = parametersIn(operation, "path").map(
    ({ name, description: said }) => `@param ${name} - ${inline(said)}`,
  );
  if (input && requestBody) parameters.push(`@param ${input} - ${inline(inputDescription(contract, operation))}`);
  const query = parametersIn(operation, "query");
  if (query.length > 0) {
    const said = query.map(
      ({ name, description: text, schema }) => `- \`${name}\`${boundsOf(schema)}: ${inline(text)}`,
    );
    parameters.push(`@param query -\n${said.join("\n")}`);
  }
  if (requestBody && !input)
    parameters.push(`@param options - \`body\` is sent as JSON. ${inline(requestBody.description)}`);
  const walk = walkOf(contract, operation);
  return comment(
    [
      description.trim(),
      ...(walk
        ? [
            "`await` returns one page. `for await` walks the items of that page and of all later pages. Collect items\nbefore you delete them, since a deletion moves later items to an earlier page.",
          ]
        : []),
      `Operation \`${operationId}\`, \`${method} ${path}\``,
      [...parameters, ...throwsOf(operation)].join("\n"),
    ].join("\n\n"),
  );
}

function inputDescription(contract: Contract, { requestBody }: Operation): string {
  const schema = requestBody ? schemaOf(contract, jsonSchema(requestBody)) : {};
  const envelope = envelopeOf(contract, schema);
  return (envelope ? schemaOf(contract, envelope.schema).description : schema.description) ?? "";
}

/** The default and the bounds of a parameter. */
function boundsOf({ default: standard, minimum, maximum }: Schema): string {
  const said = [
    standard === undefined ? "" : `${standard} by default`,
    typeof minimum === "number" ? `${minimum} at least` : "",
    typeof maximum === "number" ? `${maximum} at most` : "",
  ].filter(Boolean);
  return said.length > 0 ? ` (${said.join(", ")})` : "";
}

function throwsOf({ method, parameters = [] }: Operation): string[] {
  const path = parameters.some((parameter) => parameter.in === "path")
    ? ["@throws TypeError when the id cannot be part of a path; no request is made then."]
    : [];
  const retried = method === "POST" ? " A `POST` is never retried." : "";
  const deleted = method === "DELETE" ? " A retry may fail because an earlier try has deleted the resource." : "";
  return [...path, `@throws ServiceError when the call fails.${retried}${deleted}`];
}

function renderMethod(contract: Contract, operation: Operation): string {
  const { operationId: id, method, path, requestBody } = operation;
  const { name } = clientMethodOf(operation);
  const input = inputName(contract, operation);
  const pathNames = parametersIn(operation, "path").map((parameter) => parameter.name);
  const hasQuery = parametersIn(operation, "query").length > 0;
  const isOpen = requestBody && !input;
  const envelope = requestBody && envelopeOf(contract, jsonSchema(requestBody));
  const success = jsonSchema(successOf(operation).response);
  const walk = walkOf(contract, operation);
  const secrets = secretsOf(contract, operation);
  const parts = [
    `id: "${id}"`,
    `method: "${method.toLowerCase()}"`,
    `path: "${path}"`,
    pathNames.length > 0 && `pathParameters: { ${pathNames.join(", ")} }`,
    hasQuery && "query",
    input && (envelope ? `body: { ${input} }` : input === "body" ? "body" : `body: ${input}`),
    isOpen && "body, hasOpenBody: true",
    secrets.length > 0 && `secrets: ${JSON.stringify(secrets)}`,
    `sample: ${sampleOf(contract, success)}`,
    walk && `itemsOf: (page) => page.${walk.key}, firstPage: ${walk.firstPage}`,
  ].filter(Boolean);
  const names = [...pathNames, ...(input ? [input] : []), ...(hasQuery ? ["query = {}"] : [])];
  const options = isOpen ? "{ body, ...options } = {}" : "options";
  const request = `{ ${parts.join(", ")} }, options`;
  if (walk)
    return `${name}: (${[...names, options].join(", ")}) => createList<Answer<"${id}">, ${walk.item}>(run, ${request})`;
  const key = envelopeOf(contract, success)?.key;
  const pick = key ? `({ ${key} }) => ${key}` : "(answer) => answer";
  return `${name}: (${[...names, options].join(", ")}) => createCall(run<Answer<"${id}">>(${request}), ${pick})`;
}

/** Names of the fields of a request and its answer that the contract marks as secrets. */
function secretsOf(contract: Contract, operation: Operation): string[] {
  const found = new Set<string>();
  const look = (schema: Schema): void => {
    const { properties = {}, items } = schemaOf(contract, schema);
    for (const [name, field] of Object.entries(properties)) {
      if (field.format === "password") found.add(name);
      look(field);
    }
    if (items) look(items);
  };
  if (operation.requestBody) look(jsonSchema(operation.requestBody));
  look(jsonSchema(successOf(operation).response));
  return [...found];
}

function renderSamples(contract: Contract): string {
  const used = new Set<string>();
  const look = (schema: Schema): void => {
    const name = schemaName(schema);
    if (name) used.add(name);
    const { properties = {}, items } = schemaOf(contract, schema);
    for (const inner of [...Object.values(properties), ...(items ? [items] : [])]) look(inner);
  };
  for (const operation of operationsOf(contract)) look(jsonSchema(successOf(operation).response));
  return [...used]
    .map((name) => `const ${sampleName(name)} = ${sampleOf(contract, contract.components.schemas[name] ?? {})};`)
    .join("\n");
}

function sampleName(schema: string): string {
  const words = schema.replace(/^[A-Z]+/, (start) => start.toLowerCase());
  return `${words}Sample`;
}

/** Code of a value that has the form of a schema; `undefined` if the schema allows any form. */
function sampleOf(contract: Contract, schema: Schema): string {
  const name = schemaName(schema);
  if (name) return sampleName(name);
  const { type, properties = {}, required = [], items = {} } = schema;
  if (type === "object") {
    const fields = required.flatMap((key) => {
      const sample = sampleOf(contract, properties[key] ?? {});
      return sample === "undefined" ? [] : [`${JSON.stringify(key)}: ${sample}`];
    });
    return `{ ${fields.join(", ")} }`;
  }
  if (type === "array") return `[${sampleOf(contract, items)}]`;
  return { integer: "0", number: "0.5", string: '""', boolean: "false" }[String(type)] ?? "undefined";
}

/** A text on one line. */
function inline(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, " ");
}

/** A JSDoc comment, on one line if it has one line. */
function comment(text: string): string {
  const lines = text
    .trim()
    .replaceAll("*/", "*\\/")
    .split("\n")
    .flatMap((line) => wrap(line, WIDTH));
  if (lines.length === 1) return `/** ${lines[0]} */`;
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join("\n")}\n */`;
}
