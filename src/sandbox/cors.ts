import { headerOf, type SandboxRequest } from "./request.js";

/** Header that reports a choice of the sandbox, or an answer from the contract's examples. */
export const NOTE_HEADER = "Sandbox-Note";

// With credentials, `*` matches no header.
const READABLE = `Retry-After, Allow, WWW-Authenticate, ${NOTE_HEADER}`;

/** The headers that let a page of any origin read the answer, as the mock does. */
export function allowAnyOrigin(request: SandboxRequest): Record<string, string> {
  const origin = headerOf(request, "origin");
  const headers: Record<string, string> = {
    "Access-Control-Allow-Origin": origin ?? "*",
    "Access-Control-Expose-Headers": READABLE,
    Vary: "Origin",
  };
  if (origin !== undefined) headers["Access-Control-Allow-Credentials"] = "true";
  return headers;
}

/** Whether a request is a CORS preflight. */
export function isPreflight(request: SandboxRequest): boolean {
  if (request.method !== "OPTIONS") return false;
  return ["origin", "access-control-request-method"].every((name) => headerOf(request, name) !== undefined);
}

/** The headers that let a browser send anything. */
export function preflightHeaders(request: SandboxRequest): Record<string, string> {
  return {
    "Access-Control-Allow-Methods": headerOf(request, "access-control-request-method") ?? "*",
    "Access-Control-Allow-Headers": headerOf(request, "access-control-request-headers") ?? "*",
    Vary: "Origin, Access-Control-Request-Headers",
  };
}
