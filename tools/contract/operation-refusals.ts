import { Ajv } from "ajv";
import { envelopeOf, failureBody, failuresOf, headerExample, JSON_TYPE, jsonSchema } from "./bodies.js";
import { FORMATS } from "./formats.js";
import { schemaOf } from "./json-schema.js";
import { type Body, type Contract, type Header, type Operation, parametersIn } from "./model.js";
import { accessTokenOf } from "./server-and-token.js";

/** What cannot be built of an operation, each with what to do. */
export function operationRefusals(contract: Contract, operation: Operation): string[] {
  return [
    ...nameRefusals(operation),
    ...parameterRefusals(contract, operation),
    ...bodyRefusals(contract, operation),
    ...successRefusals(operation),
    ...failureRefusals(contract, operation),
    ...headerRefusals(contract, operation),
  ];
}

function nameRefusals(operation: Operation): string[] {
  const { operationId, tags } = operation;
  // The words of a tag become one name.
  const tag = (tags[0] ?? "").replaceAll(" ", "");
  const names = [operationId, tag, ...parametersIn(operation, "path").map(({ name }) => name)];
  return names.filter((name) => !/^[a-z]\w*$/i.test(name)).map((name) => `"${name}" is no name in code: write a word`);
}

function parameterRefusals(contract: Contract, operation: Operation): string[] {
  const sent = ["accept", "content-type", accessTokenOf(contract).header.toLowerCase()];
  return [
    ...parametersIn(operation, "cookie").map(
      ({ name }) => `the parameter ${name} must be in the path, in the query or in a header`,
    ),
    ...parametersIn(operation, "header")
      .filter(({ name }) => sent.includes(name.toLowerCase()))
      .map(({ name }) => `the client sends the header ${name} itself: remove the parameter`),
  ];
}

function bodyRefusals(contract: Contract, { requestBody }: Operation): string[] {
  if (!requestBody || isSendable(contract, requestBody)) return [];
  return [`its body must be required, and have its fields below one key of ${JSON_TYPE}`];
}

/** Whether a method of the client can take the body: it has one key that is required, or the contract does not specify it. */
function isSendable(contract: Contract, body: Body): boolean {
  const { [JSON_TYPE]: media } = body.content;
  if (media && Object.keys(media.schema).length === 0) return true;
  return body.required === true && envelopeOf(contract, jsonSchema(body)) !== undefined;
}

function successRefusals({ responses }: Operation): string[] {
  const [[status, success] = ["", undefined], ...others] = Object.entries(responses).filter(([key]) =>
    key.startsWith("2"),
  );
  const isOne = /^2\d\d$/.test(status) && others.length === 0;
  const isJson = Object.keys(success?.content ?? {}).every((type) => type === JSON_TYPE);
  return isOne && isJson ? [] : [`its only success must have one status, and ${JSON_TYPE} or no body`];
}

function failureRefusals(contract: Contract, operation: Operation): string[] {
  return failuresOf(operation)
    .filter(([, { content }]) => Object.keys(content).length > 0)
    .filter(([, response]) => !failureBody(contract, response))
    .map(
      ([status]) =>
        `its ${status} must have no body, or one of JSON: an object whose schema is in components/schemas, with an example`,
    );
}

function headerRefusals(contract: Contract, { responses }: Operation): string[] {
  const headers = Object.values(responses).flatMap((response) => Object.entries(response.headers ?? {}));
  return headers.flatMap(([name, header]) => {
    const reason = headerRefusal(contract, name, header);
    return reason === undefined ? [] : [`the header ${name} ${reason}`];
  });
}

const ajv = new Ajv({ strict: false, logger: false, coerceTypes: true, formats: FORMATS });

/** Why a response header cannot be built, and what to do; `undefined` if it can. */
function headerRefusal(contract: Contract, name: string, header: Header): string | undefined {
  const schema = schemaOf(contract, header.schema);
  const example = headerExample(header);
  if (/^content-type$/i.test(name)) return "is the media type of the body: remove it";
  if (/^location$/i.test(name)) return "cannot be built, since its example would lead elsewhere: remove it";
  if (!["string", "integer", "number", "boolean"].includes(String(schema.type)))
    return "must be a text, a number or a boolean: write one type in its schema";
  if (example === undefined) return "has no example: write one, which the sandbox sends";
  if (!ajv.validate(schema, String(example))) return "has an example that its schema does not allow: correct it";
  return undefined;
}
