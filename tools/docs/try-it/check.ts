import { operations } from "../../../generated/contract.js";
import { bodies, parameters } from "../../../generated/validators.js";
import type { Check } from "../../../src/contract.js";
import type { RequestInput } from "../samples.js";
import { type Form, type FormField, OPEN_BODY } from "./form.js";

/** The typed values, by name of the field. */
export type Values = Readonly<Record<string, string>>;

/** What is wrong with the typed values, by name of the field. */
export type Problems = Readonly<Record<string, string>>;

/** The input that a form sends, without the fields that are empty. */
export function inputOf(form: Form, values: Values): RequestInput {
  const typed = (place: FormField["place"]) =>
    Object.fromEntries(
      form.fields
        .filter((field) => field.place === place && (values[field.name] ?? "") !== "")
        .map((field) => [field.name, typedValue(field, values[field.name] ?? "")]),
    );
  const fields = typed("body");
  const key = operations[form.operation]?.body?.key;
  const hasBody = form.fields.some(({ place }) => place === "body");
  const enveloped = key === undefined ? fields : { [key]: fields };
  const body = form.hasOpenBody ? fields[OPEN_BODY] : enveloped;
  return {
    path: typed("path"),
    query: typed("query"),
    header: typed("header"),
    ...(hasBody && body !== undefined && { body }),
  };
}

/** The problems that the contract's own checks find. */
export function problemsOf(form: Form, values: Values): Problems {
  const problems: Record<string, string> = {};
  for (const field of form.fields) {
    const { name, place, required } = field;
    const text = values[name] ?? "";
    if (text === "" && required) problems[name] = "is required";
    else if (field.kind === "json" && text !== "" && !isJson(text)) problems[name] = "must be JSON";
    else if (place !== "body" && text !== "") {
      const message = messageOf(parameters[form.operation]?.[place]?.[name], typedValue(field, text));
      if (message !== undefined) problems[name] = message;
    }
  }
  return { ...bodyProblems(form, values), ...problems };
}

/** Why a form cannot be sent: a text that is not JSON. What the contract forbids is sent, to see how it is refused. */
export function unsendableIn(form: Form, values: Values): string | undefined {
  const field = form.fields.find(({ name, kind }) => kind === "json" && values[name] && !isJson(values[name]));
  return field && `${field.name} must be JSON`;
}

function bodyProblems(form: Form, values: Values): Record<string, string> {
  const check = bodies[form.operation];
  const { body } = inputOf(form, values);
  if (!check || body === undefined || check(body)) return {};
  const { key } = operations[form.operation]?.body ?? {};
  const above = key === undefined ? "/" : `/${key}/`;
  return Object.fromEntries(
    (check.errors ?? []).flatMap(({ instancePath, message = "is not allowed" }) => {
      const [name = ""] = instancePath.startsWith(above) ? instancePath.slice(above.length).split("/") : [];
      return name === "" ? [] : [[name, message]];
    }),
  );
}

function messageOf(check: Check | undefined, value: unknown): string | undefined {
  if (!check || check(value)) return undefined;
  return check.errors?.[0]?.message ?? "is not allowed";
}

/** The value that a text means. A text that is not of the field's kind stays a text, which the checks then report. */
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
