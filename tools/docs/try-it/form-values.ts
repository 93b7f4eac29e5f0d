import { details } from "../../../generated/contract.js";
import { bodies, parameters } from "../../../generated/validators.js";
import type { Body, Field, Operation, Schema } from "../../../src/contract-types.js";
import { exampleInput, type RequestInput } from "../request-samples.js";

/** One input of a form: a parameter of an operation, or a field of its body. */
export interface FormField extends Field {
  /** Unlike its name, no other field of the form has it, and it has no spaces. */
  id: string;
  name: string;
  example: unknown;
  /** The names that lead to its value in the input of a request; the first is `path`, `query`, `header` or `body`. */
  place: readonly string[];
}

/** The typed texts, by id of the field. */
export type Typed = Readonly<Record<string, string>>;

/** The inputs of an operation's form. */
export function fieldsOf({ id, parameters: all, body }: Operation): FormField[] {
  const examples: Readonly<Record<string, unknown>> = { ...details[id]?.parameters, ...details[id]?.fields };
  const fieldAt = (place: readonly string[], { schema, required }: Field): FormField => {
    const name = place.at(-1) ?? "";
    return { id: encodeURIComponent(place.join("-")), name, place, schema, required, example: examples[name] };
  };
  const inBody = body?.key === undefined ? ["body"] : ["body", body.key];
  return [
    ...all.map((parameter) => fieldAt([parameter.in, parameter.name], parameter)),
    ...(isOpen(body) ? [fieldAt(["body"], { schema: {}, required: body.required })] : []),
    ...Object.entries(body?.fields ?? {}).map(([name, field]) => fieldAt([...inBody, name], field)),
    ...Object.entries(body?.others ?? {}).map(([name, field]) => fieldAt(["body", name], field)),
  ];
}

/** Whether a body is one field of JSON, since the contract does not specify its fields. */
function isOpen(body: Body | undefined): body is Body {
  return body !== undefined && Object.keys(body.fields).length === 0;
}

/** The values that a field is a choice of; empty if it is none. */
export function choicesOf({ enum: values, type }: Schema): readonly unknown[] {
  return values ?? (type === "boolean" ? [true, false] : []);
}

/** What a text means: a choice, or JSON where the contract allows more than text and numbers. */
export function kindOf(schema: Schema): "choice" | "number" | "text" | "text or number" | "json" {
  if (choicesOf(schema).length > 0) return "choice";
  const types = new Set([schema.type ?? []].flat());
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

/** What a form begins with: by default the contract's example. Parameters that may be left out are empty. */
export function typedOf(operation: Operation, input = exampleInput(operation.id)): Typed {
  const texts = fieldsOf(operation).map((field) => {
    const { id, place, required } = field;
    return [id, required || place[0] === "body" ? textOf(field, valueAt(input, place)) : ""];
  });
  return Object.fromEntries(texts);
}

function valueAt(input: unknown, place: readonly string[]): unknown {
  return place.reduce((value, name) => Object(value)[name], input);
}

function textOf({ schema }: FormField, value: unknown): string {
  if (value === undefined) return "";
  return kindOf(schema) === "json" ? JSON.stringify(value, undefined, 2) : String(value);
}

/** The input that a form sends, without the fields that are empty. */
export function inputOf(operation: Operation, typed: Typed): RequestInput {
  const { body } = operation;
  const envelope = body?.key === undefined ? {} : { [body.key]: {} };
  const input = { path: {}, query: {}, header: {}, ...(body && !isOpen(body) && { body: envelope }) };
  for (const field of fieldsOf(operation)) {
    const text = typed[field.id];
    if (text) Reflect.set(Object(valueAt(input, field.place.slice(0, -1))), field.name, meantBy(field, text));
  }
  return input;
}

/** What is wrong with the typed texts according to the contract's own checks, by id of the field. */
export function problemsOf(operation: Operation, typed: Typed): Record<string, string> {
  const { body } = inputOf(operation, typed);
  const check = bodies[operation.id];
  const inBody = check && body !== undefined && !check(body) ? (check.errors ?? []) : [];
  const problems = fieldsOf(operation).flatMap((field) => {
    const text = typed[field.id];
    if (!text) return field.required ? [[field.id, "is required"]] : [];
    if (!isSendable(field, text)) return [[field.id, "must be JSON"]];
    const pointer = field.place.slice(1).map((name) => `/${name}`);
    const errors = inBody.filter(({ instancePath }) => `${instancePath}/`.startsWith(`${pointer.join("")}/`));
    const [error] = field.place[0] === "body" ? errors : errorsOfParameter(operation, field, text);
    return error ? [[field.id, error.message]] : [];
  });
  return Object.fromEntries(problems);
}

function errorsOfParameter({ id }: Operation, field: FormField, text: string) {
  const [place = ""] = field.place;
  const check = parameters[id];
  if (!check || check({ [place]: { [field.name]: meantBy(field, text) } })) return [];
  return (check.errors ?? []).filter(({ instancePath }) => instancePath === `/${place}/${field.name}`);
}

/** Why a form cannot be sent: a text that is not JSON. What the contract forbids is sent, to see how it is refused. */
export function unsendableIn(operation: Operation, typed: Typed): string | undefined {
  const field = fieldsOf(operation).find((each) => !isSendable(each, typed[each.id] ?? ""));
  return field && `${field.name} must be JSON`;
}

function isSendable({ schema }: FormField, text: string): boolean {
  return text === "" || kindOf(schema) !== "json" || parsed(text) !== undefined;
}

/** The value that a text means. A text that is not of the field's kind stays a text, which the checks then report. */
function meantBy({ schema }: FormField, text: string): unknown {
  const kind = kindOf(schema);
  if (kind === "choice") return choicesOf(schema).find((value) => String(value) === text);
  if (kind === "json") {
    const value = parsed(text);
    return value === undefined ? text : value;
  }
  const isNumber = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) && Number.isSafeInteger(Math.trunc(Number(text)));
  // An id such as 007 is another one than 7.
  const isMeant = kind === "number" || (kind === "text or number" && String(Number(text)) === text);
  return isNumber && isMeant ? Number(text) : text;
}

/** The value of a JSON text; `undefined` if it is none. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
