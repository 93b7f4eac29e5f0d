import type { SandboxRequest } from "./request.js";

/** Header that reports a choice of the sandbox, or an answer from the contract's examples. */
export const NOTE_HEADER = "Sandbox-Note";

/** The headers that let a page of any origin read the answer, as the mock does. */
export function allowAnyOrigin(request: SandboxRequest): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": request.header("origin") ?? "*",
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Allow-Headers": request.header("access-control-request-headers") ?? "*",
    // With credentials, `*` matches no header.
    "Access-Control-Expose-Headers": `Retry-After, Allow, WWW-Authenticate, ${NOTE_HEADER}`,
    Vary: "Origin, Access-Control-Request-Headers",
  };
}

/** Whether a request is a CORS preflight. */
export function isPreflight(request: SandboxRequest): boolean {
  return (
    request.method === "OPTIONS" &&
    request.header("origin") !== undefined &&
    request.header("access-control-request-method") !== undefined
  );
}

/** The headers that let a browser send anything. */
export function preflightHeaders(request: SandboxRequest): Record<string, string> {
  return { "Access-Control-Allow-Methods": request.header("access-control-request-method") ?? "*" };
}
