import type { Outcome } from "./refusals.js";
import { headerOf, type SandboxRequest } from "./request.js";

/**
 * Adds the headers that let a page of any origin read the answer and all its headers, as the mock does.
 *
 * @param others - Headers that are added later.
 */
export function allowAnyOrigin(
  request: SandboxRequest,
  headers: Outcome["headers"],
  others?: object,
): Outcome["headers"] {
  const origin = headerOf(request, "origin");
  const names = Object.keys(headers);
  for (const name in others) names.push(name);
  const allowed: Record<string, string> = {
    "Access-Control-Allow-Origin": origin ?? "*",
    // With credentials, `*` matches no header.
    "Access-Control-Expose-Headers": names.join(", "),
    Vary: "Origin",
  };
  if (origin !== undefined) allowed["Access-Control-Allow-Credentials"] = "true";
  return Object.assign(allowed, headers);
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
  };
  return { status: 204, headers, body: "" };
}
