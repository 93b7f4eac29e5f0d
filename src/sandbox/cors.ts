import type { IncomingMessage, ServerResponse } from "node:http";
import type { Reply } from "./exchange.js";

/** Lets pages of any origin read the answer, as the mock does. */
export function allowAnyOrigin({ headers }: IncomingMessage, response: ServerResponse): void {
  response.setHeader("Access-Control-Allow-Origin", headers.origin ?? "*");
  response.setHeader("Access-Control-Allow-Credentials", "true");
  response.setHeader("Access-Control-Allow-Headers", headers["access-control-request-headers"] ?? "*");
  // So that a page can read how long to wait.
  response.setHeader("Access-Control-Expose-Headers", "Retry-After");
  response.setHeader("Vary", "Origin, Access-Control-Request-Headers");
}

/** Whether a browser asks what it may send. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === "OPTIONS" && headers.origin !== undefined && "access-control-request-method" in headers;
}

/** Tells a browser that it may send anything. */
export function preflightReply({ headers }: IncomingMessage): Reply {
  const methods = headers["access-control-request-method"] ?? "*";
  return { status: 204, headers: { "Access-Control-Allow-Methods": methods }, body: "" };
}
