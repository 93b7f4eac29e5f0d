import { details } from "../../../generated/contract.js";
import { bodies, parameters } from "../../../generated/validators.js";
import type { Field, Operation, Schema } from "../../../src/contract.js";
import { exampleInput, type RequestInput } from "../samples.js";

/** One input of a form: a parameter of an operation, or a field of its body. */
export interface FormField extends Field {
  /** Unlike its name, no other field of the form has it. */
  id: string;
  name: string;
  example: unknown;
  /** Where its value goes. The envelope is the object that has the body's fields under a key. */
  place: "path" | "query" | "header" | "body" | "envelope";
}

/** The typed texts, by id of the field. */
export type Typed = Readonly<Record<string, string>>;

/** Whether a body is one field of JSON, since the contract does not specify its fields. */
const isOpen = ({ body }: Operation) => body !== undefined && Object.keys(body.fields).length === 0;

/** The inputs of an operation's form. */
export function fieldsOf(operation: Operation): FormField[] {
  const { body, parameters: all } = operation;
  const examples = details[operation.id];
  const whole: [string, Field] = ["body", { schema: {}, required: body?.required ?? false }];
  const [inBody, others] = isOpen(operation) ? [[whole], {}] : [Object.entries(body?.fields ?? {}), body?.others ?? {}];
  return [
    ...all.map((parameter) => ({ ...parameter, place: parameter.in })),
    ...inBody.map(([name, field]) => ({ ...field, name, place: "body" as const })),
    ...Object.entries(others).map(([name, field]) => ({ ...field, name, place: "envelope" as const })),
  ].map((field) => {
    const { place, name } = field;
    const isInBody = place === "body" || place === "envelope";
    return { ...field, id: `${place}-${name}`, example: examples?.[isInBody ? "fields" : "parameters"][name] };
  });
}

/** The values that a field is a choice of, as text; empty if it is none. */
export function choicesOf({ enum: values, type }: Schema): string[] {
  return values?.map(String) ?? (type === "boolean" ? ["true", "false"] : []);
}

/** What a text may mean, where the field is no choice: JSON where the contract allows more than text and numbers. */
export function kindOf({ type, anyOf = [] }: Schema): "number" | "text" | "text or number" | "json" {
  const types = new Set([type ?? [], ...anyOf.map((schema) => schema.type ?? [])].flat());
  const isNumber = types.delete("integer") || types.delete("number");
  const isText = types.delete("string");
  if (types.size > 0 || !(isNumber || isText)) return "json";
  if (isNumber && isText) return "text or number";
  return isNumber ? "number" : "text";
}

/** What the samples show instead of a secret; `undefined` if the field is none. */
export function placeholderOf({ schema, example }: FormField): string | undefined {
  return schema.format === "password" ? String(example ?? "<SECRET>") : undefined;
}

/** What a form begins with: the path parameters, by default those of the contract's example, and a body. */
export function typedOf(operation: Operation, body: unknown, path = exampleInput(operation.id).path): Typed {
  const { key } = operation.body ?? {};
  const envelope = Object(body);
  const item = isOpen(operation) ? { body } : Object(key === undefined ? body : envelope[key]);
  const texts = fieldsOf(operation).map((field) => {
    const { id, name, place } = field;
    const values: Partial<Record<FormField["place"], unknown>> = {
      path: path[name],
      body: item[name],
      envelope: envelope[name],
    };
    return [id, textOf(field, values[place])];
  });
  return Object.fromEntries(texts);
}

function textOf({ schema }: FormField, value: unknown): string {
  if (value === undefined) return "";
  const isJson = choicesOf(schema).length === 0 && kindOf(schema) === "json";
  return isJson ? JSON.stringify(value, undefined, 2) : String(value);
}

/** The input that a form sends, without the fields that are empty. */
export function inputOf(operation: Operation, typed: Typed): RequestInput {
  const fields = fieldsOf(operation).filter(({ id }) => typed[id]);
  const valuesIn = (place: FormField["place"]) =>
    Object.fromEntries(
      fields.filter((field) => field.place === place).map((field) => [field.name, meantBy(field, typed)]),
    );
  const item: Record<string, unknown> = valuesIn("body");
  const { key } = operation.body ?? {};
  const whole = key === undefined ? item : { ...valuesIn("envelope"), [key]: item };
  const body = isOpen(operation) ? item["body"] : operation.body && whole;
  return {
    path: valuesIn("path"),
    query: valuesIn("query"),
    header: valuesIn("header"),
    ...(body !== undefined && { body }),
  };
}

/** What is wrong with the typed texts according to the contract's own checks, by id of the field. */
export function problemsOf(operation: Operation, typed: Typed): Record<string, string> {
  const problems = new Map(bodyProblems(operation, typed));
  for (const field of fieldsOf(operation)) {
    const { id, name, place, required } = field;
    const check = place === "body" ? undefined : parameters[operation.id]?.[place]?.[name];
    if (!typed[id]) {
      if (required) problems.set(id, "is required");
    } else if (!isSendable(field, typed)) problems.set(id, "must be JSON");
    else if (check && !check(meantBy(field, typed))) problems.set(id, check.errors?.[0]?.message ?? "is not allowed");
  }
  return Object.fromEntries(problems);
}

function bodyProblems(operation: Operation, typed: Typed): [id: string, problem: string][] {
  const check = bodies[operation.id];
  const { body } = inputOf(operation, typed);
  if (!check || body === undefined || check(body)) return [];
  const { key } = operation.body ?? {};
  return (check.errors ?? []).map(({ instancePath, message = "is not allowed" }) => {
    const [, first, second] = instancePath.split("/");
    const id = key === undefined ? `body-${first}` : first === key ? `body-${second}` : `envelope-${first}`;
    return [id, message];
  });
}

/** Why a form cannot be sent: a text that is not JSON. What the contract forbids is sent, to see how it is refused. */
export function unsendableIn(operation: Operation, typed: Typed): string | undefined {
  const field = fieldsOf(operation).find((each) => typed[each.id] && !isSendable(each, typed));
  return field && `${field.name} must be JSON`;
}

function isSendable({ id, schema }: FormField, typed: Typed): boolean {
  return choicesOf(schema).length > 0 || kindOf(schema) !== "json" || parsed(typed[id]) !== undefined;
}

/** The value that a text means. A text that is not of the field's kind stays a text, which the checks then report. */
function meantBy({ id, schema }: FormField, typed: Typed): unknown {
  const text = typed[id] ?? "";
  if (schema.enum) return schema.enum.find((value) => String(value) === text);
  if (schema.type === "boolean") return text === "true";
  const value = parsed(text);
  if (kindOf(schema) === "json") return value === undefined ? text : value;
  const isNumeric = /^-?\d+(\.\d+)?$/.test(text) && Number.isSafeInteger(Math.trunc(Number(text)));
  return kindOf(schema) !== "text" && isNumeric ? Number(text) : text;
}

/** The value of a JSON text; `undefined` if it is none. */
function parsed(text = ""): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
