import { answerHeaders } from "../../generated/contract.js";
import type { Outcome } from "./problems.js";
import { headerOf, type SandboxRequest } from "./request.js";

/** Header that reports a choice of the sandbox, or an answer from the contract's examples. */
export const NOTE_HEADER = "Sandbox-Note";

/** Header that lists those that a page of another origin can read. */
export const EXPOSE_HEADER = "Access-Control-Expose-Headers";

// With credentials, `*` matches no header.
const READABLE = ["Retry-After, Allow, WWW-Authenticate", NOTE_HEADER, ...answerHeaders].join(", ");

/** The headers that let a page of any origin read the answer, as the mock does. */
export function allowAnyOrigin(request: SandboxRequest): Record<string, string> {
  const origin = headerOf(request, "origin");
  const headers: Record<string, string> = {
    "Access-Control-Allow-Origin": origin ?? "*",
    [EXPOSE_HEADER]: READABLE,
    Vary: "Origin",
  };
  if (origin !== undefined) headers["Access-Control-Allow-Credentials"] = "true";
  return headers;
}

const METHOD = "access-control-request-method";

/** Whether a request is a CORS preflight. */
export function isPreflight(request: SandboxRequest): boolean {
  return request.method === "OPTIONS" && ["origin", METHOD].every((name) => headerOf(request, name) !== undefined);
}

/** The answer to a preflight: a browser may send anything. */
export function preflight(request: SandboxRequest): Outcome {
  const headers = {
    "Access-Control-Allow-Methods": headerOf(request, METHOD) ?? "*",
    "Access-Control-Allow-Headers": headerOf(request, "access-control-request-headers") ?? "*",
    Vary: "Origin, Access-Control-Request-Headers",
  };
  return { status: 204, headers, body: "" };
}
