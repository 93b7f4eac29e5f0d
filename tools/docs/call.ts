import { answerOf, envelopeOf, examplesIn, JSON_TYPE, jsonSchema } from "../contract/bodies.js";
import { exampleOf, schemaOf } from "../contract/json-schema.js";
import { type Contract, nodesIn, type Operation, operationsOf, type Parameter, schemaName } from "../contract/model.js";
import { accessTokenOf, defaultServerOf } from "../contract/server-and-token.js";
import { clientMethodsOf, pathOf } from "../generate/names.js";

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
  const methods = clientMethodsOf(contract);
  const calls = operationsOf(contract).map((operation): Call => {
    const { operationId: id, method, path, parameters = [] } = operation;
    const clientMethod = methods.get(id);
    return {
      id,
      method,
      url: defaultServerOf(contract) + path,
      tokenHeader: accessTokenOf(contract).header,
      parameters: parameters.map((parameter) => parameterOf(contract, parameter)),
      bodies: bodiesOf(operation),
      envelope: envelopeOf(contract, operation.requestBody?.content[JSON_TYPE]?.schema ?? {}),
      placeholders: placeholdersOf(contract, operation),
      clientMethod: clientMethod ? pathOf(clientMethod) : id,
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

function placeholdersOf(contract: Contract, { requestBody }: Operation): Call["placeholders"] {
  const fields = nodesIn(contract, requestBody ?? {}).flatMap(({ properties = {} }) => Object.entries(properties));
  const secrets = fields.filter(([, field]) => schemaOf(contract, field).format === "password");
  return Object.fromEntries(secrets.map(([name, field]) => [name, String(exampleOf(contract, field))]));
}

/** What our client returns is named as in the answer: by the key of its envelope, or by all keys of a page. */
function resultOf(operation: Operation): string {
  const schema = jsonSchema(answerOf(operation));
  const keys = schemaName(schema) === undefined ? Object.keys(schema.properties ?? {}) : [];
  return keys.length > 1 ? `{ ${keys.join(", ")} }` : (keys[0] ?? "result");
}
