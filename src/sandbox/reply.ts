import type { SandboxRequest } from "./request.js";

/** What the sandbox sends back: a real `Response` costs more than to answer a request. */
export interface Reply {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Empty if there is none. */
  readonly body: string;
  /** Where the connection breaks, if it does: half-way through the answer, or before it. */
  readonly broken?: "half-way" | "before" | undefined;
}

/** The statuses whose answers have no body, by HTTP. */
export const WITHOUT_BODY: readonly number[] = [204, 205, 304];

/** An answer in JSON. */
export function jsonReply(status: number, body: string, headers?: Reply["headers"]): Reply {
  return { status, headers: { "Content-Type": "application/json", ...headers }, body };
}

/** One thing that is wrong with a request. */
export interface RequestFinding {
  /** Where it is: `query`, `path`, `header` or `body`, and the keys from there. Prism's has the same form. */
  readonly location: readonly string[];
  readonly severity: "Error";
  /** The rule that the request breaks, such as `required` or `type`. */
  readonly code: string;
  readonly message: string;
}

/** A request that ends with a problem document (RFC 9457). It has no title, which would repeat the status. */
export class Problem extends Error {
  /** HTTP status of the answer. */
  readonly status: number;
  /** What the answer has in addition to its text. */
  readonly extras: { readonly headers?: Record<string, string>; readonly validation?: readonly RequestFinding[] };

  constructor(status: number, detail: string, extras: Problem["extras"] = {}) {
    super(detail);
    this.status = status;
    this.extras = extras;
  }
}

/** Something wrong in a place of a request. @param words - What is wrong, after the name of the place. */
export function finding(location: readonly string[], code: string, words: string): RequestFinding {
  const [part, ...inner] = location;
  return { location, severity: "Error", code, message: `${inner.join(".") || `the ${part}`} ${words}` };
}

/** The refusal of a request that the contract, or a choice of the sandbox, does not allow. */
export function refusal(validation: readonly RequestFinding[]): Problem {
  const detail = `The request is not valid: ${validation.map(({ message }) => message).join("; ")}.`;
  return new Problem(422, detail, { validation });
}

type Log = ((line: string) => void) | undefined;

/** What a request failed with. @throws the error when nobody waits for the answer any more. */
export function problemOf(error: unknown, { signal }: SandboxRequest, log: Log): Problem {
  if (error instanceof Problem) return error;
  if (signal?.aborted) throw error;
  log?.(`failed: ${error instanceof Error ? error.stack : error}`);
  return new Problem(500, `The sandbox failed to answer this request: ${error}.`);
}

/** The answer to a request that failed, where the contract declares none: a problem document of our own. */
export function problemReply({ status, message: detail, extras }: Problem): Reply {
  const body = JSON.stringify({ status, detail, validation: extras.validation });
  return jsonReply(status, body, { ...extras.headers, "Content-Type": "application/problem+json" });
}

/** The answer to a CORS preflight: a browser may send anything. `undefined` if the request is none. */
export function preflightReply({ method, headers }: SandboxRequest): Reply | undefined {
  const asked = headers.get("access-control-request-method");
  if (method !== "OPTIONS" || !headers.get("origin") || !asked) return undefined;
  const allowed = {
    "Access-Control-Allow-Methods": asked,
    "Access-Control-Allow-Headers": headers.get("access-control-request-headers") ?? "*",
  };
  return { status: 204, headers: allowed, body: "" };
}

/**
 * Completes the headers of an answer. Every answer of the sandbox comes through here.
 *
 * @param isForPages - Whether a page of any origin may read it and all its headers, as with the mock.
 * @param simulated - Headers that replace others, however they are written.
 */
export function completed(
  request: SandboxRequest,
  reply: Reply,
  isForPages: boolean,
  simulated: Readonly<Record<string, string>> = {},
): Reply {
  const origin = request.headers.get("origin");
  const cors = {
    "Access-Control-Allow-Origin": origin ?? "*",
    // With credentials, `*` matches no header.
    "Access-Control-Expose-Headers": Object.keys({ ...reply.headers, ...simulated }).join(", "),
    Vary: "Origin",
    ...(origin && { "Access-Control-Allow-Credentials": "true" }),
  };
  const headers = isForPages ? { ...cors, ...reply.headers } : reply.headers;
  return { ...reply, headers: replaced(headers, simulated) };
}

/** Headers, of which some are replaced by others, however these are written. */
export function replaced(headers: Reply["headers"], others: Readonly<Record<string, string>>): Reply["headers"] {
  const names = Object.keys(others).map((name) => name.toLowerCase());
  if (names.length === 0) return headers;
  const kept = Object.entries(headers).filter(([name]) => !names.includes(name.toLowerCase()));
  return { ...Object.fromEntries(kept), ...others };
}
