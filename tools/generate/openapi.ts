import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, YAMLParseError } from "yaml";
import { CommandError } from "../../src/cli/command-error.js";

/** The parts of a JSON Schema that the generator reads. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  default?: unknown;
  examples?: unknown[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  [keyword: string]: unknown;
}

export interface Example {
  summary?: string;
  value: unknown;
}

export interface Parameter {
  name: string;
  in: "path" | "query";
  required?: boolean;
  description: string;
  schema: Schema;
  example?: unknown;
  examples?: Record<string, Example>;
}

/** A request or response body. */
export interface Body {
  description: string;
  required?: boolean;
  content: Record<string, { schema: Schema; examples?: Record<string, Example> }>;
}

export interface PathItemOperation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body>;
  callbacks?: Record<string, Record<string, Record<string, PathItemOperation>>>;
}

/** An operation of the contract with its method and path; every `$ref` outside a schema is resolved. */
export interface Operation extends PathItemOperation {
  /** HTTP method, in capitals. */
  method: string;
  path: string;
}

/** The contract with its references unresolved. */
export interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
}

export interface Contract {
  info: { title: string; version: string; summary: string; description: string };
  servers: {
    url: string;
    description?: string;
    variables?: Record<string, { default: string; description?: string }>;
  }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, PathItemOperation>>;
  /** Requests that the service sends, by name and method. */
  webhooks?: Record<string, Record<string, PathItemOperation>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, { name: string; description: string }>;
  };
}

/** The media type of every request and response body. */
export const JSON_TYPE = "application/json";

/**
 * Reads `openapi.yaml` and resolves every `$ref`, except those to schemas: they name the resources.
 *
 * @param folder - Folder that holds the file.
 * @throws CommandError when it is not YAML, or a reference has no target.
 */
export function readContract(folder: string): Contract {
  const document = readDocument(folder);
  // `npm run lint` ensures this shape. The copy through JSON gives each YAML alias a separate value.
  return JSON.parse(JSON.stringify(resolve(document, document)));
}

/**
 * Reads `openapi.yaml` without resolving its references.
 *
 * @param folder - Folder that holds the file.
 * @throws CommandError when it is not YAML.
 */
export function readDocument(folder: string): Document {
  return parsed(readFileSync(join(folder, "openapi.yaml"), "utf8"));
}

function parsed(text: string): Document {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error;
    throw new CommandError(`openapi.yaml is not YAML: ${error.message}`);
  }
}

const SCHEMA = /^#\/components\/schemas\/([^/]+)$/;

/** The name of the schema that a reference points to; `undefined` for any other reference. */
export function schemaName({ $ref = "" }: Schema): string | undefined {
  return SCHEMA.exec($ref)?.[1];
}

/** A schema, or the one in `components/schemas` that it refers to. */
export function schemaOf({ components }: Contract, schema: Schema): Schema {
  const name = schemaName(schema);
  return name === undefined ? schema : (components.schemas[name] ?? schema);
}

function resolve(node: unknown, document: unknown): unknown {
  if (typeof node !== "object" || node === null) return node;
  if (Array.isArray(node)) return node.map((inner) => resolve(inner, document));
  if ("$ref" in node && typeof node.$ref === "string" && !SCHEMA.test(node.$ref)) {
    return resolve(at(document, node.$ref), document);
  }
  return Object.fromEntries(Object.entries(node).map(([key, inner]) => [key, resolve(inner, document)]));
}

/** The target of a `$ref` within the contract. */
function at(document: unknown, reference: string): unknown {
  let node = document;
  for (const step of reference.split("/").slice(1)) {
    const key = decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~");
    node = new Map(Object.entries(Object(node))).get(key);
  }
  if (node === undefined) throw new CommandError(`openapi.yaml: ${reference} points to nothing.`);
  return node;
}

/** Every operation that a client can call, in the order of the contract. */
export function operationsOf({ paths }: Contract): Operation[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, ...operation })),
  );
}

/** The path or the query parameters of an operation. */
export function parametersIn({ parameters = [] }: Operation, place: Parameter["in"]): Parameter[] {
  return parameters.filter((parameter) => parameter.in === place);
}

/** The schema of a JSON body. */
export function jsonSchema({ content }: Body): Schema {
  return content[JSON_TYPE]?.schema ?? {};
}

/** The first example of a JSON body; `undefined` if there is none. */
export function jsonExample({ content }: Body): unknown {
  return Object.values(content[JSON_TYPE]?.examples ?? {})[0]?.value;
}

/** The success response of an operation, the only response that is documented. */
export function successOf({ operationId, responses }: Operation): Body {
  const { "200": success } = responses;
  if (!success) throw new CommandError(`openapi.yaml: ${operationId} has no response 200.`);
  return success;
}

/** The envelope of a body: its only key, and the schema under it; `undefined` if there is no envelope. */
export function envelopeOf({ properties = {}, required = [] }: Schema): { key: string; schema: Schema } | undefined {
  const [entry, ...others] = Object.entries(properties);
  if (!entry || others.length > 0) return undefined;
  const [key, schema] = entry;
  return required.includes(key) ? { key, schema } : undefined;
}

/** The list and the pagination object of an answer that is a page. */
export interface PageShape {
  /** Key of the list. */
  items: string;
  itemSchema: Schema;
  /** Key of the pagination object. */
  pagination: string;
}

/** The shape of an answer that is a page of a list; `undefined` for other answers. */
export function pageOf(contract: Contract, schema: Schema): PageShape | undefined {
  const properties = Object.entries(schema.properties ?? {});
  const list = properties.find(([, { type, items }]) => type === "array" && items);
  const pagination = properties.find(([, inner]) => {
    const fields = schemaOf(contract, inner).properties ?? {};
    return "current_page" in fields && "total_pages" in fields;
  });
  if (!list?.[1].items || !pagination) return undefined;
  return { items: list[0], itemSchema: list[1].items, pagination: pagination[0] };
}
