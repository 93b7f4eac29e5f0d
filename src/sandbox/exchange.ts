import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout } from "node:timers/promises";
import { readBody } from "./body.js";
import { allowAnyOrigin, isPreflight, preflightReply } from "./cors.js";
import { Problem, problem } from "./problem.js";

/** A request as it is handed on: the parts of its URL apart, its body parsed. */
export interface ParsedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string | string[]>;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/** What is sent back. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** How requests are taken. */
export interface ExchangeOptions {
  /** How long every answer is held back, in ms. */
  readonly latency: number;
  /** The share of requests that fails. */
  readonly failureRate: number;
  /** Aborts when the server closes. */
  readonly closing: AbortSignal;
  /** Gives the answer. @throws Problem to answer with. */
  answer(request: ParsedRequest): Promise<Reply>;
  /** Is told of each answer. */
  answered(method: string, path: string, status: number, ms: number): void;
}

/** Makes the listener that takes requests: it reads each, waits, fails as often as it is to, and answers. */
export function createExchange({ latency, failureRate, closing, answer, answered }: ExchangeOptions) {
  async function replyTo(request: IncomingMessage, url: URL): Promise<Reply> {
    if (isPreflight(request)) return preflightReply(request);
    const body = await readBody(request);
    if (latency > 0) await setTimeout(latency, undefined, { signal: closing });
    if (Math.random() < failureRate) throw rehearsal();
    return answer({
      method: (request.method ?? "GET").toLowerCase(),
      path: url.pathname,
      query: queryOf(url.searchParams),
      headers: headersOf(request),
      body,
    });
  }
  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const start = performance.now();
    allowAnyOrigin(request, response);
    const url = urlOf(request);
    const { status, headers, body } = await replyTo(request, url).catch(refusal);
    // Whoever hung up gets no answer.
    if (response.destroyed) return;
    response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
    answered(request.method ?? "GET", url.pathname, status, performance.now() - start);
  }
  return (request: IncomingMessage, response: ServerResponse): void => {
    // An exchange that cannot be brought to its end must not bring down the others.
    exchange(request, response).catch(() => response.destroy());
  };
}

function rehearsal(): Problem {
  const detail = "This failure is a rehearsal: the sandbox was started with a failure rate. Nothing was changed.";
  return problem(503, detail, { "Retry-After": "1" });
}

/** What a request ends with that was not answered. */
function refusal(error: unknown): Reply {
  const { document, headers } =
    error instanceof Problem ? error : problem(500, "The sandbox failed at this request, which is a fault of its own.");
  return {
    status: document.status,
    headers: { ...headers, "Content-Type": "application/problem+json" },
    body: JSON.stringify(document),
  };
}

/** The URL of a request. A request to a proxy names it in full, `OPTIONS *` names none: both have a path. */
function urlOf({ url = "/" }: IncomingMessage): URL {
  if (!url.startsWith("/") && URL.canParse(url)) return new URL(url);
  return new URL(`http://sandbox.invalid${url.startsWith("/") ? "" : "/"}${url}`);
}

function queryOf(parameters: URLSearchParams): Record<string, string | string[]> {
  const names = new Set(parameters.keys());
  return Object.fromEntries(
    [...names].map((name) => {
      const [first = "", ...others] = parameters.getAll(name);
      return [name, others.length > 0 ? [first, ...others] : first];
    }),
  );
}

/** Headers as text: Node joins those that came more than once, all but `Set-Cookie`. */
function headersOf({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
