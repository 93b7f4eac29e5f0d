/** A request, in a form that a Node.js server makes at little cost. */
export interface SandboxRequest {
  readonly method: string;
  /** With or without the host. */
  readonly url: string;
  /** By name in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Returns a signal that aborts when nobody waits for the answer anymore. */
  readonly signal: () => AbortSignal;
}

/** The request header with the control token, which lets a request from anywhere control the sandbox. */
export const CONTROL_HEADER = "Sandbox-Control-Token";

/** What the sandbox sends back. Making a real `Response` would cost more than answering the request. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Empty if there is none. */
  readonly body: string;
  /** Whether the connection is closed instead of an answer being sent. */
  readonly isAborted?: boolean;
}

/** The statuses that have no body in HTTP. */
export const WITHOUT_BODY: readonly number[] = [204, 205, 304];

export function jsonReply(status: number, body: string, headers: Reply["headers"] = {}): Reply {
  return { status, headers: { "content-type": "application/json", ...headers }, body };
}

/** One thing that is wrong with a request. */
export interface RequestFinding {
  /** Where it is: `query`, `path` or `body`, and the keys from there. Prism's findings have the same form. */
  readonly location: readonly string[];
  readonly severity: "Error";
  /** The rule that the request breaks, such as `required` or `type`. */
  readonly code: string;
  readonly message: string;
}

/** Makes a finding about a place of a request. @param words - What is wrong, in words that follow the name of the place. */
export function finding(location: readonly string[], code: string, words: string): RequestFinding {
  const [part, ...inner] = location;
  return { location, severity: "Error", code, message: `${inner.join(".") || `the ${part}`} ${words}` };
}

/** A request is answered with a problem document (RFC 9457). It has no title, which would repeat the status. */
export class Problem extends Error {
  readonly status: number;
  readonly headers: Reply["headers"];
  readonly validation: readonly RequestFinding[] | undefined;

  constructor(status: number, detail: string, headers: Reply["headers"] = {}, validation?: readonly RequestFinding[]) {
    super(detail);
    this.status = status;
    this.headers = headers;
    this.validation = validation;
  }
}

/** The refusal of a request that the contract or a choice of the sandbox does not allow. */
export function refusal(findings: readonly RequestFinding[]): Problem {
  const detail = `The request is not valid: ${findings.map(({ message }) => message).join("; ")}.`;
  return new Problem(422, detail, {}, findings);
}

/** The answer to a request that failed. @throws the error when nobody waits for the answer anymore. */
export function problemReply(error: unknown, request: SandboxRequest): Reply {
  if (request.signal().aborted) throw error;
  const problem = error instanceof Problem ? error : new Problem(500, `The sandbox failed to answer: ${error}.`);
  const { status, message: detail, headers, validation } = problem;
  const body = JSON.stringify({ status, detail, validation });
  return jsonReply(status, body, { ...headers, "content-type": "application/problem+json" });
}

/** The answer to a CORS preflight, which lets a page send anything; `undefined` for any other request. */
export function preflightReply(request: SandboxRequest): Reply | undefined {
  const { origin } = request.headers;
  const method = request.headers["access-control-request-method"];
  if (request.method !== "OPTIONS" || !origin || !method) return undefined;
  const headers = {
    "access-control-allow-methods": String(method),
    "access-control-allow-headers": String(request.headers["access-control-request-headers"] ?? "*"),
  };
  return forPages(request, { status: 204, headers, body: "" });
}

/** Adds headers to others. One with the same name, in upper or lower case, is replaced. */
export function mergedHeaders(headers: Reply["headers"], others: Reply["headers"] = {}): Reply["headers"] {
  const merged = new Headers(headers);
  for (const [name, value] of Object.entries(others)) merged.set(name, value);
  return Object.fromEntries(merged);
}

/** Lets a page of any origin read a reply and all its headers. */
export function forPages({ headers }: Pick<SandboxRequest, "headers">, reply: Reply): Reply {
  const { origin } = headers;
  const cors = {
    "access-control-allow-origin": String(origin ?? "*"),
    // By name, since `*` matches no header when a request has credentials.
    "access-control-expose-headers": Object.keys(reply.headers).join(", "),
    vary: "Origin",
    ...(origin && { "access-control-allow-credentials": "true" }),
  };
  return { ...reply, headers: { ...cors, ...reply.headers } };
}
