import {
  accessTokenOf,
  answerOf,
  type Contract,
  defaultServerOf,
  envelopeOf,
  exampleOf,
  examplesIn,
  JSON_TYPE,
  jsonSchema,
  type Operation,
  type Parameter,
  schemaName,
  schemaOf,
} from "../contract/model.js";
import { objectsIn } from "../contract/pointer.js";
import { calledAs, methodsOf } from "../generate/methods.js";

/** How an operation is called, as plain data. Samples and forms are made from it, some of them in the page. */
export interface Call {
  /** Id of the operation. */
  id: string;
  /** HTTP method, in capitals. */
  method: string;
  /** Its URL on the mock and the sandbox, with parameters in braces. */
  url: string;
  /** Name of the header of the access token. */
  tokenHeader: string;
  parameters: CallParameter[];
  /** The contract's examples of its body, as JSON: one without text if there are none, and none if it takes no body. */
  bodies: { name: string; text: string }[];
  /** The client's method for it: `webhooks.create`. */
  clientMethod: string;
  /** The key of the body that the client adds by itself. */
  envelope: string | undefined;
  /** What samples show instead of the secrets in its body, by the name of the field. */
  placeholders: Readonly<Record<string, string>>;
  /** The name that a sample gives to the result of that method. */
  result: string;
}

export interface CallParameter {
  name: string;
  in: Parameter["in"];
  required: boolean;
  /** The values of its `enum`; empty if it has none. */
  choices: string[];
  example: string;
}

/** How each operation is called, by its id. */
export function callsOf(contract: Contract): Record<string, Call> {
  const calls = methodsOf(contract).map((clientMethod): Call => {
    const { operation } = clientMethod;
    const { operationId: id, method, path, parameters } = operation;
    return {
      id,
      method,
      url: defaultServerOf(contract) + path,
      tokenHeader: accessTokenOf(contract).header,
      parameters: parameters.map((parameter) => parameterOf(contract, parameter)),
      bodies: bodiesOf(operation),
      envelope: envelopeOf(contract, operation.requestBody?.content[JSON_TYPE]?.schema ?? {}),
      placeholders: placeholdersOf(operation),
      clientMethod: calledAs(clientMethod),
      result: resultOf(operation),
    };
  });
  return Object.fromEntries(calls.map((call) => [call.id, call]));
}

function parameterOf(contract: Contract, parameter: Parameter): CallParameter {
  const { name, in: place, required = false, schema } = parameter;
  const [first] = examplesIn(parameter);
  return {
    name,
    in: place,
    required,
    choices: (schemaOf(contract, schema).enum ?? []).map(String),
    example: String(first?.value ?? exampleOf(contract, schema) ?? ""),
  };
}

function bodiesOf({ requestBody }: Operation): Call["bodies"] {
  if (!requestBody) return [];
  const bodies = examplesIn(requestBody.content[JSON_TYPE] ?? {}).map(({ summary = "", value }) => {
    return { name: summary, text: JSON.stringify(value, undefined, 2) };
  });
  return bodies.length > 0 ? bodies : [{ name: "", text: "" }];
}

function placeholdersOf({ requestBody }: Operation): Call["placeholders"] {
  const placeholders: Record<string, string> = {};
  for (const { keys, value } of objectsIn(requestBody)) {
    const [parent, name = ""] = keys.slice(-2);
    const isSecret = parent === "properties" && value["format"] === "password";
    if (isSecret) placeholders[name] = String([value["examples"]].flat()[0]);
  }
  return placeholders;
}

/** A result has its name from the response: the key of the envelope, or all keys of a page. */
function resultOf(operation: Operation): string {
  const schema = jsonSchema(answerOf(operation));
  const keys = schemaName(schema) === undefined ? Object.keys(schema.properties ?? {}) : [];
  return keys.length > 1 ? `{ ${keys.join(", ")} }` : (keys[0] ?? "result");
}
