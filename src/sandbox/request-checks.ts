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

/** The header of the access token, in lower case. */
export const TOKEN_HEADER = accessToken.header.toLowerCase();

/** The access token of a request; empty if it has none. */
export function tokenOf({ headers }: SandboxRequest): string {
  return headers.get(TOKEN_HEADER) ?? "";
}

const SIMPLE = /^(?:\/[\w-][\w.-]*)+$/;

/** The path of a URL, normalized as by browsers, and its query without the question mark. What is no URL stays as it is. */
export function pathAndQuery(url: string): [path: string, query: string] {
  const [path = ""] = url.split("?", 1);
  if (SIMPLE.test(path)) return [path, url.slice(path.length + 1)];
  const isAbsolute = /^https?:\/\//i.test(url);
  const parsed = urlOf(isAbsolute ? url : `http://sandbox.invalid/${url.replace(/^\//, "")}`);
  return parsed ? [parsed.pathname, parsed.search.slice(1)] : [path, ""];
}

/** A path without parameters goes before one with them. */
const routes = Object.values(operations)
  .map((operation) => {
    const pattern = operation.path.replace(/\{.*?\}|\W/g, (part) => (part.length > 1 ? "([^/]+)" : `\\${part}`));
    return { operation, pattern: new RegExp(`^${pattern}$`) };
  })
  .sort((one, other) => one.operation.path.split("{").length - other.operation.path.split("{").length);

/** Whether the contract has a path. */
export function hasPath(path: string): boolean {
  return routes.some(({ pattern }) => pattern.test(path));
}

/** The operation that a request calls, and the values in its path, as text. */
export interface Call {
  readonly operation: Operation;
  readonly texts: Readonly<Record<string, string>>;
}

/**
 * Finds the operation that a request calls. `HEAD` calls what `GET` does.
 *
 * @throws Problem with status 400 if the path is none, 404 if the contract does not have it, 405 if it does not have the
 * method.
 */
export function callOf(method: string, path: string): Call {
  const shown = path.slice(0, 200);
  if (!path.startsWith("/")) throw new Problem(400, `${shown} is no URL: send a path, such as /.`);
  const called = method === "HEAD" ? "GET" : method;
  for (const { operation, pattern } of routes) {
    const found = operation.method === called && pattern.exec(path);
    if (!found) continue;
    const names = operation.parameters.filter((parameter) => parameter.in === "path");
    return { operation, texts: Object.fromEntries(names.map(({ name }, index) => [name, decoded(found[index + 1])])) };
  }
  const others = routes.filter(({ pattern }) => pattern.test(path));
  const Allow = others.map(({ operation }) => operation.method).join(", ");
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
 * @throws Problem when it is too long, or its type is JSON, but it cannot be parsed.
 */
export function bodyIn(text: string, type: string | null): unknown {
  if (text === "") return undefined;
  if (text.length > LARGEST_BODY / 4 && new TextEncoder().encode(text).length > LARGEST_BODY) {
    throw new Problem(413, `The body is longer than ${LARGEST_BODY} bytes.`);
  }
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

/** What a checked request sends. */
export interface Checked<Id extends OperationId> {
  readonly query: Query<Id>;
  readonly body: RequestBody<Id>;
}

/**
 * Checks a request against the contract, by the checks that are generated from it.
 *
 * @throws Problem with status 401, 415 or 422, checked in this order, as by the mock.
 */
export function checked<Id extends OperationId>(
  id: Id,
  request: SandboxRequest,
  texts: Call["texts"],
  search: string,
  body: unknown,
): Checked<Id> {
  checkHeaders(request, operations[id], body);
  const { parameters: declared } = operations[id];
  const query = queryIn(search);
  const header: Record<string, string> = {};
  for (const { name, in: place } of declared) {
    // As with the mock, an empty one counts as not sent.
    if (query[name] === "") delete query[name];
    const value = place === "header" && request.headers.get(name);
    if (value) header[name] = value;
  }
  // The check makes values of texts.
  const sent = { path: { ...texts }, query, header, body };
  check(id, sent);
  return sent;
}

function checkHeaders({ headers }: SandboxRequest, operation: Operation, body: unknown): void {
  const { header } = accessToken;
  if (!headers.get(TOKEN_HEADER)) {
    throw new Problem(401, `The request header ${header} is missing. The sandbox accepts any access token.`, {
      headers: { "WWW-Authenticate": `AccessToken header="${header}"` },
    });
  }
  if (body === undefined) return;
  if (!operation.body) throw new Problem(415, "The operation takes no request body.");
  if (!isJson(headers.get("content-type") ?? "application/json")) {
    throw new Problem(415, "Supported content types: application/json");
  }
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

/** Makes values of the texts that a request sends, and fills in defaults. @throws Problem with all that is wrong. */
function check<Id extends OperationId>(id: Id, sent: { body: unknown }): asserts sent is Checked<Id> {
  // As with the mock, a body that is `null`, `false`, `0` or an empty text counts as none.
  const isMissing = operations[id].body?.required && !sent.body;
  const wrong = isMissing ? [finding(["body"], "required", "is required")] : [];
  if (!isMissing && sent.body !== undefined) wrong.push(...findingsOf(bodies[id], sent.body, ["body"]));
  wrong.push(...findingsOf(parameters[id], sent, []));
  if (wrong.length > 0) throw refusal(wrong);
}

function findingsOf(check: Check | undefined, value: unknown, place: readonly string[]): RequestFinding[] {
  if (!check || check(value)) return [];
  return (check.errors ?? []).map((found) => finding([...place, ...placeOf(found)], found.keyword, found.message));
}
