import { Problem } from "./problem.js";
import type { SandboxRequest } from "./request-checks.js";

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

type Log = ((line: string) => void) | undefined;

/** The problem document of a request that failed. @throws the error when nobody waits for the answer any more. */
export function refused(error: unknown, { signal }: SandboxRequest, log: Log): Reply {
  const isProblem = error instanceof Problem;
  if (!isProblem && signal?.aborted) throw error;
  if (!isProblem) log?.(`failed: ${Object(error).stack ?? error}`);
  const problem = isProblem ? error : new Problem(500, `The sandbox failed to answer this request: ${error}.`);
  const { status, message: detail, extras } = problem;
  const body = JSON.stringify({ status, detail, validation: extras.validation });
  return jsonReply(status, body, { ...extras.headers, "Content-Type": "application/problem+json" });
}

/** The log line of a request: method, path without its query, status, time, notes. */
export function logLine({ method }: SandboxRequest, path: string, status: number, start: number, note = ""): string {
  return `${method} ${path} ${status} ${(performance.now() - start).toFixed(1)} ms${note && `; ${note}`}`;
}

/** The answer to a CORS preflight: a browser may send anything. `undefined` if the request is none. */
export function preflight({ method, headers }: SandboxRequest): Reply | undefined {
  const asked = headers.get("access-control-request-method");
  if (method !== "OPTIONS" || headers.get("origin") === null || asked === null) return undefined;
  const allowed = {
    "Access-Control-Allow-Methods": asked,
    "Access-Control-Allow-Headers": headers.get("access-control-request-headers") ?? "*",
  };
  return { status: 204, headers: allowed, body: "" };
}

/**
 * The reply with headers that let a page of any origin read it and all its headers, as the mock does.
 *
 * @param own - Headers that replace others, however they are written.
 */
export function withCors(request: SandboxRequest, reply: Reply, own: Readonly<Record<string, string>> = {}): Reply {
  const origin = request.headers.get("origin");
  const headers: Record<string, string> = {
    "Access-Control-Allow-Origin": origin ?? "*",
    // With credentials, `*` matches no header.
    "Access-Control-Expose-Headers": Object.keys({ ...reply.headers, ...own }).join(", "),
    Vary: "Origin",
    ...(origin !== null && { "Access-Control-Allow-Credentials": "true" }),
    ...reply.headers,
  };
  for (const [name, value] of Object.entries(own)) {
    for (const other of Object.keys(headers)) if (other.toLowerCase() === name.toLowerCase()) delete headers[other];
    headers[name] = String(value);
  }
  return { ...reply, headers };
}
