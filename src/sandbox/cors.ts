import type { SandboxRequest } from "./request.js";

/** Header that says what the sandbox has chosen, or that an answer comes from the contract's examples. */
export const NOTE_HEADER = "Sandbox-Note";

/** The headers that let a page of any origin read the answer, as the mock does. */
export function allowAnyOrigin(request: SandboxRequest): Record<string, string> {
  return {
    "Access-Control-Allow-Origin": request.header("origin") ?? "*",
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Allow-Headers": request.header("access-control-request-headers") ?? "*",
    // With credentials, `*` would stand for no header.
    "Access-Control-Expose-Headers": `Retry-After, Allow, WWW-Authenticate, ${NOTE_HEADER}`,
    Vary: "Origin, Access-Control-Request-Headers",
  };
}

/** Whether a browser asks what it may send. */
export function isPreflight(request: SandboxRequest): boolean {
  return (
    request.method === "OPTIONS" &&
    request.header("origin") !== undefined &&
    request.header("access-control-request-method") !== undefined
  );
}

/** What tells a browser that it may send anything. */
export function preflightHeaders(request: SandboxRequest): Record<string, string> {
  return { "Access-Control-Allow-Methods": request.header("access-control-request-method") ?? "*" };
}
