import {
  accessToken,
  type Operation,
  type OperationId,
  operations,
  type Query,
  type RequestBody,
} from "../../generated/contract.js";
import { bodies, type Check, parameters, placeOf } from "../../generated/validators.js";
import { urlOf } from "../url.js";
import { finding, Problem, type RequestFinding, refusal } from "./problem.js";

/** What the sandbox reads of a request: a platform's `Request` is one, and Node makes one at little cost. */
export interface SandboxRequest extends Pick<Request, "method" | "url" | "text"> {
  readonly headers: RequestHeaders;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Headers, by their names in lower case. */
export interface RequestHeaders {
  get(name: string): string | null;
  forEach(visit: (value: string, name: string) => void): void;
}

/** The longest body that is accepted, in bytes, as by the mock. */
export const LARGEST_BODY = 10 * 1024 * 1024;

const SIMPLE = /^(?:\/[\w-][\w.-]*)+$/;

/** The path of a URL, normalized as by browsers, and its query without the question mark. What is no URL stays as it is. */
export function pathAndQuery(url: string): [path: string, query: string] {
  const end = url.indexOf("?");
  const path = end < 0 ? url : url.slice(0, end);
  if (SIMPLE.test(path)) return [path, end < 0 ? "" : url.slice(end + 1)];
  const isAbsolute = /^https?:\/\//i.test(url);
  const parsed = urlOf(isAbsolute ? url : `http://sandbox.invalid/${url.replace(/^\//, "")}`);
  return parsed ? [parsed.pathname, parsed.search.slice(1)] : [path, ""];
}

/** The access token of a request; empty if it has none. */
export function tokenOf({ headers }: SandboxRequest): string {
  return headers.get(TOKEN_HEADER) ?? "";
}

/** The header of the access token, in lower case. */
export const TOKEN_HEADER = accessToken.header.toLowerCase();

/** The operation that a request calls, and the values in its path, as text. */
export interface Call {
  readonly operation: Operation;
  readonly texts: Readonly<Record<string, string>>;
}

/** A path without parameters goes before one with them. */
const routes = Object.values(operations)
  .map((operation) => {
    const steps = operation.path
      .split("/")
      .map((step) => (step.startsWith("{") ? "([^/]+)" : step.replace(/\W/g, "\\$&")));
    return { operation, pattern: new RegExp(`^${steps.join("/")}$`) };
  })
  .sort((one, other) => one.operation.path.split("{").length - other.operation.path.split("{").length);

/** Whether the contract has a path. */
export function hasPath(path: string): boolean {
  return routes.some(({ pattern }) => pattern.test(path));
}

/**
 * Finds the operation that a request calls. `HEAD` calls what `GET` does.
 *
 * @throws Problem with status 400 if the path is none, 404 if the contract does not have it, 405 if it does not have the
 * method.
 */
export function callOf(method: string, path: string): Call {
  if (!path.startsWith("/")) throw new Problem(400, `${path.slice(0, 200)} is no URL: send a path, such as /.`);
  const allowed: string[] = [];
  for (const { operation, pattern } of routes) {
    const found = pattern.exec(path);
    if (!found) continue;
    if (operation.method !== (method === "HEAD" ? "GET" : method)) {
      allowed.push(operation.method);
      continue;
    }
    const names = operation.parameters.filter((parameter) => parameter.in === "path");
    return { operation, texts: Object.fromEntries(names.map(({ name }, index) => [name, decoded(found[index + 1])])) };
  }
  const shown = path.slice(0, 200);
  const Allow = allowed.join(", ");
  if (Allow) throw new Problem(405, `${shown} does not support ${method}. Allowed: ${Allow}.`, { headers: { Allow } });
  const known = [...new Set(Object.values(operations).map((operation) => operation.path))].join(", ");
  throw new Problem(404, `The contract has no path ${shown}. Its paths are: ${known}.`);
}

function decoded(segment = ""): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/**
 * The body of a request: parsed if it is JSON, else as text; `undefined` if there is none.
 *
 * @throws Problem when its type is JSON, but it cannot be parsed.
 */
export function bodyIn(text: string, type: string | null): unknown {
  if (text === "") return undefined;
  if (!isJson(type ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch {
    throw new Problem(400, "Invalid JSON: the body cannot be parsed.");
  }
}

/** Whether a `Content-Type` header names JSON. */
function isJson(type: string): boolean {
  return type === "application/json" || /^\s*application\/(json|[^\s;]+\+json)\s*(;|$)/i.test(type);
}

/** What a request sends, as it arrives. */
interface Sent {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Record<string, unknown>;
  readonly header: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** What a checked request sends. */
export interface Checked<Id extends OperationId> {
  readonly query: Query<Id>;
  readonly body: RequestBody<Id>;
}

/**
 * Checks a request against the contract, by the checks that are generated from it.
 *
 * @param search - Its query.
 * @throws Problem with status 401, 415 or 422, checked in this order, as by the mock.
 */
export function checked<Id extends OperationId>(
  id: Id,
  request: SandboxRequest,
  texts: Call["texts"],
  search: string,
  body: unknown,
): Checked<Id> {
  const { parameters: declared, body: takesBody } = operations[id];
  checkHeaders(request, body === undefined ? "none" : takesBody ? "allowed" : "refused");
  const query = queryIn(search);
  // As with the mock, an empty one counts as not sent.
  for (const { name } of declared) if (query[name] === "") delete query[name];
  // The check makes values of texts.
  const sent: Sent = { path: { ...texts }, query, header: headersIn(request, declared), body };
  const findings: RequestFinding[] = [];
  if (!isChecked(id, sent, findings)) throw refusal(findings);
  return sent;
}

function checkHeaders({ headers }: SandboxRequest, body: "none" | "allowed" | "refused"): void {
  if (!headers.get(TOKEN_HEADER)) {
    const { header } = accessToken;
    throw new Problem(401, `The request header ${header} is missing. The sandbox accepts any access token.`, {
      headers: { "WWW-Authenticate": `AccessToken header="${header}"` },
    });
  }
  if (body === "refused") throw new Problem(415, "The operation takes no request body.");
  if (body === "allowed" && !isJson(headers.get("content-type") ?? "application/json")) {
    throw new Problem(415, "Supported content types: application/json");
  }
}

/** The names in a query, each once. */
export function namesIn(search: string): string[] {
  return search === "" ? [] : [...new Set(new URLSearchParams(`?${search}`).keys())];
}

/** The parameters in a query; one that is sent many times is a list. */
function queryIn(search: string): Record<string, unknown> {
  const query: Record<string, unknown> = Object.create(null);
  // A question mark at its start belongs to the first name.
  for (const [name, text] of search === "" ? [] : new URLSearchParams(`?${search}`)) {
    query[name] = name in query ? [query[name], text].flat() : text;
  }
  return query;
}

function headersIn({ headers }: SandboxRequest, declared: Operation["parameters"]): Record<string, string> {
  const values = declared.map(({ name, in: place }) => [name, place === "header" && headers.get(name)]);
  return Object.fromEntries(values.filter(([, value]) => value));
}

/**
 * Whether the contract allows what a request sends. Its texts become values, and what is left out gets its default.
 *
 * @param findings - Receives what is wrong.
 */
function isChecked<Id extends OperationId>(id: Id, sent: Sent, findings: RequestFinding[]): sent is Sent & Checked<Id> {
  // As with the mock, a body that is `null`, `false`, `0` or an empty text counts as none.
  if (operations[id].body?.required && !sent.body) findings.push(finding(["body"], "required", "is required"));
  else if (sent.body !== undefined) findings.push(...wrongIn(bodies[id], sent.body, ["body"]));
  findings.push(...wrongIn(parameters[id], sent, []));
  return findings.length === 0;
}

function wrongIn(check: Check | undefined, value: unknown, place: readonly string[]): RequestFinding[] {
  if (!check || check(value)) return [];
  return (check.errors ?? []).map((found) => finding([...place, ...placeOf(found)], found.keyword, found.message));
}
