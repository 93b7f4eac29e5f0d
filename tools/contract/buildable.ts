import { CommandError } from "../../src/cli/command.js";
import { JSON_TYPE } from "./bodies.js";
import { flattened, isArray, isObject, schemaOf } from "./json-schema.js";
import { type Contract, contractOf, nodesIn, type Operation, operationsOf, type Parameter } from "./model.js";
import { objectsIn } from "./pointer.js";
import { CONTRACT, type Document } from "./reader.js";
import { isSecret } from "./secret-fields.js";
import { accessTokenOf } from "./security.js";
import { successOf } from "./success.js";

/**
 * The contract in a document, if everything can be built from it: types, client, sandbox and docs.
 *
 * @throws CommandError when something cannot be built. The message names the place, and says what to do.
 */
export function buildableContract(document: Document): Contract {
  const contract = contractOf(document);
  const operations = operationsOf(contract).flatMap((operation) => {
    const { operationId, method, path } = operation;
    const place = operationId || `paths${path}/${method.toLowerCase()}`;
    return refusals(contract, operation).map((reason) => `${place}: ${reason}`);
  });
  const [first] = [...operations, ...badPatternsIn(document)];
  if (first !== undefined) throw new CommandError(`${CONTRACT}: ${first}.`);
  accessTokenOf(contract);
  return contract;
}

/** What cannot be built of an operation, each with what to do. */
function refusals(contract: Contract, operation: Operation): string[] {
  const { operationId, method, path, parameters = [], requestBody, servers } = operation;
  const mixed = path.split("/").filter((step) => /[{}]/.test(step) && !/^[^{}]*\{[^{}]+\}[^{}]*$/.test(step));
  const { response } = successOf(operation);
  return [
    ...(operationId === "" ? ["it has no operationId: write one"] : []),
    ...mixed.map((step) => `only one parameter can be in ${step}: write /{name}/ for each`),
    ...(servers ? ["it has servers of its own: the client has one base URL, so remove them"] : []),
    ...parameters.flatMap((parameter) => {
      const reason = refusal(contract, parameter);
      return reason === undefined ? [] : [`the parameter ${parameter.name} ${reason}`];
    }),
    ...(requestBody && method === "GET" ? [`fetch sends no body with ${method}: use a query`] : []),
    ...withoutJson(requestBody?.content).map((types) => `it takes ${types}: ${JSON_ONLY}`),
    ...withoutJson(response.content).map((types) => `it answers with ${types}: ${JSON_ONLY}`),
    ...fieldsWith("readOnly", contract, requestBody).map(
      (name) => `it takes ${name}, which is only read: ${WRITTEN_OUT}`,
    ),
    ...fieldsWith("writeOnly", contract, response).map(
      (name) => `it answers with ${name}, which is only sent: ${WRITTEN_OUT}`,
    ),
  ];
}

const JSON_ONLY = `only JSON can be built, so declare ${JSON_TYPE}, too, or leave the operation out`;

const WRITTEN_OUT = "a request and an answer each write out the fields that they have";

/** Names of the fields in a part of the contract that a keyword excludes from it. */
function fieldsWith(keyword: "readOnly" | "writeOnly", contract: Contract, part: object = {}): string[] {
  const fields = nodesIn(contract, part).flatMap(({ properties = {} }) => Object.entries(properties));
  return fields.filter(([, schema]) => schemaOf(contract, schema)[keyword] === true).map(([name]) => name);
}

function refusal(contract: Contract, parameter: Parameter): string | undefined {
  const { in: place, required, schema, style = "form", explode = true } = parameter;
  if (!schema) return "has no schema: write one";
  if (place === "cookie") return "is a cookie: write a header or a query";
  if (place === "query" && (style !== "form" || !explode)) {
    return "has a style of its own: remove style and explode, since a query is written as forms are";
  }
  if (place === "header") return undefined;
  const flat = flattened(contract, schema);
  if (isSecret(contract, schema)) return `is a secret in the ${place}, and logs keep URLs: write a header`;
  if (place === "query") return isObject(flat) ? "is an object: write a parameter for each of its fields" : undefined;
  if (isArray(flat) || isObject(flat)) return "is in the path: it must be a single value";
  return required ? undefined : "is in the path: it must have required: true";
}

/** The media types of a body that has some, and not that of JSON. */
function withoutJson(content: Operation["responses"][string]["content"] = {}): string[] {
  const types = Object.keys(content);
  return types.length > 0 && !types.includes(JSON_TYPE) ? [types.join(", ")] : [];
}

/** Patterns that no check can be compiled from. */
function badPatternsIn(document: Document): string[] {
  return [...objectsIn(document)].flatMap(({ pointer, value }) => {
    const { pattern } = Object(value);
    const isWrong = typeof pattern === "string" && !isRegExp(pattern);
    return isWrong ? [`${pointer}/pattern: it is no regular expression: correct it`] : [];
  });
}

function isRegExp(text: string): boolean {
  try {
    new RegExp(text, "u");
    return true;
  } catch {
    return false;
  }
}
