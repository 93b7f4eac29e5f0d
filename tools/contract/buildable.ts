import { CommandError } from "../../src/cli/command.js";
import { envelopeOf, failureBody, failuresOf, headerExample, JSON_TYPE, jsonSchema } from "./bodies.js";
import { schemaOf } from "./json-schema.js";
import {
  type Body,
  type Contract,
  contractOf,
  type Header,
  METHODS,
  type Operation,
  operationsOf,
  parametersIn,
} from "./model.js";
import { objectsIn } from "./pointer.js";
import { CONTRACT, type Document } from "./reader.js";
import { unregisteredIn } from "./register.js";
import { accessTokenOf } from "./server-and-token.js";

/**
 * The contract in a document, if everything can be built from it: types, client, sandbox and docs. This contract needs only
 * a part of OpenAPI: the rest is refused.
 *
 * @throws CommandError when something cannot be built. The message names the place, and says what to do.
 */
export function buildableContract(document: Document): Contract {
  const contract = contractOf(document);
  const refused = operationsOf(contract).flatMap((operation) => {
    const place = operation.operationId || `${operation.method} ${operation.path}`;
    return refusals(contract, operation).map((reason) => `${place}: ${reason}`);
  });
  const [scheme, ...others] = Object.values(contract.components.securitySchemes);
  const isKey = scheme?.type === "apiKey" && scheme.in === "header" && others.length === 0;
  const key = isKey ? [] : ["components/securitySchemes: write one, an API key in a header"];
  const types = Object.keys(contract.components.schemas)
    .filter((name) => !/^[A-Z]\w*$/.test(name))
    .map((name) => `components/schemas/${name} is no name of a type: write a word that begins with a capital`);
  const [first] = [...unreadIn(document), ...key, ...types, ...refused, ...unregisteredIn(contract)];
  if (first !== undefined) throw new CommandError(`${CONTRACT}: ${first}.`);
  return contract;
}

/** What cannot be built of an operation, each with what to do. */
function refusals(contract: Contract, operation: Operation): string[] {
  const { operationId, tags, parameters = [], requestBody, responses } = operation;
  const successes = Object.keys(responses).filter((status) => status.startsWith("2"));
  const isAnswer = /^2\d\d$/.test(successes.join()) && isJson(responses[successes.join()]);
  // The words of a tag become one name.
  const tag = (tags[0] ?? "").replaceAll(" ", "");
  const names = [operationId, tag, ...parametersIn(operation, "path").map(({ name }) => name)];
  const ownHeaders = ["accept", "content-type", accessTokenOf(contract).header.toLowerCase()];
  return [
    ...names.filter((name) => !/^[a-z]\w*$/i.test(name)).map((name) => `"${name}" is no name in code: write a word`),
    ...parameters
      .filter((parameter) => parameter.in === "cookie")
      .map(({ name }) => `the parameter ${name} must be in the path, in the query or in a header`),
    ...parametersIn(operation, "header")
      .filter(({ name }) => ownHeaders.includes(name.toLowerCase()))
      .map(({ name }) => `the client sends the header ${name} itself: remove the parameter`),
    ...(isAnswer ? [] : [`its only success must have one status, and ${JSON_TYPE} or no body`]),
    ...failuresOf(operation)
      .filter(([, { content }]) => Object.keys(content).length > 0)
      .filter(([, response]) => !failureBody(contract, response))
      .map(([status]) => `its ${status} must have no body, or one of JSON: ${FAILURE}`),
    ...Object.values(responses)
      .flatMap(({ headers = {} }) => Object.entries(headers))
      .flatMap(([name, header]) => headerRefusal(contract, name, header) ?? []),
    ...(requestBody && !isSendable(contract, requestBody)
      ? [`its body must be required, and have its fields below one key of ${JSON_TYPE}`]
      : []),
  ];
}

const FAILURE = "an object whose schema is in components/schemas, with an example";

/** Why a response header cannot be built, and what to do; `undefined` if it can. */
function headerRefusal(contract: Contract, name: string, header: Header): string | undefined {
  const { type } = schemaOf(contract, header.schema);
  if (/^(content-type|location)$/i.test(name)) return `the header ${name} cannot be built: remove it`;
  if (!["string", "integer", "number", "boolean"].includes(String(type)))
    return `the header ${name} must be a text, a number or a boolean: write the type of its schema`;
  if (headerExample(contract, header) === undefined)
    return `the header ${name} has no example: write one, which the sandbox sends`;
  return undefined;
}

/** Whether a body is JSON, or there is none. */
function isJson({ content }: Partial<Body> = {}): boolean {
  return Object.keys(content ?? {}).every((type) => type === JSON_TYPE);
}

/** Whether a method of the client can take the body: it has one key that is required, or the contract does not specify it. */
function isSendable(contract: Contract, body: NonNullable<Operation["requestBody"]>): boolean {
  const { [JSON_TYPE]: media } = body.content;
  if (media && Object.keys(media.schema).length === 0) return true;
  return body.required === true && envelopeOf(contract, jsonSchema(body)) !== undefined;
}

/** What no part of the build reads, each with what to do. */
const KEYWORDS: Readonly<Record<string, string>> = {
  allOf: "write out the fields that it joins",
  readOnly: "remove it, and leave the field out of the bodies of requests",
  writeOnly: "remove it, and leave the field out of the bodies of responses",
  style: "remove it, and send the parameter as OpenAPI does by default",
  explode: "remove it, and send the parameter as OpenAPI does by default",
  servers: "remove it, and write one server for all operations",
};

/** What can be referred to. */
const REFERENCE = /^#\/components\/(schemas|parameters)\/[^/]+$/;

/** What stands where no part of the build reads it, each with what to do. */
function unreadIn(document: Document): string[] {
  const { servers: _, ...rest } = document;
  const found = [...objectsIn(rest)].flatMap(({ keys, value }) => {
    // The keys in `properties` are names.
    const keywords =
      keys.at(-1) === "properties" ? [] : Object.keys(KEYWORDS).filter((keyword) => Object.hasOwn(value, keyword));
    const { $ref } = Object(value);
    return [
      ...keywords.map((keyword) => `${keys.join("/")}: ${keyword} cannot be built: ${KEYWORDS[keyword]}`),
      ...($ref && !REFERENCE.test($ref) ? [`the $ref ${$ref} leads to no schema or parameter: write it out`] : []),
    ];
  });
  const shared = Object.entries(Object(document["paths"])).flatMap(([path, item]) => {
    const others = Object.keys(Object(item)).filter((key) => !METHODS.includes(key));
    return others.map((key) => `paths${path}: ${key} cannot be built: write it in each operation`);
  });
  return [...found, ...shared];
}
