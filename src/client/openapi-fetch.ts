import createClient, { type Client, type Middleware } from "openapi-fetch";
import { ServiceResponseError } from "./errors.js";
import type { Answer, Outcome, ServiceRequest } from "./exchange.js";

// openapi-fetch makes the request of a call, by the types of the contract, and parses the answer. It gets no more updates:
// all that it needs in order to be cheap and safe stands here, and only this file calls it.
//
// - Each call has a client of its own, which costs less than a hundredth of it. So the `fetch` of a call is its own,
//   whatever middleware makes of the request.
// - It gets no signal: a `Request` that follows a signal stays attached to it for as long as the signal lives.
// - It throws a bare `SyntaxError` for a success that is no JSON, and returns `""` for a failure without a body.

/** A call that openapi-fetch makes the request of. */
interface OpenCall {
  readonly baseUrl: string;
  /** The request as far as it is known: without what openapi-fetch makes of the path and the body. */
  readonly request: ServiceRequest;
  readonly middleware: readonly Middleware[];
  /** Whether somebody looks at the request and the response, such as middleware. */
  readonly isSeen: boolean;
}

/** What the methods of openapi-fetch return. */
export interface Fetched<Body> {
  readonly data?: Body | undefined;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * Makes a call by openapi-fetch.
 *
 * @param send - Sends the request that openapi-fetch has made, and middleware may have changed.
 * @param callPath - Calls a path of the contract.
 * @throws ServiceResponseError when a success is no JSON.
 */
export async function fetchPath<Paths extends object, Body>(
  call: OpenCall,
  send: (request: ServiceRequest) => Promise<Answer>,
  callPath: (http: Client<Paths>) => Promise<Fetched<Body>>,
): Promise<Outcome<Body>> {
  // Middleware may answer by itself: then there is no answer of the service, and no other request than this.
  let { request } = call;
  let answer: Answer | undefined;
  // openapi-fetch calls this as its `fetch`. Both the request and the answer are kept for the outcome.
  const exchange = ({ method, url, headers, body }: MadeRequest) => {
    request = { ...request, method, url, headers: Object.fromEntries(headers), body };
    return send(request).then((received) => {
      answer = received;
      return received;
    });
  };

  const http = createClient<Paths>({
    baseUrl: call.baseUrl,
    headers: request.headers,
    pathSerializer: filledPath,
    ...(call.isSeen ? seen(exchange) : unseen(exchange)),
  });
  http.use(...call.middleware);
  try {
    const { data, error, response } = await callPath(http);
    const answered = call.isSeen || !answer ? response : answer.response;
    return { request, response: answered, data, error: error === "" ? undefined : error };
  } catch (error) {
    if (!(error instanceof SyntaxError && answer)) throw error;
    throw new ServiceResponseError("The answer is not JSON", request, answer.response, answer.text);
  }
}

/** @throws Error of openapi-fetch when one is no middleware. */
export function checkMiddleware(middleware: readonly Middleware[]): void {
  createClient().use(...middleware);
}

/** What openapi-fetch has made of a request. */
interface MadeRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Headers;
  readonly body: string;
}

type Exchanging = (made: MadeRequest) => Promise<Answer>;

/** Where somebody looks: a real request, and a response whose body nobody has read. */
function seen(exchange: Exchanging) {
  return {
    async fetch(made: Request): Promise<Response> {
      const { method, url, headers } = made;
      return unread(await exchange({ method, url, headers, body: await made.text() }));
    },
  };
}

/**
 * Where nobody looks: plain objects. A real `Request` would cost a tenth of a call, and a second `Response` a fifth. The types
 * ask for all of both. openapi-fetch itself looks only at the method of the one, and at these parts of the other.
 */
function unseen(exchange: Exchanging) {
  function PlainRequest(url: string, { method, headers, body = "" }: Omit<MadeRequest, "body"> & { body?: string }) {
    return { method, url: new URL(url).href, headers, body };
  }
  const plainResponse = ({ response: { ok, status, headers }, text }: Answer) => {
    return { ok, status, headers, text: async () => text, json: async () => JSON.parse(text) } as Response;
  };
  return {
    Request: PlainRequest as unknown as typeof Request,
    fetch: (made: Request) => exchange(made as unknown as MadeRequest).then(plainResponse),
  };
}

function unread({ response, text }: Answer): Response {
  const { status, statusText, headers, url } = response;
  // Only `fetch` makes a response with status 0, for a redirect in a browser. It has no body.
  if (status === 0) return response;
  const copy = new Response(text || null, { status, statusText, headers });
  return Object.defineProperty(copy, "url", { value: url });
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
    if (!canBeInPath(value)) throw new TypeError(`The parameter ${name} cannot be in a path`);
    filled = filled.replace(placeholder, encodeURIComponent(value));
  }
  return filled;
}

function canBeInPath(value: unknown): value is string | number {
  // A number that is no safe integer would arrive as another one.
  if (typeof value === "number") return Number.isSafeInteger(value);
  // URL parsers drop "." and "..", percent-encoded or not, and a path with an empty id is the path of the list. Half of a
  // character, as `slice` may leave it, cannot be encoded.
  return typeof value === "string" && !/^\.{0,2}$|\p{Surrogate}/u.test(value);
}
