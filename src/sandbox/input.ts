import { accessTokenHeader, type FieldFacts } from "../../generated/old-contract.js";
import { bodies, type Check, parameters } from "../../generated/old-validators.js";
import { acceptsJson, isJson } from "./media-types.js";
import { type Finding, problem, refusal } from "./problems.js";
import type { SandboxRequest } from "./request.js";
import type { Match } from "./routes.js";

/** What a valid request contains. */
export interface Input {
  /** Parameters in the path, as text. */
  readonly path: Readonly<Record<string, string>>;
  /** Query parameters that the contract declares. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Names of the other query parameters. */
  readonly undeclared: readonly string[];
  /** Body, parsed if it is JSON. */
  readonly body: unknown;
}

type Checks = Readonly<Record<string, Check<unknown>>>;
const parameterChecks: Readonly<Record<string, Readonly<Record<string, Checks>>>> = parameters;
const bodyChecks: Checks = bodies;

/** The longest body that is accepted, in bytes, as by the mock. */
export const LARGEST_BODY = 10 * 1024 * 1024;

/** The refusal of a longer body. */
export function tooLarge() {
  return problem(413, `The body is longer than ${LARGEST_BODY} bytes.`);
}

/**
 * The body of a request: parsed if it is JSON, else as text; `undefined` if there is none.
 *
 * @throws Problem when its type is JSON, but it cannot be parsed.
 */
export function parseBody(text: string, type: string | undefined): unknown {
  if (text === "") return undefined;
  if (text.length > LARGEST_BODY) throw tooLarge();
  if (!isJson(type ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw problem(400, "Invalid JSON: the Content-Type is JSON, but the body cannot be parsed.");
  }
}

/**
 * Checks a request against the contract.
 *
 * @throws Problem with status 401, 415, 422 or 406, checked in this order, as by the mock.
 */
export function checkInput(request: SandboxRequest, { route, path }: Match, body: unknown): Input {
  const { id, facts } = route;
  if (!request.header(TOKEN_HEADER)) throw unauthorized();
  if (body !== undefined) checkMediaType(request, facts.body !== undefined);
  const sent = queryIn(request.query);
  const query = valuesOf(sent, facts.queryParameters);
  const findings = [
    ...(facts.body ? findingsInBody(id, facts.body.required, body) : []),
    ...findingsIn("query", id, query, facts.queryParameters),
    ...findingsIn("path", id, path, facts.pathParameters),
  ];
  if (findings.length > 0) throw refusal(findings);
  if (!acceptsJson(request.header("accept"))) {
    throw problem(406, "The answer is JSON, which the Accept header does not allow.");
  }
  return { path, query, undeclared: [...sent.keys()].filter((name) => !(name in facts.queryParameters)), body };
}

const TOKEN_HEADER = accessTokenHeader.toLowerCase();

function unauthorized() {
  const detail = `The request header ${accessTokenHeader} is missing. The sandbox accepts any access token.`;
  return problem(401, detail, { headers: { "WWW-Authenticate": `AccessToken header="${accessTokenHeader}"` } });
}

function checkMediaType(request: SandboxRequest, takesBody: boolean): void {
  if (!takesBody) throw problem(415, "The operation has no request body, but the request has one.");
  const type = request.header("content-type");
  if (type !== undefined && !isJson(type)) throw problem(415, "Supported content types: application/json");
}

const NOTHING_SENT: ReadonlyMap<string, readonly string[]> = new Map();

/** The query parameters, by name. An empty one counts as not sent, as with the mock. */
function queryIn(query: string): ReadonlyMap<string, readonly string[]> {
  if (query === "") return NOTHING_SENT;
  const sent = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    sent.set(name, [...(sent.get(name) ?? []), value]);
  }
  for (const [name, values] of sent) if (values.join() === "") sent.delete(name);
  return sent;
}

function valuesOf(sent: ReadonlyMap<string, readonly string[]>, declared: Readonly<Record<string, FieldFacts>>) {
  const values: Record<string, unknown> = {};
  for (const [name, texts] of sent) {
    const field = Object.hasOwn(declared, name) ? declared[name] : undefined;
    if (field) values[name] = queryValue(texts, field.schema.type);
  }
  return values;
}

const DECIMAL = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** The value of a query parameter, converted from text to the type in the contract. */
function queryValue(texts: readonly string[], type: FieldFacts["schema"]["type"]): unknown {
  const [text = "", ...others] = texts;
  if (type === "array") return texts;
  // A parameter that is sent more than once is a list, which the check refuses.
  if (others.length > 0) return texts;
  if (type === "integer" || type === "number") return DECIMAL.test(text) ? Number(text) : text;
  if (type === "boolean") return text === "true" || (text === "false" ? false : text);
  return text;
}

function findingsIn(
  place: "query" | "path",
  id: string,
  values: Readonly<Record<string, unknown>>,
  declared: Readonly<Record<string, FieldFacts>>,
): Finding[] {
  const checks = parameterChecks[id]?.[place];
  if (!checks) return [];
  const findings: Finding[] = [];
  for (const name in declared) {
    const value = values[name];
    if (value !== undefined) findings.push(...findingsOf(checks[name], value, [place, name]));
    else if (declared[name]?.required) {
      const message = `Request ${place} must have required property '${name}'`;
      findings.push({ location: [place], severity: "Error", code: "required", message });
    }
  }
  return findings;
}

function findingsInBody(id: string, isRequired: boolean, body: unknown): Finding[] {
  // As with the mock, a body that is `null`, `false`, `0` or an empty text counts as none.
  if (isRequired && !body) {
    return [{ location: ["body"], severity: "Error", code: "required", message: "Body parameter is required" }];
  }
  return body === undefined ? [] : findingsOf(bodyChecks[id], body, ["body"]);
}

/** What a check finds wrong with a value, in the mock's words. */
export function findingsOf(check: Check<unknown> | undefined, value: unknown, place: readonly string[]): Finding[] {
  if (!check || check(value)) return [];
  return (check.errors ?? []).map(({ instancePath, keyword, params, message = "is not valid" }) => {
    const location = [...place, ...instancePath.split("/").slice(1).map(unescaped)];
    const [part, ...inner] = location;
    const kind = part === "body" ? "property" : "parameter";
    const name = inner.length > 0 ? `${kind} ${inner.join(".")} ` : "";
    const { allowedValues } = params;
    const allowed = Array.isArray(allowedValues) ? `: ${allowedValues.join(", ")}` : "";
    const text = `Request ${part} ${name}${message}${allowed}`;
    return { location, severity: "Error", code: keyword, message: text };
  });
}

/** A step of a JSON pointer. */
function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
