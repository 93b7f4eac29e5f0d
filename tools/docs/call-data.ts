import { answerOf, envelopeOf, examplesIn, failuresOf, JSON_TYPE, jsonSchema } from "../contract/bodies.js";
import { exampleOf, schemaOf, secretFieldsOf } from "../contract/json-schema.js";
import { type Contract, nodesIn, type Operation, operationsOf, type Parameter, schemaName } from "../contract/model.js";
import { accessTokenOf, defaultServerOf, isPublic } from "../contract/server-and-token.js";
import { clientMethodsOf, pathOf } from "../generate/names.js";

/** How an operation is called, as plain data: samples and forms are made of it, when the page is built and in the page. */
export interface Call {
  /** Id of the operation. */
  id: string;
  /** HTTP method, in capitals. */
  method: string;
  /** On the mock and the sandbox, with its parameters in braces. */
  url: string;
  /** Name of the header of the access token; absent if it requires none. */
  tokenHeader?: string;
  parameters: CallParameter[];
  /** The contract's examples of its body, as JSON; one without name and text if it shows none. Absent if it takes no body. */
  bodies?: { name: string; text: string }[];
  /** Its method of our client: `webhooks.create`. */
  clientMethod: string;
  /** Key of the body that our client adds by itself. */
  envelope?: string;
  /** What a program calls the result of that method. */
  result: string;
  /** The failures that the contract declares, by their status as it writes it. */
  failures: Record<string, true>;
  /** What samples show in place of the secrets in its body, by the name of the field. */
  placeholders: Record<string, string>;
}

export interface CallParameter {
  name: string;
  in: Parameter["in"];
  required: boolean;
  /** Whether a number is meant as one. */
  isNumber: boolean;
  /** The values that it may have, if these are few. */
  choices: string[];
  default: string;
  example: string;
}

/** How each operation is called, by its id. */
export function callsOf(contract: Contract): Record<string, Call> {
  const methods = clientMethodsOf(contract);
  const { header } = accessTokenOf(contract);
  const calls = operationsOf(contract).map((operation): Call => {
    const { operationId: id, method, path, parameters = [] } = operation;
    const clientMethod = methods.get(id);
    return {
      id,
      method,
      url: defaultServerOf(contract) + path,
      ...(!isPublic(contract, operation) && { tokenHeader: header }),
      parameters: parameters.map((parameter) => parameterOf(contract, parameter)),
      ...bodyOf(contract, operation),
      clientMethod: clientMethod ? pathOf(clientMethod) : id,
      result: resultOf(operation),
      failures: Object.fromEntries(failuresOf(operation).map(([status]) => [status, true])),
    };
  });
  return Object.fromEntries(calls.map((call) => [call.id, call]));
}

function parameterOf(contract: Contract, parameter: Parameter): CallParameter {
  const { name, in: place, required = false, schema, example, examples = {} } = parameter;
  const { type, anyOf = [], enum: choices = [], default: standard = "" } = schemaOf(contract, schema);
  const types = [type, ...anyOf.map((each) => each.type)].flat();
  const shown = example ?? Object.values(examples)[0]?.value ?? exampleOf(contract, schema) ?? "";
  return {
    ...{ name, in: place, required },
    isNumber: types.includes("integer") || types.includes("number"),
    choices: choices.map(String),
    default: String(standard),
    example: String(shown),
  };
}

function bodyOf(contract: Contract, { requestBody }: Operation): Pick<Call, "bodies" | "envelope" | "placeholders"> {
  if (!requestBody) return { placeholders: {} };
  const { schema = {}, ...media } = requestBody.content[JSON_TYPE] ?? {};
  const bodies = examplesIn(media).map(({ summary = "", value }) => {
    return { name: summary, text: JSON.stringify(value, undefined, 2) };
  });
  const envelope = envelopeOf(contract, schema);
  const secretNames = secretFieldsOf(contract);
  const secrets = nodesIn(contract, requestBody)
    .flatMap(({ properties = {} }) => Object.entries(properties))
    .filter(([name]) => secretNames.includes(name))
    .map(([name, field]) => [name, String(exampleOf(contract, field) ?? "<SECRET>")]);
  return {
    bodies: bodies.length > 0 ? bodies : [{ name: "", text: "" }],
    ...(envelope !== undefined && { envelope }),
    placeholders: Object.fromEntries(secrets),
  };
}

/** What our client returns is named as in the answer: by the key of its envelope, or by all keys of a page. */
function resultOf(operation: Operation): string {
  const schema = jsonSchema(answerOf(operation));
  const keys = schemaName(schema) === undefined ? Object.keys(schema.properties ?? {}) : [];
  return keys.length > 1 ? `{ ${keys.join(", ")} }` : (keys[0] ?? "result");
}
