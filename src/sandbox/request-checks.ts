import {
  accessToken,
  type Operation,
  type OperationId,
  operations,
  type Query,
  type RequestBody,
} from "../../generated/contract.js";
import { bodies, type Check, parameters, placeOf } from "../../generated/validators.js";
import { isFields } from "./option-rules.js";
import { finding, Problem, type RequestFinding, refusal } from "./reply.js";
import { type SandboxRequest, tokenOf } from "./request.js";
import type { Route } from "./routes.js";

/** The longest body that is accepted, in bytes, as by the mock. */
const LARGEST_BODY = 10 * 1024 * 1024;

/**
 * The body of a request: parsed if its type is JSON, else as text; `undefined` if there is none.
 *
 * @param text - What was sent.
 * @returns A problem when it is too long, or cannot be parsed.
 */
export function bodyIn(text: string, { headers }: SandboxRequest): unknown {
  if (isJson(headers.get("content-type"))) return jsonIn(text, headers);
  if (text === "") return undefined;
  return tooLong(text) ?? text;
}

/**
 * The value of a text in JSON; `undefined` if the text is empty.
 *
 * @param headers - Those that came with it.
 * @returns A problem when it is too long, or cannot be parsed.
 */
export function jsonIn(text: string, headers: SandboxRequest["headers"]): unknown {
  if (text === "") return undefined;
  const problem = tooLong(text);
  if (problem) return problem;
  try {
    return JSON.parse(text);
  } catch {
    // One that an earlier middleware has decompressed is JSON, and does not come here.
    return unreadable(headers.get("content-encoding"));
  }
}

function tooLong(text: string): Problem | undefined {
  const isLong = text.length > LARGEST_BODY / 4 && new TextEncoder().encode(text).length > LARGEST_BODY;
  return isLong ? new Problem(413, `The body is longer than ${LARGEST_BODY} bytes.`) : undefined;
}

function unreadable(encoding: string | null | undefined): Problem {
  if (!encoding || encoding === "identity") return new Problem(400, "Invalid JSON: the body cannot be parsed.");
  const detail = `The body has the Content-Encoding ${encoding}, which the sandbox does not decode. Send the body uncompressed.`;
  return new Problem(415, detail, { headers: { "Accept-Encoding": "identity" } });
}

/** Whether a `Content-Type` header names JSON. */
function isJson(type: string | null | undefined): boolean {
  return type === "application/json" || /^\s*application\/(json|[^\s;]+\+json)\s*(;|$)/i.test(type ?? "");
}

/** What a checked request sends. */
interface Checked<Id extends OperationId> {
  readonly query: Query<Id>;
  readonly body: RequestBody<Id>;
}

/**
 * Checks a request against the contract, by the checks that are generated from it.
 *
 * @throws Problem with status 415 or 422, checked in this order, as by the mock.
 */
export function checked<Id extends OperationId>(
  id: Id,
  request: SandboxRequest,
  path: Route["path"],
  search: URLSearchParams,
  body: unknown,
): Checked<Id> {
  checkHeaders(request, operations[id], body);
  const query: Record<string, unknown> = {};
  const header: Record<string, string> = {};
  for (const { name, in: place } of operations[id].parameters) {
    const texts = place === "query" ? search.getAll(name) : [];
    // As with the mock, an empty one counts as not sent.
    if (texts.join("") !== "") query[name] = texts.length > 1 ? texts : texts[0];
    const value = place === "header" && request.headers.get(name.toLowerCase());
    if (value) header[name] = value;
  }
  // The check makes values of texts.
  const sent = { path: { ...path }, query, header, body };
  checkContract(id, sent);
  return sent;
}

/** @throws Problem with status 401 when a request lacks the access token that its operation requires. */
export function checkToken(request: SandboxRequest, operation: Operation): void {
  if (operation.isPublic || tokenOf(request)) return;
  const { header } = accessToken;
  throw new Problem(401, `The request header ${header} is missing. The sandbox accepts any access token.`, {
    headers: { "WWW-Authenticate": `AccessToken header="${header}"` },
  });
}

function checkHeaders(request: SandboxRequest, operation: Operation, body: unknown): void {
  if (body === undefined) return;
  if (!operation.body) {
    if (isEmpty(body)) return;
    throw new Problem(415, "The operation takes no request body.");
  }
  if (!isJson(request.headers.get("content-type"))) throw new Problem(415, "Supported content types: application/json");
}

/** Whether a body says nothing. Some clients keep the header `Content-Type` of a request only if it has a body. */
function isEmpty(body: unknown): boolean {
  return body === null || body === "" || (isFields(body) && Object.keys(body).length === 0);
}

/** Makes values of the texts that a request sends, and fills in defaults. @throws Problem with all that is wrong. */
function checkContract<Id extends OperationId>(id: Id, sent: { body: unknown }): asserts sent is Checked<Id> {
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
