import { accessToken, defaultServer, details, operations, requestExamples } from "../../generated/contract.js";
import type { Operation, Parameter } from "../../src/contract-types.js";

/** The input of a request: values by name, and the body as it is sent. */
export interface RequestInput {
  path: Readonly<Record<string, unknown>>;
  query: Readonly<Record<string, unknown>>;
  header?: Readonly<Record<string, unknown>>;
  /** Absent where no body is sent. */
  body?: unknown;
}

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
