import type { DeclaredResponse, Operation } from "../../generated/contract.js";
import { failures, headers as headerChecks } from "../../generated/validators.js";
import { byStatus } from "../by-status.js";
import { isFields } from "./option-rules.js";
import { jsonReply, type Problem, problemReply, type Reply, replaced } from "./reply.js";

// The answers that the contract declares: what it says about their bodies and headers holds here too.

/**
 * The answer to a request that is refused. One that is not valid gets the status which the contract declares for that.
 *
 * @param note - Receives the words of the problem if the body cannot say them.
 */
export function refusedReply(problem: Problem, operation: Operation, note: (words: string) => void): Reply {
  return failedReply(problem, refusalStatus(problem.status, operation), operation, note);
}

/**
 * The answer to a request that failed: in the form that the contract declares for a status, and a problem document of our
 * own where it declares none.
 *
 * @param note - Receives the words of the problem if the body cannot say them.
 */
export function failedReply(
  problem: Problem,
  status: number,
  { responses }: Operation,
  note: (words: string) => void,
): Reply {
  const declared = byStatus(responses, status);
  if (!declared) return problemReply(problem);
  const { type, failure } = declared;
  const { headers } = problem.extras;
  const own = failure && ownBody(problem.message, status, failure);
  if (!own) note(problem.message);
  if (!type || !failure) return { status, headers: { ...headers }, body: "" };
  return jsonReply(status, JSON.stringify(own ?? failure.example), { ...headers, "Content-Type": type });
}

/** The statuses of a request that is not valid, from the most exact one on. */
const NOT_VALID: Readonly<Record<number, readonly number[]>> = { 415: [415, 422, 400], 422: [422, 400] };

/** The status of a refusal: a request that is not valid gets, as with the mock, the first one that the contract declares. */
export function refusalStatus(status: number, { responses }: Pick<Operation, "responses">): number {
  const { default: _, ...named } = responses;
  const declared = NOT_VALID[status]?.find((each) => byStatus(named, each));
  return declared ?? status;
}

/**
 * The contract's example of a failure with our words and our status in it; `undefined` if its schema does not allow that.
 * Lists and objects in the example are about another request: they are left out if they may be.
 */
function ownBody(
  words: string,
  status: number,
  { schema, example }: NonNullable<DeclaredResponse["failure"]>,
): object | undefined {
  const whole = withWords(words, withStatus(status, example));
  if (!whole) return undefined;
  const isKept = ([name, value]: [string, unknown]) =>
    typeof value !== "object" || value !== Reflect.get(example, name);
  const brief = Object.fromEntries(Object.entries(whole).filter(isKept));
  return [brief, whole].find((body) => failures[schema]?.(body));
}

/** Where the body of a failure says in words what is wrong. */
const WORDS = ["message", "detail", "error_description", "error", "title"];

/** A copy of a body with other words in the first text that says what is wrong; `undefined` if it has no such text. */
function withWords(words: string, body: object): object | undefined {
  const place = WORDS.find((name) => typeof Reflect.get(body, name) === "string");
  if (place) return { ...body, [place]: words };
  for (const [name, inner] of Object.entries(body)) {
    const said = isFields(inner) && withWords(words, inner);
    if (said) return { ...body, [name]: said };
  }
  return undefined;
}

/** A body that shows the status of its answer, if it shows one. */
function withStatus(status: number, body: object): object {
  const isShown = "status" in body && typeof body.status === "number";
  return isShown ? { ...body, status } : body;
}

/**
 * An answer with the headers that the contract declares for it. Where the sandbox sends no value of its own, or one that the
 * contract does not allow, it sends the example.
 */
export function withDeclaredHeaders(reply: Reply, operation: Operation | undefined): Reply {
  const declared = operation && byStatus(operation.responses, reply.status)?.headers;
  if (!declared) return reply;
  const headers = replaced(declared, reply.headers);
  const check = byStatus(headerChecks[operation.id] ?? {}, reply.status);
  const texts = Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]);
  const isAllowed = check?.(Object.fromEntries(texts)) ?? true;
  return { ...reply, headers: isAllowed ? headers : replaced(reply.headers, declared) };
}
