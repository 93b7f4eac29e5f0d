import { accessToken as carrier } from "../../generated/contract.js";
import { isObject } from "../json.js";
import { DEEPEST, ServiceConnectionError, ServiceTokenError } from "./errors.js";
import type { Answer, FailedTry, ServiceRequest } from "./exchange.js";
import type { ServiceClientOptions } from "./options.js";
import { headersOf } from "./settings.js";

const TOKEN_HEADER = carrier.header.toLowerCase();

/**
 * Makes the function that sends a request once, and reads the complete answer. If the previous token was refused and there
 * is no other, that function sends nothing.
 *
 * @throws TypeError when the access token can never be sent.
 */
export function createTry({ accessToken, headers, fetch }: ServiceClientOptions) {
  if (accessToken !== undefined && typeof accessToken !== "function" && !isSendable(accessToken))
    throw new TypeError("accessToken must be a string that is valid in a header, or a function");
  const clientHeaders = typeof headers === "function" ? headers : headersOf(headers);
  /** The token that the service last refused with status 401. */
  let refused: string | undefined;

  return async (
    request: ServiceRequest,
    signal: AbortSignal,
    previous: FailedTry | undefined,
  ): Promise<Answer | "no other token"> => {
    const common = typeof clientHeaders === "function" ? headersOf(await clientHeaders()) : clientHeaders;
    const token = typeof accessToken === "function" ? await accessToken({ refused, signal }) : accessToken;
    if (accessToken !== undefined && !isSendable(token))
      throw new ServiceTokenError("accessToken must return a string that is valid in a header", request, previous);
    if (previous?.answer?.response.status === 401 && token === refused) return "no other token";
    // Nobody waits for the try anymore, so nothing may be sent.
    if (signal.aborted) throw new Error("The try has ended");
    const sent: Record<string, string> = { ...common, ...request.headers, "content-type": "application/json" };
    if (token) sent[TOKEN_HEADER] = token;
    if (sent[TOKEN_HEADER]) request.tokens.push(sent[TOKEN_HEADER]);

    // In a variable, since a browser's `fetch` cannot be called as a method. Looked up here, since tools replace it.
    const send = fetch ?? globalThis.fetch;
    if (typeof send !== "function") throw new TypeError("There is no global fetch: pass one");
    const { method, url } = request;
    const init = { method, headers: sent, body: request.body || null, signal, redirect: "manual" } as const;
    let response: Response;
    try {
      // The caller's `fetch` returns at least the parts of a response that are used.
      response = (await send(url, init)) as Response;
    } catch (error) {
      throw new ServiceConnectionError("fetch failed", request, error, !isUnsent(error));
    }
    if (token && response.status === 401) refused = token;
    if (response.bodyUsed) throw new TypeError("fetch must return a Response with an unread body");
    // Outside the `try`: a mock without this function is the caller's mistake, not a network failure.
    const reading = response.text();
    try {
      return { request, response, text: await reading };
    } catch (error) {
      throw new ServiceConnectionError("The response is incomplete", request, error);
    }
  };
}

/** Whether fetch sends a token unchanged: it trims white space at the ends, and rejects characters that no header may have. */
function isSendable(token: unknown): token is string {
  return typeof token === "string" && /^(?! )[ -~\x80-\xff]+(?<! )$/.test(token);
}

/** The error codes of Node.js and Bun for a connection that was not made, or a certificate that was refused. */
const UNSENT =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT|CERT_.*|DEPTH_ZERO_.*|SELF_SIGNED_.*|UNABLE_TO_.*|ERR_TLS_CERT.*)$/;

/** Whether an error of `fetch` shows that nothing was sent. Those of browsers and Deno don't tell. */
function isUnsent(thrown: unknown, depth = 0): boolean {
  if (!isObject(thrown) || depth > DEEPEST) return false;
  const { code, syscall, cause, errors } = thrown;
  // One error for each address of a host.
  if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => isUnsent(each, depth + 1));
  // The outer error only says "fetch failed".
  if (code === undefined) return isUnsent(cause, depth + 1);
  return UNSENT.test(String(code)) || syscall === "connect";
}
