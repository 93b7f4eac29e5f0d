import { isObject, schemaOf } from "./json-schema.js";
import {
  type Body,
  type Contract,
  type Example,
  type Header,
  type MediaType,
  type Operation,
  type Schema,
  schemaName,
} from "./model.js";

/** The media type of every body that a client sends or gets. */
export const JSON_TYPE = "application/json";

/** HTTP status of the only success that an operation documents. */
export function statusOf({ responses }: Operation): number {
  return Number(Object.keys(responses).find((status) => status.startsWith("2")));
}

/** The answer of an operation that succeeds. */
export function answerOf(operation: Operation): Body {
  return operation.responses[statusOf(operation)] ?? { description: "", content: {} };
}

/** The schema of a JSON body; an empty one, which allows anything, if the contract has none. */
export function jsonSchema({ content }: Body): Schema {
  return content[JSON_TYPE]?.schema ?? {};
}

/** The first example of a JSON body; `undefined` if there is none. */
export function jsonExample({ content }: Body): unknown {
  return firstExample(content[JSON_TYPE] ?? {});
}

function firstExample({ example, examples = {} }: Pick<MediaType, "example" | "examples">): unknown {
  return example ?? Object.values(examples)[0]?.value;
}

/** The examples of a body, each with what it shows if the contract has several. */
export function examplesIn({ example, examples = {} }: Pick<MediaType, "example" | "examples">): Example[] {
  return example === undefined ? Object.values(examples) : [{ value: example }];
}

/** The first example of a response header; `undefined` if there is none. */
export function headerExample(header: Header): unknown {
  return firstExample(header);
}

/** The responses of an operation that are no success, by status as the contract writes it: `404`, `4XX` or `default`. */
export function failuresOf({ responses }: Operation): [status: string, response: Body][] {
  return Object.entries(responses).filter(([status]) => !status.startsWith("2"));
}

/** The body of a declared failure. */
interface FailureBody {
  readonly type: string;
  /** Name of its schema in `components/schemas`. */
  readonly schema: string;
  readonly example: object;
}

/**
 * The body of a failure, if everything can be built from it: JSON in one media type, an object whose schema has a name, and
 * an example.
 */
export function failureBody(contract: Contract, { content }: Body): FailureBody | undefined {
  const [[type, media] = ["", { schema: {} }], ...others] = Object.entries(content);
  const schema = schemaName(media.schema);
  const example = firstExample(media);
  const isJson = /^application\/([\w.-]+\+)?json$/.test(type) && others.length === 0;
  const isNamed = schema !== undefined && isObject(schemaOf(contract, { $ref: media.schema.$ref ?? "" }));
  if (!isJson || !isNamed || typeof example !== "object" || example === null) return undefined;
  return { type, schema, example };
}

/** Names of the schemas of all failures that the contract declares, each once. */
export function failureSchemas(contract: Contract, operations: readonly Operation[]): string[] {
  const bodies = operations.flatMap(failuresOf).flatMap(([, response]) => failureBody(contract, response) ?? []);
  return [...new Set(bodies.map(({ schema }) => schema))];
}

/** The key of a body whose only field is a required object. Callers of the client never see it. */
export function envelopeOf(contract: Contract, schema: Schema): string | undefined {
  const { properties = {}, required = [] } = schemaOf(contract, schema);
  const [[key, inner] = ["", {}], ...others] = Object.entries(properties);
  return others.length === 0 && required.includes(key) && isObject(schemaOf(contract, inner)) ? key : undefined;
}
