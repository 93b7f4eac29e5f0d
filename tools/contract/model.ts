import { CommandError } from "../../src/cli/command.js";
import { at, objectsIn } from "./pointer.js";
import { CONTRACT, type Document, readDocument } from "./reader.js";

/** A JSON Schema with its prose. A reference leads to an entry of `components/schemas`. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly allOf?: readonly Schema[];
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
  /** How it writes arrays and objects; absent for the way of its place. */
  style?: string;
  explode?: boolean;
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

/** A request or response body. */
export interface Body {
  description: string;
  required?: boolean;
  /** Of a response, by name. */
  headers?: Record<string, Partial<Parameter>>;
  content: Record<string, MediaType>;
}

/** A body in one media type. */
export interface MediaType {
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface PathItemOperation {
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
  servers?: Server[];
}

/** Where requests go. */
export interface Server {
  url: string;
  variables?: Record<string, { default: string }>;
}

/** Names of the security schemes that a request has to satisfy together. */
export type SecurityRequirement = Record<string, string[]>;

export interface SecurityScheme {
  type: string;
  description?: string;
  /** Of an API key: where it is, and the name of the header. */
  in?: string;
  name?: string;
  /** Of HTTP authentication: `bearer` or another scheme. */
  scheme?: string;
}

/** An operation of the contract with its method and path. */
export interface Operation extends PathItemOperation {
  /** HTTP method, in capitals. */
  method: string;
  path: string;
}

/**
 * The contract as the other tools read it. The only references are those to `components/schemas`, which name the
 * resources. What a path says for all of its operations, such as shared parameters, is in each of them.
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

/**
 * Reads `openapi.yaml`.
 *
 * @param folder - Folder that holds the file.
 * @throws CommandError when it cannot be read, or has a form that nothing can be built from. The message names the place.
 */
export function readContract(folder: string): Contract {
  return contractOf(readDocument(folder));
}

/**
 * The contract in a document.
 *
 * @throws CommandError when it has a form that nothing can be built from. The message names the place.
 */
export function contractOf(document: Document): Contract {
  const resolved = Object(resolve(document, document, []));
  const { info, servers = [], security = [], tags = [], paths, webhooks, components } = resolved;
  // The lint ensures the form of what the document has; these are the parts that it may leave out.
  return {
    ...resolved,
    info: { summary: "", description: "", ...info },
    servers,
    security,
    tags: Array.from(tags, (tag: object) => Object({ description: "", ...tag })),
    paths: pathsOf(paths, "paths"),
    ...(webhooks && { webhooks: pathsOf(webhooks, "webhooks/") }),
    components: {
      ...components,
      schemas: components?.schemas ?? {},
      securitySchemes: components?.securitySchemes ?? {},
    },
  };
}

const SCHEMA = /^#\/components\/schemas\/([^/]+)$/;

/** The name of the schema that a reference points to; `undefined` for any other reference. */
export function schemaName({ $ref = "" }: Schema): string | undefined {
  return SCHEMA.exec($ref)?.[1];
}

/** Every object in a part of a contract, and in the schemas that it refers to. */
export function nodesIn({ components }: Contract, part: object): Schema[] {
  const names = new Set<string>();
  const inside = (value: object): Schema[] => [...objectsIn(value)].map((inner) => Object(inner.value));
  const nodes = inside(part);
  // More are added on the way.
  for (const node of nodes) {
    const name = schemaName(node);
    if (name === undefined || names.has(name)) continue;
    names.add(name);
    nodes.push(...inside(components.schemas[name] ?? {}));
  }
  return nodes;
}

/** A copy of a node in which every reference is replaced by its target, except those to the schemas by name. */
function resolve(node: unknown, document: Document, within: readonly string[]): unknown {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map((inner) => resolve(inner, document, within));
  const { $ref, ...siblings } = Object(node);
  if (typeof $ref !== "string" || SCHEMA.test($ref)) {
    return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, resolve(inner, document, within)]));
  }
  if (within.includes($ref)) {
    throw new CommandError(
      `${CONTRACT}: ${$ref} refers to itself: move the schema to components/schemas, and refer to it there.`,
    );
  }
  const target = resolve(at(document, $ref), document, [...within, $ref]);
  // A summary or a description next to a reference replaces the target's.
  return { ...Object(target), ...Object(resolve(siblings, document, within)) };
}

const METHODS = ["get", "put", "post", "delete", "patch"];

/** The operations of each path, with what the path says for all of them. */
function pathsOf(paths: object, place: string): Contract["paths"] {
  return mapValues(paths, (item, path) => {
    const shared = Object(item);
    const own = Object.entries(shared).filter(([key]) => METHODS.includes(key));
    return Object.fromEntries(
      own.map(([method, operation]) => [method, withShared(Object(operation), shared, `${place}${path}/${method}`)]),
    );
  });
}

function withShared(operation: Partial<PathItemOperation>, shared: Partial<PathItemOperation>, place: string) {
  const { operationId = "", parameters = [], requestBody, responses = {}, callbacks } = operation;
  const isOwn = ({ name, in: where }: Parameter) => parameters.some((own) => own.name === name && own.in === where);
  const declared = [...(shared.parameters ?? []).filter((parameter) => !isOwn(parameter)), ...parameters];
  // In the order of the path, wherever they are written: the client's methods take them in this order.
  const inPath = declared.filter((parameter) => parameter.in === "path");
  const ordered = inPath.sort((a, b) => place.indexOf(`{${a.name}}`) - place.indexOf(`{${b.name}}`));
  const all = [...ordered, ...declared.filter((parameter) => parameter.in !== "path")];
  return {
    ...operation,
    operationId,
    summary: operation.summary ?? shared.summary ?? operationId,
    description: operation.description ?? shared.description ?? "",
    tags: operation.tags ?? [],
    ...(requestBody && { requestBody: withContent(requestBody) }),
    responses: mapValues(responses, withContent),
    ...(shared.servers && { servers: operation.servers ?? shared.servers }),
    ...(all.length > 0 && {
      parameters: all.map((parameter) => ({ ...parameter, description: parameter.description ?? "" })),
    }),
    ...(callbacks && { callbacks: mapValues(callbacks, (callback) => pathsOf(callback, `${place}/callbacks/`)) }),
  };
}

/** A body with the parts that the document may leave out. */
function withContent(body: Partial<Body>): Body {
  const content = mapValues(body.content ?? {}, (media) => ({ ...media, schema: Object(media).schema ?? {} }));
  return { description: "", ...body, content };
}

/** A record with the same keys and changed values. */
export function mapValues<From, To>(record: Record<string, From> | object, change: (value: From, key: string) => To) {
  return Object.fromEntries(Object.entries(record ?? {}).map(([key, value]) => [key, change(value, key)]));
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
