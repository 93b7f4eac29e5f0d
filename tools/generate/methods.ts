import { jsonSchema } from "../contract/bodies.js";
import { schemaOf } from "../contract/json-schema.js";
import { type Contract, operationsOf, type Schema, schemaName } from "../contract/model.js";
import { comment, docstring } from "./docstrings.js";
import { HEADER } from "./header.js";
import { type Method, methodOf } from "./method.js";
import { clientMethodsOf, Names, tagOf } from "./names.js";
import { Samples } from "./samples.js";
import { answerType, HELPERS, inputType, type MethodTypes, Types } from "./types.js";

// Redocly's generate-client accepts custom generators, but its model (2.77, experimental) has no examples, callbacks or
// webhooks. openapi-typescript's Node API returns only syntax trees.

const CALL = `const call = <Body, Data>(operation: Operation<Body, Data>, options?: CallOptions): Call<Data> =>
    createCall(run(operation, options));`;

/**
 * Returns the code of the client's methods: one for each operation, under its tag, with docstrings from the contract.
 *
 * @throws CommandError when the client cannot have a method for an operation. The message names the place.
 */
export function generateMethods(contract: Contract): string {
  const types = new Types(contract);
  const samples = new Samples(contract, new Names([]));
  const groups = groupsOf(contract, types);
  const rendered = groups.map(({ type, description, methods }) => {
    const signatures = methods.map(
      (one) =>
        `${docstring(contract, one.method)}\n${one.method.name}(${argumentsOf(one.method, one.types)}): ${returnType(one.method, one.types, types)};`,
    );
    return {
      declaration: `${comment(description)}\nexport interface ${type} {\n${signatures.join("\n\n")}\n}`,
      code: methods
        .map((one) => `${one.method.name}: ${implementation(contract, one.method, one.types, samples)}`)
        .join(",\n"),
    };
  });
  for (const [name, item] of Object.entries(contract.webhooks ?? {})) types.delivery(name, item);
  const members = groups.map(({ group, type, description }) => `${comment(description)}\nreadonly ${group}: ${type};`);
  const code = `${types.declarations.join("\n\n")}

${rendered.map(({ declaration }) => declaration).join("\n\n")}

/** The methods of the client, by the tags of the contract. */
export interface Methods {
${members.join("\n")}
}

${samples.constants.length > 0 ? `// A sample of each resource. The client compares the form of answers with it.\n${samples.constants.join("\n")}` : ""}

/** Creates the methods from a function that runs calls. */
export function createMethods(run: Run): Methods {
  ${rendered.some(({ code: inner }) => /\bcall\(/.test(inner)) ? CALL : ""}
  return {
    ${rendered.map(({ code: inner }, index) => `${groups[index]?.group}: {\n${inner}\n}`).join(",\n")}
  };
}
`;
  return `${HEADER}\n${importsFor(code)}\n\n${code}`;
}

/** The methods under each tag that has any, with the names of their types. */
export function groupsOf(contract: Contract, types: Types) {
  const names = clientMethodsOf(contract);
  const methods = operationsOf(contract).flatMap((operation) => {
    const name = names.get(operation.operationId);
    return name ? [methodOf(contract, operation, name)] : [];
  });
  return contract.tags.flatMap(({ name, description }) => {
    const own = methods.filter(({ operation }) => tagOf(operation) === name);
    const [first] = own;
    if (!first) return [];
    const typed = own.map((method) => ({ method, types: types.of(method) }));
    return [{ group: first.group, type: types.group(name), description, methods: typed }];
  });
}

/** The imports that the code needs, and the helpers of its types. */
function importsFor(code: string): string {
  const helpers = HELPERS.filter((helper) => code.includes(`${/^type (\w+)/.exec(helper)?.[1]}<`)).join("\n\n");
  const withoutComments = `${helpers}${code}`.replaceAll(/\/\*\*[\s\S]*?\*\//g, "");
  const used = (...names: string[]) =>
    names.filter((name) => new RegExp(`\\b${name.replace(/^type /, "")}\\b`).test(withoutComments)).join(", ");
  const pages = used("createList", "type List");
  return `import { ${used("type Call", "createCall", "type Run")} } from "../src/client/call.js";
import type { CallOptions } from "../src/client/call-options.js";
${pages && `import { ${pages} } from "../src/client/pages.js";`}
import type { ${used("Operation", "Sent")} } from "../src/client/operation.js";
import type { ${used("components", "operations")} } from "./schema.js";

export type { components, operations, paths } from "./schema.js";

${helpers}`;
}

function argumentsOf(method: Method, { path, input, query }: MethodTypes): string {
  const { body, headers } = method;
  const open = body && body.argument === undefined ? body : undefined;
  const options = ["CallOptions"];
  if (open)
    options.push(`{ body${open.required ? "" : "?"}: ${inputType(method)}${open.required ? "" : " | undefined"} }`);
  if (headers.length > 0) options.push(headersType(method));
  const isRequired = (open?.required ?? false) || headers.some(({ required }) => required);
  const all = [
    ...method.path.map(({ argument }, index) => ({ name: argument, type: path[index], required: true })),
    ...(body?.argument ? [{ name: body.argument, type: input, required: body.required }] : []),
    ...(method.query ? [{ name: method.query.argument, type: query, required: method.query.required }] : []),
    { name: "options", type: options.join(" & "), required: isRequired },
  ];
  return all
    .map(({ name, type, required }, index) => {
      if (required) return `${name}: ${type}`;
      // An optional argument cannot stand before one that is required.
      return all.slice(index).some((later) => later.required) ? `${name}: ${type} | undefined` : `${name}?: ${type}`;
    })
    .join(", ");
}

/** The type of the options that hold the headers of an operation. */
function headersType({ operation, headers }: Method): string {
  const all = `NonNullable<operations[${JSON.stringify(operation.operationId)}]["parameters"]["header"]>`;
  const fields = headers.map(({ name, required }) => {
    const key = JSON.stringify(name);
    return required ? `${key}: ${all}[${key}]` : `${key}?: ${all}[${key}] | undefined`;
  });
  return `{ headers${headers.some(({ required }) => required) ? "" : "?"}: { ${fields.join("; ")} } }`;
}

function returnType(method: Method, { page }: MethodTypes, types: Types): string {
  const { walk } = method;
  if (!walk) return `Call<${types.data(method)}>`;
  return `List<${page}, ${types.schema(walk.itemSchema) ?? `${page}[${JSON.stringify(walk.items)}][number]`}>`;
}

/** The function behind a method. */
function implementation(contract: Contract, method: Method, { page }: MethodTypes, samples: Samples): string {
  const { operation, path, body, query, successes, walk } = method;
  const { operationId, method: verb, path: route, requestBody } = operation;
  const sent = requestBody ? secretsIn(contract, jsonSchema(requestBody)) : [];
  const returned = successes.flatMap(({ schema }) => secretsIn(contract, schema));
  const answers = successes.flatMap(({ statuses, mediaType, schema }) => {
    const sample = mediaType === undefined ? "null" : samples.of(schema);
    return statuses.map((status) => `${status}: ${sample}`);
  });
  const parts = [
    `id: ${JSON.stringify(operationId)}`,
    `method: "${verb}"`,
    `path: ${JSON.stringify(route)}`,
    path.length > 0 &&
      `pathParameters: { ${path.map(({ parameter, argument }) => `${JSON.stringify(parameter.name)}: ${argument}`).join(", ")} }`,
    query && `query: ${query.argument}`,
    query?.styles && `queryStyles: ${JSON.stringify(query.styles)}`,
    body && bodyCode(body),
    sent.length > 0 && `sentSecrets: ${JSON.stringify(sent)}`,
    returned.length > 0 && `returnedSecrets: ${JSON.stringify(returned)}`,
    `answers: { ${answers.join(", ")} }`,
    walk
      ? `itemsOf: (page: ${page}) => page[${JSON.stringify(walk.items)}], firstPage: ${walk.firstPage}${walk.idField === "id" ? "" : `, idField: ${JSON.stringify(walk.idField)}`}`
      : `data: ${dataCode(method)}`,
  ];
  const names = [
    ...path.map(({ argument }) => argument),
    ...(body?.argument ? [body.argument] : []),
    ...(query ? [query.argument] : []),
  ];
  const request = `{ ${parts.filter(Boolean).join(", ")} }, options`;
  return `(${[...names, "options"].join(", ")}) => ${walk ? `createList(run, ${request})` : `call(${request})`}`;
}

function bodyCode({ argument, key }: NonNullable<Method["body"]>): string {
  if (argument === undefined) return "body: options?.body, hasOpenBody: true";
  return key === undefined ? `body: ${argument}` : `body: { ${JSON.stringify(key)}: ${argument} }`;
}

/** The function that returns what a call returns of an answer. */
function dataCode(method: Method): string {
  const { envelope, successes } = method;
  const type = answerType(method);
  if (type === "undefined") return "(): void => undefined";
  const mayBeEmpty = successes.some(({ mediaType }) => mediaType === undefined);
  const key = envelope === undefined ? "" : `${mayBeEmpty ? "?." : ""}[${JSON.stringify(envelope)}]`;
  return `(answer: ${type}) => answer${key}`;
}

/** Names of the fields in a body that the contract marks as secrets. */
function secretsIn(contract: Contract, schema: Schema): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  const look = (part: Schema): void => {
    const name = schemaName(part);
    if (name !== undefined && seen.has(name)) return;
    if (name !== undefined) seen.add(name);
    const whole = schemaOf(contract, part);
    for (const [name, field] of Object.entries(whole.properties ?? {})) {
      if (schemaOf(contract, field).format === "password") found.add(name);
      look(field);
    }
    const { items, allOf = [], anyOf = [], oneOf = [] } = whole;
    for (const inner of [...(items ? [items] : []), ...allOf, ...anyOf, ...oneOf]) look(inner);
  };
  look(schema);
  return [...found];
}
