import { objectsIn } from "./pointer.js";
import type { Document } from "./read.js";

// The contract as the tools read it: OpenAPI without what this contract does not use. The lint rules in redocly.yaml check
// its form, and refuse what is missing here.

/** A JSON Schema. A `$ref` leads to an entry of `components/schemas`. */
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

/** Something with examples: one without a name, or several with names. */
interface WithExamples {
  example?: unknown;
  examples?: Record<string, Example>;
}

export interface Parameter extends WithExamples {
  name: string;
  in: "path" | "query";
  required?: boolean;
  deprecated?: boolean;
  description: string;
  schema: Schema;
  /** Its name in `components/parameters`, if the operation refers to it there. */
  component?: string;
}

/** A request or response body. */
export interface Body {
  description: string;
  required?: boolean;
  content: Record<string, WithExamples & { schema: Schema }>;
}

/** An operation with its method and path. */
export interface Operation {
  /** HTTP method, in capitals. */
  method: string;
  path: string;
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  deprecated?: boolean;
  parameters: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body>;
  callbacks?: Record<string, PathItems>;
}

/** Operations by path and method, as the document has them. */
type PathItems = Record<string, Record<string, Operation>>;

export interface Contract {
  openapi: string;
  info: { title: string; version: string; summary: string; description: string; license?: { name: string } };
  servers: { url: string; variables?: Record<string, { default: string }> }[];
  tags: { name: string; description: string }[];
  paths: PathItems;
  /** Requests that the service sends, by name and method. */
  webhooks?: PathItems;
  components: {
    schemas: Record<string, Schema>;
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, { name: string; description?: string }>;
  };
}

/** The contract in a document that the lint rules accept. References to parameters are replaced by the parameters. */
export function contractOf(document: Document): Contract {
  // The lint rules have checked this.
  const contract = structuredClone(document) as unknown as Contract;
  for (const operation of Object.values(contract.paths).flatMap((item) => Object.values(item))) {
    const { parameters = [] } = operation;
    operation.parameters = parameters.map((parameter) => {
      const component = "$ref" in parameter ? String(parameter.$ref).split("/").at(-1) : undefined;
      const found = contract.components.parameters[component ?? ""];
      return component && found ? { ...found, component } : parameter;
    });
  }
  return contract;
}

/** Every operation that a client can call, in the order of the contract. */
export function operationsOf({ paths }: Pick<Contract, "paths">): Operation[] {
  return operationsIn(paths);
}

/** The operations of some path items. */
export function operationsIn(items: PathItems): Operation[] {
  return Object.entries(items).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ ...operation, method: method.toUpperCase(), path })),
  );
}

/** The parameters of an operation in one place. */
export function parametersIn({ parameters }: Operation, place: Parameter["in"]): Parameter[] {
  return parameters.filter((parameter) => parameter.in === place);
}

/** The media type of every body that a client sends or receives. */
export const JSON_TYPE = "application/json";

/** HTTP status of the only response that an operation declares. */
export function statusOf({ responses }: Operation): number {
  return Number(Object.keys(responses)[0]);
}

/** The only response that an operation declares. */
export function answerOf(operation: Operation): Body {
  return operation.responses[statusOf(operation)] ?? { description: "", content: {} };
}

/** The schema of a JSON body; an empty one, which allows anything, if the contract has none. */
export function jsonSchema({ content }: Body): Schema {
  return content[JSON_TYPE]?.schema ?? {};
}

/** The examples of a body or a parameter. Those with names have summaries. */
export function examplesIn({ example, examples = {} }: WithExamples): Example[] {
  return example === undefined ? Object.values(examples) : [{ value: example }];
}

/** The first example of a JSON body; `undefined` if there is none. */
export function jsonExample({ content }: Body): unknown {
  return examplesIn(content[JSON_TYPE] ?? {})[0]?.value;
}

/** The key of a body whose only field is a required object. Callers of the client never see it. */
export function envelopeOf(contract: Contract, schema: Schema): string | undefined {
  const { properties = {}, required = [] } = schemaOf(contract, schema);
  const [[key, inner] = ["", {}], ...others] = Object.entries(properties);
  const isObject = schemaOf(contract, inner).properties !== undefined;
  return others.length === 0 && required.includes(key) && isObject ? key : undefined;
}

/** The name of the schema that a reference leads to; `undefined` for a schema that is written out. */
export function schemaName({ $ref }: Schema = {}): string | undefined {
  return $ref?.replace("#/components/schemas/", "");
}

/** A schema, or the one in `components/schemas` that it refers to. */
export function schemaOf({ components }: Pick<Contract, "components">, schema: Schema): Schema {
  const { $ref: _, ...siblings } = schema;
  return { ...components.schemas[schemaName(schema) ?? ""], ...siblings };
}

/** The first example of a schema, or of the one that it refers to; `undefined` if it has none. */
export function exampleOf(contract: Contract, schema: Schema): unknown {
  return schemaOf(contract, schema).examples?.[0];
}

/** Names of the fields with secret values, which have `format: password`. Each name occurs once. */
export function secretFieldsOf(contract: Contract): string[] {
  const secrets = new Set<string>();
  for (const { keys, value } of objectsIn(contract)) {
    const isField = keys.at(-2) === "properties";
    if (isField && value["format"] === "password") secrets.add(keys.at(-1) ?? "");
  }
  return [...secrets];
}

/** Name of the request header that carries the access token. */
export function accessTokenOf({ components }: Contract): { readonly header: string } {
  const [{ name: header = "" } = {}] = Object.values(components.securitySchemes);
  return { header };
}

/** The base URL of the mock and the sandbox: the contract's only server, with the default of its variable. */
export function defaultServerOf({ servers: [server] }: Contract): string {
  const { url = "", variables = {} } = server ?? {};
  return url.replace(/\{(.*?)\}/g, (_, name: string) => variables[name]?.default ?? "");
}
