import {
  accessTokenHeader,
  defaultServer,
  type FieldFacts,
  type OperationFacts,
  operations,
  requestExamples,
} from "../../generated/contract.js";

// This module also runs in the page, where it makes samples of the values that the reader types.

/** The input of a request: values by name, and the body as it is sent. */
export interface RequestInput {
  path: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  /** Absent where no body is sent. */
  body?: unknown;
}

const facts: Readonly<Record<string, OperationFacts>> = operations;
const bodies: Readonly<Record<string, unknown>> = requestExamples;

/** The token in the samples, which the reader replaces. */
const TOKEN = "<ACCESS_TOKEN>";
/** Longest line of TypeScript that fits next to the text without scrolling. */
const WIDTH = 70;

/** The input of the contract's own examples. */
export function exampleInput(id: string): RequestInput {
  const examplesOf = (fields: Readonly<Record<string, FieldFacts>> = {}) =>
    Object.fromEntries(Object.entries(fields).map(([name, { example }]) => [name, example]));
  const { pathParameters, queryParameters } = facts[id] ?? {};
  const body = bodies[id];
  return {
    path: examplesOf(pathParameters),
    query: examplesOf(queryParameters),
    ...(body !== undefined && { body }),
  };
}

/** A call of an operation with curl; `undefined` where the generated facts lack the operation. */
export function curlSample(id: string, { path, query, body }: RequestInput): string | undefined {
  const operation = facts[id];
  if (!operation) return undefined;
  const route = operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(path[name])));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return [
    `curl --request ${operation.method} ${shellQuoted(`${defaultServer}${route}${search && `?${search}`}`)}`,
    `--header ${shellQuoted(`${accessTokenHeader}: ${TOKEN}`)}`,
    `--header "Content-Type: application/json"`,
    ...(body === undefined ? [] : [`--data '${JSON.stringify(body, undefined, 2).replaceAll("'", `'\\''`)}'`]),
  ].join(" \\\n  ");
}

/** A call of an operation with our client; `undefined` where the generated facts lack the operation. */
export function typescriptSample(id: string, { path, query, body }: RequestInput): string | undefined {
  const operation = facts[id];
  if (!operation) return undefined;
  const { key, pagination } = operation.response;
  const variable = key !== undefined && /^[a-z]\w*$/i.test(key) ? key : "result";
  const result = pagination === undefined ? variable : `{ ${key}, ${pagination} }`;
  const { group, name } = operation.clientMethod;
  return `import { createServiceClient } from "service-admin-api";

const service = createServiceClient({
  baseUrl: ${JSON.stringify(defaultServer)},
  accessToken: ${JSON.stringify(TOKEN)},
});
${callOf(`const ${result} = await service.${group}.${name}`, argumentsOf(operation, { path, query, body }))};
console.log(JSON.stringify(${result}));`;
}

/** The arguments of a client method: path parameters one by one, the body without its envelope, the query, options. */
export function argumentsOf(operation: OperationFacts, { path, query, body }: RequestInput): unknown[] {
  const { pathParameters, queryParameters, body: shape } = operation;
  const isOpen = shape && shape.key === undefined && Object.keys(shape.fields).length === 0;
  const input = shape?.key === undefined ? body : new Map(Object.entries(Object(body))).get(shape.key);
  const values = [
    ...Object.keys(pathParameters).map((name) => path[name]),
    ...(shape && !isOpen ? [input] : []),
    ...(Object.keys(queryParameters).length > 0 ? [Object.keys(query).length > 0 ? query : undefined] : []),
    ...(isOpen && body !== undefined ? [{ body }] : []),
  ];
  while (values.length > 0 && values.at(-1) === undefined) values.pop();
  return values;
}

function callOf(call: string, values: readonly unknown[]): string {
  const short = `${call}(${values.map((value) => literal(value, "")).join(", ")})`;
  return short.length <= WIDTH ? short : `${call}(${values.map((value) => literal(value, "\n")).join(", ")})`;
}

/** A value in TypeScript: on one line, or with its fields on lines of their own, which start with `newline`. */
function literal(value: unknown, newline: string): string {
  if (Array.isArray(value)) return `[${value.map((item) => literal(item, newline)).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const inner = newline && `${newline}  `;
  const fields = Object.entries(value).map(([name, field]) => {
    const key = /^[a-z_$][\w$]*$/i.test(name) ? name : JSON.stringify(name);
    return `${key}: ${literal(field, literal(field, "").length > WIDTH / 2 ? inner : "")}`;
  });
  if (fields.length === 0) return "{}";
  return newline ? `{${inner}${fields.join(`,${inner}`)},${newline}}` : `{ ${fields.join(", ")} }`;
}

/** A word for the shell: in double quotes, or in single ones where a character has a meaning within double quotes. */
function shellQuoted(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
}
