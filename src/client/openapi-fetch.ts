import createClient, { type Client } from "openapi-fetch";
import { ServiceResponseError } from "./errors.js";
import type { Answer, Outcome, ServiceRequest } from "./exchange.js";
import type { HttpMethod } from "./path-client.js";

// openapi-fetch makes the request of a call, by the types of the contract, and parses the answer. It gets no more updates:
// all that it needs in order to be cheap and safe stands here, and only this file calls it.
//
// - Each call has a `fetch` of its own, among the options of the call that middleware cannot change.
// - It gets no signal: a `Request` that follows a signal stays attached to it for as long as the signal lives.
// - It throws a bare `SyntaxError` for a success that is no JSON, and returns `""` for a failure without a body.

/** The openapi-fetch client of all calls. */
export interface OpenapiFetch {
  readonly client: AnyClient;
  /** Whether it may have middleware, which looks at all requests and responses. */
  hasMiddleware: boolean;
}

/** The client as it is for any path: its types follow the path, but what it does is always the same. */
interface AnyClient extends Pick<Client<object>, "use" | "eject"> {
  request(
    method: string,
    path: string,
    init: Record<string, unknown>,
  ): Promise<{ readonly data?: unknown; readonly error?: unknown; readonly response: Response }>;
}

type AnyPaths = Record<string, Record<HttpMethod, object>>;

/** What a call may be given that openapi-fetch takes. Its types follow the path; these are what matters here. */
export interface PathInit {
  readonly baseUrl: string;
  readonly middleware?: unknown;
  readonly parseAs?: unknown;
}

export function createOpenapiFetch(): OpenapiFetch {
  return { client: createClient<AnyPaths>({ pathSerializer: filledPath }), hasMiddleware: false };
}

/**
 * Makes a call by openapi-fetch.
 *
 * @param known - The request as far as it is known: without what openapi-fetch makes of the path and the body.
 * @param send - Sends the request that openapi-fetch has made, and middleware may have changed.
 * @throws ServiceResponseError when a success is no JSON.
 */
export async function fetchPath(
  { client, hasMiddleware }: OpenapiFetch,
  path: string,
  init: PathInit,
  known: ServiceRequest,
  send: (request: ServiceRequest) => Promise<Answer>,
): Promise<Outcome<unknown>> {
  // Middleware may answer by itself: then there is no answer of the service, and no other request than this.
  let request = known;
  let answer: Answer | undefined;
  const isSeen = hasMiddleware || init.middleware || init.parseAs;
  const fetch = async (made: MadeRequest) => {
    const { method, url, headers } = made;
    request = { ...request, method, url, headers: Object.fromEntries(headers), body: await made.text() };
    answer = await send(request);
    return isSeen ? unread(answer) : plainResponse(answer);
  };
  // Where nobody looks, openapi-fetch gets plain objects with the parts that it needs itself. A real `Request` would cost a
  // tenth of a call, and a second `Response` a fifth.
  const own = { headers: request.headers, fetch, Request: isSeen ? Request : PlainRequest };
  try {
    const { data, error, response } = await client.request(request.method, path, { ...init, ...own });
    const answered = isSeen || !answer ? response : answer.response;
    return { request, response: answered, data, error: error === "" ? undefined : error };
  } catch (error) {
    if (!(error instanceof SyntaxError && answer)) throw error;
    throw new ServiceResponseError("The answer is not JSON", request, answer.response, answer.text);
  }
}

type MadeRequest = Pick<Request, "method" | "url" | "headers" | "text">;

function PlainRequest(url: string, init: { method: string; headers: Headers; body?: string }): MadeRequest {
  const { method, headers, body = "" } = init;
  return { method, url: new URL(url).href, headers, text: async () => body };
}

function plainResponse({ response: { ok, status }, text }: Answer) {
  // Of the headers, it only reads the length. Where there is none, it parses the text.
  return { ok, status, headers: { get: () => null }, text: async () => text };
}

/** A response whose body can be read, since the client has read that of the service. */
function unread({ response, text }: Answer): Response {
  // Only `fetch` makes a response with status 0, for a redirect in a browser. It has no body.
  if (response.status === 0) return response;
  const copy = new Response(text || null, response);
  return Object.defineProperty(copy, "url", { value: response.url });
}

/**
 * Fills a path of the contract.
 *
 * @throws TypeError when a value cannot be in a path.
 */
function filledPath(path: string, values: Readonly<Record<string, unknown>>): string {
  let filled = path;
  for (const [placeholder, name = ""] of path.matchAll(/\{(.*?)\}/g)) {
    const value = values[name];
    if (!canBeInPath(value)) throw new TypeError(`The parameter ${name} is not valid in a path`);
    filled = filled.replace(placeholder, encodeURIComponent(value));
  }
  return filled;
}

function canBeInPath(value: unknown): value is string | number {
  // A number that is no safe integer would arrive as another one. URL parsers drop "." and "..", percent-encoded or not, and a
  // path with an empty id is the path of the list.
  return Number.isSafeInteger(value) || (typeof value === "string" && !/^\.{0,2}$/.test(value));
}
