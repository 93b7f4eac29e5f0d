import createClient, { type Middleware } from "openapi-fetch";
import { ServiceResponseError } from "./errors.js";
import type { Answer, Request, ServiceRequest } from "./exchange.js";
import type { ServiceClientOptions, TokenRequest } from "./options.js";
import { createRetries } from "./retries.js";
import { baseUrlOf, headersOf, limitsOf } from "./settings.js";

/** The requests of a client, and the middleware that sees them. */
export interface Requester {
  readonly request: Request;
  use(...middleware: Middleware[]): void;
  eject(...middleware: Middleware[]): void;
}

/** openapi-fetch's client for any path. Its types follow the path, but what it does is always the same. */
interface AnyClient extends Pick<Requester, "use" | "eject"> {
  request(
    method: string,
    path: string,
    init: Record<string, unknown>,
  ): Promise<{ data?: unknown; error?: unknown; response: Response }>;
}

/** Makes the function that sends all requests of a client. @throws TypeError when an option cannot be used. */
export function createRequester(clientOptions: ServiceClientOptions): Requester {
  const baseUrl = baseUrlOf(clientOptions.baseUrl);
  const limits = limitsOf(clientOptions);
  const { accessToken } = clientOptions;
  let isAsking = false;
  const askForToken = (asked: TokenRequest) => {
    isAsking = true;
    try {
      return typeof accessToken === "function" ? accessToken(asked) : "";
    } finally {
      // As soon as the function waits: what calls the client after that may be somebody else.
      isAsking = false;
    }
  };
  const send = createRetries({
    ...clientOptions,
    accessToken: typeof accessToken === "function" ? askForToken : accessToken,
  });
  const client: AnyClient = createClient<Record<string, Record<"get", object>>>({
    baseUrl,
    pathSerializer: filledPath,
  });
  let hasMiddleware = false;

  const request: Request = async (operation, { path, query, body }, options = {}) => {
    // It would call itself for ever.
    if (isAsking) throw new TypeError("accessToken must not use its own client");
    const callLimits = limitsOf(options ?? {}, limits);
    const headers = headersOf(options?.headers);
    let sent: ServiceRequest = {
      operation,
      method: operation.method,
      url: baseUrl + operation.path,
      headers,
      body: "",
      tokens: [],
    };
    let answer: Answer | undefined;
    // openapi-fetch calls this with the request that it has made, and that middleware may have changed.
    const fetch = async (made: globalThis.Request) => {
      if (!made.url.startsWith(`${baseUrl}/`))
        throw new TypeError(`A request must not leave the baseUrl for ${new URL(made.url).origin}`);
      sent = {
        ...sent,
        method: made.method,
        url: made.url,
        headers: Object.fromEntries(made.headers),
        body: await made.text(),
      };
      answer = await send(sent, callLimits);
      return unread(answer, hasMiddleware);
    };
    try {
      const init = { params: { path, query }, body, headers, fetch };
      const { data, error, response } = await client.request(operation.method, operation.path, init);
      const parsed = response.ok ? data : error;
      return {
        request: sent,
        response: hasMiddleware ? response : (answer?.response ?? response),
        body: parsed === "" ? undefined : parsed,
      };
    } catch (error) {
      // What openapi-fetch throws for a success that is not JSON.
      if (error instanceof SyntaxError && answer)
        throw new ServiceResponseError("The answer is not JSON", { ...answer, body: answer.text });
      throw error;
    }
  };

  return {
    request,
    use(...middleware) {
      client.use(...middleware);
      hasMiddleware = true;
    },
    eject: client.eject,
  };
}

/** The response for openapi-fetch. It reads only these parts, and a whole `Response`, as middleware needs it, is slow to make. */
function unread({ response, text }: Answer, isWhole: boolean): Response | object {
  // Only `fetch` makes a response with status 0, for a redirect in a browser. It has no body.
  if (isWhole && response.status !== 0) return new Response(text || null, response);
  return { ok: response.ok, status: response.status, headers: { get: () => null }, text: async () => text };
}

/**
 * Fills a path of the contract.
 *
 * @throws TypeError when a value is not valid in a path: a number that is not exact would be the id of something else, and an
 * empty text or dots would lead to another path.
 */
function filledPath(path: string, values: Readonly<Record<string, unknown>>): string {
  return path.replace(/\{(.*?)\}/g, (_, name: string) => {
    const value = values[name];
    const isValid = typeof value === "string" ? !/^\.{0,2}$/.test(value) : Number.isSafeInteger(value);
    if (!isValid) throw new TypeError(`The parameter ${name} is not valid in a path`);
    return encodeURIComponent(String(value));
  });
}
