import type { IncomingMessage, ServerResponse } from "node:http";

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

/** Answers a browser that asks what it may send: anything. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader("Access-Control-Allow-Methods", request.headers["access-control-request-method"] ?? "*");
  response.writeHead(204).end();
}
