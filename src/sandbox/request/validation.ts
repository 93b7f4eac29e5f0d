import { bodies, parameters } from "../../../generated/validators.js";
import type { Check, Finding, Operation, Parameter, Schema } from "../../contract-types.js";
import { checkToken } from "./access-token.js";
import { checkMediaType } from "./media-type.js";
import { finding, type RequestFinding, refusal } from "./refusals.js";
import { headerOf, type SandboxRequest } from "./request.js";
import type { Match } from "./routes.js";

/** What a valid request contains. */
export interface Input {
  /** The parameters in the path, in their order, as text. */
  readonly path: readonly string[];
  /** Query parameters that the contract declares. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Body, parsed if it is JSON. */
  readonly body: unknown;
}

/**
 * Checks a request against the contract.
 *
 * @param note - Receives what has no effect.
 * @throws Problem with status 401, 415 or 422, checked in this order, as by the mock.
 */
export function checkInput(
  request: SandboxRequest,
  { operation, path }: Match,
  body: unknown,
  note: (text: string) => void,
): Input {
  const { id, body: declaredBody } = operation;
  if (!operation.isPublic) checkToken(request);
  if (body !== undefined) checkMediaType(request, declaredBody !== undefined);
  const sent = parametersIn(request.query);
  const query: Record<string, unknown> = {};
  const findings: RequestFinding[] = declaredBody ? findingsInBody(id, declaredBody.required, body) : [];
  for (const parameter of operation.parameters) {
    const { name, in: place } = parameter;
    const text = place === "path" ? path[name] : headerOf(request, name.toLowerCase());
    const texts = place === "query" ? sent.getAll(name) : [text ?? ""];
    findings.push(...findingsInParameter(id, parameter, texts, query));
  }
  if (findings.length > 0) throw refusal(findings);
  const used = operation.parameters.filter(({ isIdle }) => !isIdle).map(({ name }) => name);
  const idle = [...new Set(sent.keys())].filter((name) => !used.includes(name)).join(" or ");
  if (idle) note(`the query parameter ${idle} has no effect`);
  return { path: Object.values(path), query, body };
}

/** The parameters in a query. A question mark at its start belongs to the first name. */
export function parametersIn(query: string): URLSearchParams {
  return new URLSearchParams(`?${query}`);
}

/** What is wrong with a parameter. The value of one in the query is put into `query`. */
function findingsInParameter(
  id: string,
  parameter: Parameter,
  texts: readonly string[],
  query: Record<string, unknown>,
): RequestFinding[] {
  const { name, in: place, required, schema } = parameter;
  const shown = place === "header" ? name.toLowerCase() : name;
  // An empty one counts as not sent, as with the mock.
  const isSent = texts.some(Boolean);
  const value = isSent ? parameterValue(texts, parameter) : schema.default;
  if (place === "query") query[name] = value;
  if (!isSent) {
    return required ? [finding([place], "required", `${named([place, shown])} is required`)] : [];
  }
  return findingsOf(parameters[id]?.[place]?.[name], value, [place, shown]);
}

/** The value of a parameter, converted from text to the type in the contract: in a query, a list is sent as many texts. */
function parameterValue(texts: readonly string[], { schema, in: place }: Parameter): unknown {
  const [text = "", ...others] = texts;
  const { type = "" } = schema;
  if (type.includes("array") && !type.includes("string")) {
    const parts = place === "query" ? texts : text.split(",");
    return parts.map((part) => typed(part, schema.items));
  }
  // A parameter that is sent more than once is a list, which the check refuses.
  return others.length > 0 ? texts : typed(text, schema);
}

const DECIMAL = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** A text as the type that a schema names. One that may be a number or a text stays a text. */
export function typed(text = "", { type = "" }: Schema = {}): unknown {
  if (type.includes("string")) return text;
  if ((type.includes("integer") || type.includes("number")) && DECIMAL.test(text)) return Number(text);
  return type.includes("boolean") && /^(true|false)$/.test(text) ? text === "true" : text;
}

function findingsInBody(id: Operation["id"], isRequired: boolean, body: unknown): RequestFinding[] {
  // As with the mock, a body that is `null`, `false`, `0` or an empty text counts as none.
  if (isRequired && !body) {
    return [finding(["body"], "required", `${named(["body"])} is required`)];
  }
  return body === undefined ? [] : findingsOf(bodies[id], body, ["body"]);
}

/** What a check finds wrong with a value. */
function findingsOf(check: Check | undefined, value: unknown, place: readonly string[]): RequestFinding[] {
  if (!check || check(value)) return [];
  return (check.errors ?? []).map((found) => {
    const location = locationOf(found, place);
    // As with the mock, what is missing or unknown is at the object around it.
    const at = AROUND.includes(found.keyword) ? location.slice(0, -1) : location;
    return finding(at, found.keyword, sentenceOf(found, place));
  });
}

const AROUND = ["required", "dependentRequired", "additionalProperties", "unevaluatedProperties", "propertyNames"];

function locationOf({ instancePath }: Finding, place: readonly string[]): string[] {
  return [...place, ...instancePath.split("/").slice(1)];
}

/** What is wrong, in a sentence such as `webhook.topic is required`. @param place - Where the value is. */
export function sentenceOf(found: Finding, place: readonly string[]): string {
  return `${named(locationOf(found, place))} ${found.message}`;
}

/** What a sentence calls the value in a place, such as `webhook.topic`. */
function named([part = "", ...inner]: readonly string[]): string {
  const name = inner.join(".");
  if (part === "header") return `the header ${name}`;
  return name || `the ${part}`;
}
