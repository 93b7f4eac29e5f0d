import { accessToken as carrier } from "../../generated/contract.js";
import { ServiceTokenError } from "./errors.js";
import type { Exchange } from "./exchange.js";
import type { AccessToken } from "./options.js";
import { misuse } from "./stack.js";

const HEADER = carrier.header.toLowerCase();

const NO_TOKEN = "accessToken must return a string that is valid in a header";

/** What a client remembers of its access tokens, for all of its calls. Only this file writes it. */
export interface TokenMemory {
  /** The token that the service last refused with status 401. */
  refused?: string;
  /** Whether the `accessToken` function is being called. */
  isAsking?: boolean;
}

/**
 * Adds the access token, and remembers one that the service refuses.
 *
 * @throws TypeError when it can never be sent.
 */
export function withToken(accessToken: AccessToken | undefined, memory: TokenMemory, next: Exchange): Exchange {
  if (accessToken !== undefined && typeof accessToken !== "function" && !isSendable(accessToken))
    throw misuse("accessToken must be a string that is valid in a header, or a function");
  return async (request, signal) => {
    const { previous } = request;
    const given = request.operation.isPublic ? undefined : accessToken;
    const token = typeof given === "function" ? await ask(given, memory, signal) : given;
    if (given !== undefined && !isSendable(token)) throw new ServiceTokenError(NO_TOKEN, request, previous);
    // To send the same token again would not help: the answer of the try before this one stands.
    if (token && token === memory.refused && previous?.answer?.response.status === 401) return previous.answer;
    const headers = token ? { ...request.headers, [HEADER]: token } : request.headers;
    // Without an `accessToken`, a header of the caller may hold one.
    if (headers[HEADER]) request.tokens.push(headers[HEADER]);
    const answer = await next({ ...request, headers }, signal);
    if (token && answer.response.status === 401) memory.refused = token;
    return answer;
  };
}

/** Calls the `accessToken` function. */
function ask(
  accessToken: Exclude<AccessToken, string>,
  memory: TokenMemory,
  signal: AbortSignal,
): string | Promise<string> {
  memory.isAsking = true;
  try {
    return accessToken({ refused: memory.refused, signal });
  } finally {
    // As soon as the function waits: what calls the client after that may be somebody else.
    memory.isAsking = false;
  }
}

/** Whether fetch sends a token unchanged: it trims white space at the ends, and refuses other characters. */
function isSendable(token: unknown): token is string {
  return typeof token === "string" && /^(?! )[ -~\x80-\xff]+(?<! )$/.test(token);
}
