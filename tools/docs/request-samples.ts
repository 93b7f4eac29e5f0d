import {
  accessToken,
  clientMethods,
  defaultServer,
  details,
  operations,
  requestExamples,
} from "../../generated/contract.js";
import type { Operation, Parameter } from "../../src/contract-types.js";

// This module also runs in the page, where it makes samples of the values that the reader types.

/** The input of a request: values by name, and the body as it is sent. */
export interface RequestInput {
  path: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  header?: Readonly<Record<string, unknown>>;
  /** Absent where no body is sent. */
  body?: unknown;
}

/** The token in the samples, which the reader replaces. */
const TOKEN = "<ACCESS_TOKEN>";
/** Longest line of TypeScript that fits next to the text. */
const WIDTH = 62;

/** The input of the contract's own examples. */
export function exampleInput(id: string): RequestInput {
  const { parameters = [] } = operations[id] ?? {};
  const examples = details[id]?.parameters ?? {};
  const examplesIn = (place: Parameter["in"]) =>
    Object.fromEntries(parameters.filter((one) => one.in === place).map(({ name }) => [name, examples[name]]));
  const body = requestExamples[id];
  return {
    path: examplesIn("path"),
    query: examplesIn("query"),
    header: examplesIn("header"),
    ...(body !== undefined && { body }),
  };
}

/** A request as it is sent. */
interface SentRequest {
  method: string;
  url: string;
  headers: Readonly<Record<string, string>>;
  /** JSON; `null` where no body is sent. */
  body: string | null;
}

/** The request that calls an operation. */
export function requestOf(operation: Operation, input: RequestInput, token: string): SentRequest {
  const { path, query, header = {}, body } = input;
  const route = operation.path.replace(/\{([^{}]+)\}/g, (_, name) => encodeURIComponent(String(path[name] ?? "")));
  const search = searchOf(query);
  return {
    method: operation.method,
    url: `${defaultServer}${route}${search && `?${search}`}`,
    headers: {
      ...(!accessToken.isOptional && !operation.isPublic && { [accessToken.header]: accessToken.prefix + token }),
      ...Object.fromEntries(Object.entries(header).map(([name, value]) => [name, String(value)])),
      "Content-Type": "application/json",
    },
    body: body === undefined ? null : JSON.stringify(body, undefined, 2),
  };
}

/** A query as it is sent. What it cannot say is written as JSON. */
function searchOf(query: RequestInput["query"]): string {
  const flat = (value: unknown) => (Object(value) === value ? JSON.stringify(value) : value);
  const pairs = Object.entries(query).flatMap(([name, given]) =>
    [given]
      .flat()
      .filter((value) => value !== undefined && value !== null)
      .map((value) => `${encodeURIComponent(name)}=${encodeURIComponent(String(flat(value)))}`),
  );
  return pairs.join("&");
}

/** A call in one language. */
export interface Sample {
  name: "curl" | "TypeScript" | "HTTP";
  /** The name of its language, as highlighters have it. */
  language: string;
  code: string;
}

/** Calls of an operation; none where the generated facts lack the operation. */
export function samplesOf(id: string, input = exampleInput(id)): Sample[] {
  const operation = operations[id];
  if (!operation) return [];
  return [
    { name: "curl", language: "sh", code: curlSample(operation, input) },
    { name: "TypeScript", language: "ts", code: typescriptSample(operation, input) },
    { name: "HTTP", language: "http", code: httpSample(operation, input) },
  ];
}

/** A call of an operation with curl: each argument on a line of its own, so that none wraps next to the text. */
export function curlSample(operation: Operation, input: RequestInput): string {
  const { method, url, headers, body } = requestOf(operation, input, TOKEN);
  // With `--get`, curl puts the data into the query; there is none that is a body then.
  const [address = "", ...search] = body === null ? url.split(/[?&]/) : [url];
  const verb = method === "GET" && search.length > 0 ? "" : ` --request ${method}`;
  return [
    `curl${search.length > 0 ? " --get" : ""}${verb}`,
    shellWord(address),
    ...search.map((pair) => `--data ${shellQuoted(pair)}`),
    ...Object.entries(headers).map(([name, value]) => `--header ${shellQuoted(`${name}: ${value}`)}`),
    ...(body === null ? [] : [`--data ${shellQuoted(body)}`]),
  ].join(" \\\n  ");
}

/** The request as it is sent. */
function httpSample(operation: Operation, input: RequestInput): string {
  const { method, url, headers, body } = requestOf(operation, input, TOKEN);
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries({ Host: host, ...headers }).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${pathname}${search} HTTP/1.1`, ...lines, ...(body === null ? [] : ["", body])].join("\n");
}

/** A call of an operation with our client. */
export function typescriptSample(operation: Operation, input: RequestInput): string {
  const { keys: [key] = [], pagination } = operation.answer;
  const variable = key !== undefined && /^[a-z]\w*$/i.test(key) ? key : "result";
  const result = pagination === undefined ? variable : `{ ${key}, ${pagination} }`;
  const [group, name] = clientMethods[operation.id] ?? [];
  const token = accessToken.isOptional ? "" : `\n  accessToken: ${JSON.stringify(TOKEN)},`;
  return `import { createServiceClient } from "service-admin-api";

const service = createServiceClient({
  baseUrl: ${JSON.stringify(defaultServer)},${token}
});
${callOf(`const ${result} = await service.${group}.${name}`, argumentsOf(operation, input))};
console.log(JSON.stringify(${result}));`;
}

/** The arguments of a client method: path parameters one by one, the body without its envelope, the query, options. */
export function argumentsOf({ parameters, body: shape }: Operation, input: RequestInput): unknown[] {
  const { path, query, header = {}, body } = input;
  const inPath = parameters.filter((parameter) => parameter.in === "path");
  const isOpen = shape && shape.key === undefined && Object.keys(shape.fields).length === 0 && !Array.isArray(body);
  const isWrapped = shape?.key !== undefined && !shape.others;
  const sent = isWrapped ? new Map(Object.entries(Object(body))).get(shape.key) : body;
  const options = {
    ...(Object.keys(header).length > 0 && { headers: header }),
    ...(isOpen && body !== undefined && { body }),
  };
  const values = [
    ...inPath.map(({ name }) => path[name]),
    ...(shape && !isOpen ? [sent] : []),
    ...(parameters.some((parameter) => parameter.in === "query") ? [filled(query)] : []),
    filled(options),
  ];
  while (values.length > 0 && values.at(-1) === undefined) values.pop();
  return values;
}

function filled(values: object): object | undefined {
  return Object.keys(values).length > 0 ? values : undefined;
}

/** A call on one line where it fits, else with each value on a line of its own, which ends in a comma. */
function callOf(call: string, values: readonly unknown[]): string {
  const whole = `${call}(${values.map(literal).join(", ")})`;
  const short = whole.replace(/\n */g, " ");
  return short.length <= WIDTH ? short : whole.replace(/(?<=[^,{[])(?=\n *[}\]])/g, ",");
}

/** A value in TypeScript: as in JSON, with plain names. */
function literal(value: unknown): string {
  const json = JSON.stringify(value, undefined, 2) ?? "undefined";
  return json.replace(/^( +)"([a-z_$][\w$]*)":/gim, "$1$2:");
}

/** A word for the shell, in quotes if it needs them. */
function shellWord(text: string): string {
  return /^[\w:/.%-]+$/.test(text) ? text : shellQuoted(text);
}

/** A word for the shell: in double quotes, or in single ones where a character has a meaning within double quotes. */
function shellQuoted(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", `'\\''`)}'` : `"${text}"`;
}
