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

/** How an operation is called, as plain data: samples and forms are made of it, some of them in the page. */
export interface Call {
  /** Id of the operation. */
  id: string;
  /** HTTP method, in capitals. */
  method: string;
  /** On the mock and the sandbox, with its parameters in braces. */
  url: string;
  /** Name of the header of the access token. */
  tokenHeader: string;
  parameters: CallParameter[];
  /** The contract's examples of its body, as JSON; one without text if it shows none, and empty if it takes no body. */
  bodies: { name: string; text: string }[];
  /** Its method of our client: `webhooks.create`. */
  clientMethod: string;
  /** Key of the body that our client adds by itself. */
  envelope: string | undefined;
  /** What samples show in place of the secrets in its body, by the name of the field. */
  placeholders: Readonly<Record<string, string>>;
  /** What a program calls the result of that method. */
  result: string;
}

export interface CallParameter {
  name: string;
  in: Parameter["in"];
  required: boolean;
  /** The values that it may have, if these are few. */
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

/** What our client returns is named as in the answer: by the key of its envelope, or by all keys of a page. */
function resultOf(operation: Operation): string {
  const schema = jsonSchema(answerOf(operation));
  const keys = schemaName(schema) === undefined ? Object.keys(schema.properties ?? {}) : [];
  return keys.length > 1 ? `{ ${keys.join(", ")} }` : (keys[0] ?? "result");
}
