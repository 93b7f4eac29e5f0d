import { type OperationFacts, operations } from "../../../generated/contract.js";
import { bodies, type Check, parameters } from "../../../generated/validators.js";
import type { RequestInput } from "../samples.js";
import { type Form, type FormField, OPEN_BODY } from "./form.js";

/** What was typed, by name of the field. */
export type Values = Readonly<Record<string, string>>;

/** What is wrong with what was typed, by name of the field. */
export type Complaints = Readonly<Record<string, string>>;

const facts: Readonly<Record<string, OperationFacts>> = operations;
const bodyChecks: Readonly<Record<string, Check<unknown>>> = bodies;
const parameterChecks: Readonly<Record<string, Record<string, Record<string, Check<unknown>>>>> = parameters;

/** What a form sends. A field that was left empty is left out. */
export function inputOf(form: Form, values: Values): RequestInput {
  const typed = (place: FormField["place"]) =>
    Object.fromEntries(
      form.fields
        .filter((field) => field.place === place && (values[field.name] ?? "") !== "")
        .map((field) => [field.name, typedValue(field, values[field.name] ?? "")]),
    );
  const fields = typed("body");
  const key = facts[form.operation]?.body?.key;
  const hasBody = form.fields.some(({ place }) => place === "body");
  const enveloped = key === undefined ? fields : { [key]: fields };
  const body = form.hasOpenBody ? fields[OPEN_BODY] : enveloped;
  return { path: typed("path"), query: typed("query"), ...(hasBody && body !== undefined && { body }) };
}

/** The complaints of the contract's own checks. */
export function complaintsOf(form: Form, values: Values): Complaints {
  const complaints: Record<string, string> = {};
  for (const field of form.fields) {
    const { name, place, required } = field;
    const text = values[name] ?? "";
    if (text === "" && required) complaints[name] = "is required";
    else if (field.kind === "json" && text !== "" && !isJson(text)) complaints[name] = "must be JSON";
    else if (place !== "body" && text !== "") {
      const message = messageOf(parameterChecks[form.operation]?.[place]?.[name], typedValue(field, text));
      if (message !== undefined) complaints[name] = message;
    }
  }
  return { ...bodyComplaints(form, values), ...complaints };
}

function bodyComplaints(form: Form, values: Values): Record<string, string> {
  const check = bodyChecks[form.operation];
  const { body } = inputOf(form, values);
  if (!check || body === undefined || check(body)) return {};
  const { key } = facts[form.operation]?.body ?? {};
  const above = key === undefined ? "/" : `/${key}/`;
  return Object.fromEntries(
    (check.errors ?? []).flatMap(({ instancePath, message = "is not allowed" }) => {
      const [name = ""] = instancePath.startsWith(above) ? instancePath.slice(above.length).split("/") : [];
      return name === "" ? [] : [[name, message]];
    }),
  );
}

function messageOf(check: Check<unknown> | undefined, value: unknown): string | undefined {
  if (!check || check(value)) return undefined;
  return check.errors?.[0]?.message ?? "is not allowed";
}

/** What a text stands for. Where it is not of the field's kind, it stays a text, of which the checks complain. */
function typedValue({ kind, options }: FormField, text: string): unknown {
  if (kind === "json") return isJson(text) ? JSON.parse(text) : text;
  if (kind === "choice" && options.join() === "true,false") return text === "true";
  const isNumeric = /^-?\d+(\.\d+)?$/.test(text) && Number.isSafeInteger(Math.trunc(Number(text)));
  return (kind === "number" || kind === "text or number") && isNumeric ? Number(text) : text;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
