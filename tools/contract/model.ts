import { isObject } from "../../src/json.js";
import { at, objectsIn } from "./pointer.js";
import type { Document } from "./reader.js";

/** A JSON Schema with its prose. A reference leads to an entry of `components/schemas`. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly deprecated?: boolean;
  readonly [keyword: string]: unknown;
}

export interface Example {
  summary?: string;
  value?: unknown;
}

export interface Parameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required?: boolean;
  deprecated?: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
  /** Its name in `components/parameters`, if the operation refers to it there. */
  component?: string | undefined;
}

/** A header of a response. */
export type Header = Omit<Parameter, "name" | "in" | "component">;

/** A request or response body. */
export interface Body {
  description: string;
  required?: boolean;
  /** Of a response, by name. */
  headers?: Record<string, Header>;
  content: Record<string, MediaType>;
}

/** A body in one media type. */
export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

interface PathItemOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  deprecated?: boolean;
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body>;
  callbacks?: Record<string, Record<string, Record<string, PathItemOperation>>>;
  security?: SecurityRequirement[];
}

/** Where requests go. */
interface Server {
  url: string;
  variables?: Record<string, { default: string }>;
}

/** Names of the security schemes that a request has to satisfy together. */
type SecurityRequirement = Record<string, string[]>;

interface SecurityScheme {
  type: string;
  description?: string;
  /** Of an API key: where it is, and the name of the header. */
  in?: string;
  name?: string;
}

/** An operation of the contract with its method and path. */
export interface Operation extends PathItemOperation {
  /** HTTP method, in capitals. */
  method: string;
  path: string;
}

/**
 * The contract as the other tools read it. The only references are those to `components/schemas`, which name the
 * resources: parameters are in place of the references to them. What the lint rules let a document leave out is there, and
 * empty; what they require is as the document has it.
 */
export interface Contract {
  openapi: string;
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license?: { name: string };
  };
  servers: Server[];
  security: SecurityRequirement[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, PathItemOperation>>;
  /** Requests that the service sends, by name and method. */
  webhooks?: Record<string, Record<string, PathItemOperation>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, SecurityScheme>;
  };
}

/** A document that the lint rules accept. */
interface Linted extends Omit<Contract, "paths" | "webhooks" | "components"> {
  paths: object;
  webhooks?: object;
  components?: Partial<Contract["components"]>;
}

/** Whether a document has the parts that the lint rules require. What is in them is left to those rules. */
function isLinted(document: Document): document is Document & Linted {
  const { openapi, info, servers, security, tags, paths, webhooks = {}, components = {} } = document;
  const hasLists = [servers, security, tags].every(Array.isArray);
  return typeof openapi === "string" && hasLists && [info, paths, webhooks, components].every(isObject);
}

/** The contract in a document. @throws Error when it lacks a part that the lint rules require. */
export function contractOf(document: Document): Contract {
  if (!isLinted(document)) throw new Error("The document lacks a part that the lint rules require");
  const { paths, webhooks, components, ...others } = document;
  return {
    ...others,
    paths: pathsOf(document, paths),
    ...(webhooks && { webhooks: pathsOf(document, webhooks) }),
    components: { schemas: {}, securitySchemes: {}, ...components },
  };
}

/** The methods that an operation can have, as the document writes them. */
const METHODS = ["get", "put", "post", "delete", "patch"];

function pathsOf(document: Document, paths: object): Contract["paths"] {
  return mapValues(paths, (item: unknown) => {
    const own = Object.entries(isObject(item) ? item : {}).filter(isOperation);
    return Object.fromEntries(own.map(([method, operation]) => [method, operationOf(document, operation)]));
  });
}

/** What an operation may leave out: its responses, and the one of a callback its id. */
type Omitted = "operationId" | "responses";
type WrittenOperation = Omit<PathItemOperation, Omitted> & Partial<Pick<PathItemOperation, Omitted>>;

/** Whether an entry of a path item is an operation. What is in it is left to the lint rules. */
function isOperation(entry: [string, unknown]): entry is [string, WrittenOperation] {
  const [key, value] = entry;
  return METHODS.includes(key) && isObject(value);
}

function operationOf(document: Document, operation: WrittenOperation): PathItemOperation {
  const { parameters, requestBody, responses = {}, callbacks } = operation;
  return {
    ...{ operationId: "", ...operation },
    ...(parameters && { parameters: parameters.map((parameter) => parameterOf(document, parameter)) }),
    ...(requestBody && { requestBody: bodyOf(requestBody) }),
    responses: mapValues(responses, bodyOf),
    ...(callbacks && { callbacks: mapValues(callbacks, (callback) => pathsOf(document, callback)) }),
  };
}

/** A parameter, which may be a reference to one of `components/parameters`. */
function parameterOf(document: Document, parameter: Parameter & { $ref?: string }): Parameter {
  const { $ref } = parameter;
  if ($ref === undefined) return parameter;
  const found = at(document, $ref);
  return isParameter(found) ? { ...found, component: $ref.split("/").at(-1) } : parameter;
}

function isParameter(value: unknown): value is Parameter {
  return isObject(value) && typeof value["name"] === "string" && isObject(value["schema"]);
}

/** A body, which may be none. */
function bodyOf(body: Omit<Body, "content"> & Partial<Body>): Body {
  return { content: {}, ...body };
}

/** The name of the schema that a reference points to; `undefined` for any other reference. */
export function schemaName({ $ref = "" }: Schema = {}): string | undefined {
  return /^#\/components\/schemas\/([^/]+)$/.exec($ref)?.[1];
}

/** Every object in a part of a contract, and in the schemas that it refers to. */
export function nodesIn({ components }: Contract, part: object): Schema[] {
  const names = new Set<string>();
  const nodes: Schema[] = [...objectsIn(part)].map(({ value }) => value);
  // More are added on the way.
  for (const node of nodes) {
    const name = schemaName(node);
    if (name === undefined || names.has(name)) continue;
    names.add(name);
    nodes.push(...[...objectsIn(components.schemas[name])].map(({ value }) => value));
  }
  return nodes;
}

/** A record with the same keys and changed values. */
export function mapValues<From, To>(record: Record<string, From> | object, change: (value: From) => To) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

/** Every operation that a client can call, in the order of the contract. */
export function operationsOf({ paths }: Pick<Contract, "paths">): Operation[] {
  return operationsIn(paths);
}

/** The operations of some path items. */
export function operationsIn(paths: Contract["paths"]): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
  );
}

/** The parameters of an operation in one place. */
export function parametersIn({ parameters = [] }: PathItemOperation, place: Parameter["in"]): Parameter[] {
  return parameters.filter((parameter) => parameter.in === place);
}
