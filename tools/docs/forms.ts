import { itemOf, jsonSchema, jsonTypeOf } from "../contract/bodies.js";
import { flattened } from "../contract/json-schema.js";
import { type Contract, type Operation, operationsOf, type Parameter, type Schema } from "../contract/model.js";
import { type Form, type FormExample, type FormField, OPEN_BODY } from "./try-it/form.js";

/** The form of each operation, by its id. */
export function formsOf(contract: Contract): Record<string, Form> {
  return Object.fromEntries(
    operationsOf(contract).map((operation) => [operation.operationId, formOf(contract, operation)]),
  );
}

function formOf(contract: Contract, operation: Operation): Form {
  const { operationId, parameters = [], requestBody } = operation;
  const schema = requestBody && flattened(contract, jsonSchema(requestBody));
  const envelope = schema && itemOf(contract, schema);
  const input = envelope ? flattened(contract, envelope.schema) : schema;
  const hasOpenBody = input !== undefined && Object.keys(input.properties ?? {}).length === 0;
  const body = Object.entries(input?.properties ?? {}).map(([name, field]) =>
    fieldOf(name, "body", flattened(contract, field), input?.required?.includes(name) ?? false),
  );
  return {
    operation: operationId,
    fields: [
      ...parameters.map(({ name, in: place, schema: type, required = false }) =>
        fieldOf(name, place, flattened(contract, type), required),
      ),
      ...(hasOpenBody ? [fieldOf(OPEN_BODY, "body", {}, requestBody?.required ?? false)] : body),
    ],
    parameters: Object.fromEntries(
      parameters.filter(({ in: place }) => place === "path").map((parameter) => [parameter.name, exampleOf(parameter)]),
    ),
    examples: Object.values(requestBody?.content[jsonTypeOf(requestBody) ?? ""]?.examples ?? {}).map(
      ({ summary = "", value }): FormExample => ({
        summary,
        values: hasOpenBody ? { [OPEN_BODY]: JSON.stringify(value, undefined, 2) } : textsOf(value, envelope?.key),
      }),
    ),
    hasOpenBody,
  };
}

function fieldOf(name: string, place: FormField["place"], schema: Schema, required: boolean): FormField {
  const options = schema.enum?.map(String) ?? (schema.type === "boolean" ? ["true", "false"] : []);
  return {
    name,
    place,
    required,
    kind: options.length > 0 ? "choice" : kindOf(schema),
    options,
    ...(schema.default !== undefined && { defaultValue: String(schema.default) }),
    ...(schema.format === "password" && { placeholder: String(schema.examples?.[0] ?? "<SECRET>") }),
  };
}

function kindOf({ type, anyOf = [] }: Schema): FormField["kind"] {
  const types = new Set([type ?? [], ...anyOf.map((schema) => schema.type ?? [])].flat());
  const isNumber = types.delete("integer") || types.delete("number");
  const isText = types.delete("string");
  if (types.size > 0 || !(isNumber || isText)) return "json";
  if (isNumber && isText) return "text or number";
  return isNumber ? "number" : "text";
}

function exampleOf({ example, examples = {} }: Parameter): string {
  return String(example ?? Object.values(examples)[0]?.value ?? "");
}

/** The fields of an example body, as a reader would type them. */
function textsOf(body: unknown, key: string | undefined): Record<string, string> {
  const fields = key === undefined ? body : new Map(Object.entries(Object(body))).get(key);
  return Object.fromEntries(
    Object.entries(Object(fields)).map(([name, value]) => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ]),
  );
}
