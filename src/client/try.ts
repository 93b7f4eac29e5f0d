import { accessToken as carrier } from "../../generated/contract.js";
import { ServiceConnectionError, ServiceTokenError } from "./errors.js";
import type { Answer, FailedTry, ServiceRequest } from "./exchange.js";
import type { ServiceClientOptions } from "./options.js";
import { headersOf } from "./settings.js";

const TOKEN_HEADER = carrier.header.toLowerCase();

/**
 * Makes the function that sends a request once, and reads the complete answer. It returns the answer of the previous try if
 * that refused the token, and there is no other.
 *
 * @throws TypeError when the access token can never be sent.
 */
export function createTry({ accessToken, headers, fetch }: ServiceClientOptions) {
  if (accessToken !== undefined && typeof accessToken !== "function" && !isSendable(accessToken))
    throw new TypeError("accessToken must be a string that is valid in a header, or a function");
  const clientHeaders = typeof headers === "function" ? headers : headersOf(headers);
  /** The token that the service last refused with status 401. */
  let refused: string | undefined;

  return async (request: ServiceRequest, signal: AbortSignal, previous: FailedTry | undefined): Promise<Answer> => {
    const common = typeof clientHeaders === "function" ? headersOf(await clientHeaders()) : clientHeaders;
    const token = typeof accessToken === "function" ? await accessToken({ refused, signal }) : accessToken;
    if (accessToken !== undefined && !isSendable(token))
      throw new ServiceTokenError("accessToken must return a string that is valid in a header", request, previous);
    if (token && token === refused && previous?.answer?.response.status === 401) return previous.answer;
    // Nothing is sent once the try has ended.
    signal.throwIfAborted();
    const sent: Record<string, string> = { ...common, ...request.headers, "content-type": "application/json" };
    if (token) sent[TOKEN_HEADER] = token;
    if (sent[TOKEN_HEADER]) request.tokens.push(sent[TOKEN_HEADER]);

    const { method, url, body } = request;
    // A variable, since a page's own `fetch` refuses to be called as a method. It is looked up now, since tools replace it.
    const send = fetch ?? globalThis.fetch;
    let response: Response;
    try {
      response = (await send(url, {
        method,
        headers: sent,
        body: body || null,
        signal,
        redirect: "manual",
      })) as Response;
    } catch (error) {
      throw new ServiceConnectionError("The service did not answer", request, error, !isUnsent(error));
    }
    if (token && response.status === 401) refused = token;
    try {
      return { request, response, text: await response.text() };
    } catch (error) {
      throw new ServiceConnectionError("The answer is incomplete", request, error);
    }
  };
}

/** Whether fetch sends a token unchanged: it trims white space at the ends, and refuses other characters. */
function isSendable(token: unknown): token is string {
  return typeof token === "string" && /^(?! )[ -~\x80-\xff]+(?<! )$/.test(token);
}

/** Codes of errors before a connection is made, and of certificates that are refused. They are those of Node.js and of Bun. */
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_TLS_CERT.*)$/;

/** Whether what `fetch` rejected with says that nothing was sent. Browsers and Deno do not tell. */
function isUnsent(thrown: unknown): boolean {
  // fetch itself says only "fetch failed".
  const { code, syscall } = Object(Object(thrown).cause ?? thrown);
  return UNSENT.test(String(code)) || syscall === "connect";
}
