import createClient, { type Client, type Middleware } from "openapi-fetch";
import { ServiceResponseError } from "./errors.js";
import type { Answer, Outcome, ServiceRequest } from "./exchange.js";
import type { HttpMethod } from "./path-client.js";
import { misuse } from "./stack.js";

// openapi-fetch makes the request of a call, by the types of the contract, and parses the answer. It gets no more updates:
// all that it needs in order to be cheap and safe stands here, and only this file calls it.
//
// - Each call has a `fetch` of its own, among the options of the call that middleware cannot change.
// - It gets no signal: a `Request` that follows a signal stays attached to it for as long as the signal lives.
// - It throws a bare `SyntaxError` for a success that is no JSON, and returns `""` for a failure without a body.

/** What the client uses of openapi-fetch. */
export type OpenapiFetch = ReturnType<typeof createOpenapiFetch>;

/** What a call may be given that openapi-fetch takes. Its types follow the path; these are what matters here. */
export interface PathInit {
  readonly middleware?: unknown;
  readonly parseAs?: unknown;
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

/** Makes the openapi-fetch client of all calls. */
export function createOpenapiFetch() {
  const client: AnyClient = createClient<AnyPaths>({ pathSerializer: filledPath });
  // Whether there may be any, which looks at all requests and responses.
  let hasMiddleware = false;

  /** Adds middleware for all calls. */
  function use(...added: Middleware[]): void {
    // If one of them is no middleware, none is added.
    createClient().use(...added);
    hasMiddleware = true;
    client.use(...added);
  }

  /**
   * Makes a call by openapi-fetch.
   *
   * @param init - Parameters, body and the like. They cannot replace what is ours.
   * @param known - The request as far as it is known: without what openapi-fetch makes of the path and the body.
   * @param send - Sends the request that openapi-fetch has made, and middleware may have changed.
   * @throws ServiceResponseError when a success is no JSON.
   */
  async function fetchPath(
    baseUrl: string,
    path: string,
    init: PathInit | undefined,
    known: ServiceRequest,
    send: (request: ServiceRequest) => Promise<Answer>,
  ): Promise<Outcome<unknown>> {
    // Middleware may answer by itself: then there is no answer of the service, and no other request than this.
    let request = known;
    let answer: Answer | undefined;
    const isSeen = hasMiddleware || init?.middleware || init?.parseAs;
    const fetch = async (made: MadeRequest) => {
      const { method, url, headers } = made;
      // Nothing is awaited where nobody looks: the `fetch` of the client is called before its method returns.
      const body = typeof made.text === "string" ? made.text : await made.text();
      request = { ...known, method, url, headers: Object.fromEntries(headers), body };
      answer = await send(request);
      return isSeen ? unread(answer) : plainResponse(answer);
    };
    try {
      const { data, error, response } = await client.request(known.method, path, {
        // Where nobody looks, openapi-fetch gets plain objects with the parts that it needs itself. A real `Request` would
        // cost a tenth of a call, and a second `Response` a fifth.
        Request: isSeen ? Request : PlainRequest,
        ...init,
        ...{ baseUrl, headers: known.headers, fetch, signal: undefined },
      });
      const answered = isSeen || !answer ? response : answer.response;
      const body = error === undefined || error === "" ? data : error;
      return { request, response: answered, body };
    } catch (error) {
      if (!(error instanceof SyntaxError && answer)) throw error;
      throw new ServiceResponseError("The answer is not JSON", answer);
    }
  }

  return { client, use, fetchPath };
}

/** What openapi-fetch has made of a request. A plain one has its text at hand. */
type MadeRequest = Pick<Request, "method" | "url" | "headers"> & { readonly text: string | (() => Promise<string>) };

function PlainRequest(url: string, init: { method: string; headers: Headers; body?: string }): MadeRequest {
  return { ...init, url: new URL(url).href, text: init.body ?? "" };
}

function plainResponse({ response: { ok, status }, body }: Answer) {
  // Of the headers, it only reads the length. Where there is none, it parses the text.
  return { ok, status, headers: { get: () => null }, text: async () => body };
}

/** A response whose body can be read, since the client has read that of the service. */
function unread({ response, body }: Answer): Response {
  // Only `fetch` makes a response with status 0, for a redirect in a browser. It has no body.
  if (response.status === 0) return response;
  const copy = new Response(body || null, response);
  return Object.defineProperty(copy, "url", { value: response.url });
}

/**
 * Fills a path of the contract.
 *
 * @throws TypeError when a value is not valid in a path.
 */
function filledPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(.*?)\}/g, (_placeholder, name: string) => {
    const value = values[name];
    // A number that is no safe integer would arrive as another one. URL parsers drop "." and "..", percent-encoded or not, and
    // a path with an empty id is the path of the list. Half of a character, as `slice` may leave it, cannot be encoded.
    if (!Number.isSafeInteger(value) && (typeof value !== "string" || /^\.{0,2}$|\p{Cs}/u.test(value)))
      throw misuse(`The parameter ${name} is not valid in a path`);
    return encodeURIComponent(String(value));
  });
}
