import { accessToken as carrier } from "../../generated/contract.js";
import { ServiceTokenError } from "./errors.js";
import type { Answer, Exchange, ServiceRequest } from "./exchange.js";
import type { AccessToken } from "./options.js";

const HEADER = carrier.header.toLowerCase();

/** What a client remembers of its access tokens, for all of its calls. Only this file writes it. */
export interface TokenMemory {
  /** The token that the service last refused with status 401. */
  refused: string | undefined;
  /** Whether the `accessToken` function is being called. */
  isAsking: boolean;
}

/** Adds the access token, and remembers one that the service refuses. */
export function withToken(accessToken: AccessToken | undefined, memory: TokenMemory, next: Exchange): Exchange {
  if (typeof accessToken !== "function") return (request, signal) => next(carrying(request, accessToken), signal);
  return async (request, signal) => {
    if (request.operation.isPublic) return await next(carrying(request, undefined), signal);
    const token = await ask(accessToken, memory, request, signal);
    const refusal = refusalOf(request, token, memory);
    if (refusal) return { ...refusal, isPrevious: true };
    const answer = await next(carrying(request, token), signal);
    if (answer.response.status === 401) memory.refused = token;
    return answer;
  };
}

/** The request with its access token, if it has one. */
function carrying(request: ServiceRequest, accessToken: string | undefined): ServiceRequest {
  const token = request.operation.isPublic ? undefined : accessToken;
  const headers = token === undefined ? request.headers : { ...request.headers, [HEADER]: token };
  // Without an `accessToken`, a header of the caller may hold one.
  const sent = headers[HEADER];
  if (sent !== undefined) request.tokens.push(sent);
  return { ...request, headers };
}

/** @throws ServiceTokenError when the function returns nothing that a header can carry. It does not quote that. */
async function ask(
  accessToken: Exclude<AccessToken, string>,
  memory: TokenMemory,
  request: ServiceRequest,
  signal: AbortSignal,
): Promise<string> {
  memory.isAsking = true;
  let asked: unknown;
  try {
    asked = accessToken({ refused: memory.refused, signal });
  } finally {
    // As soon as the function waits: what calls the client after that may be somebody else.
    memory.isAsking = false;
  }
  const token = await asked;
  if (isSendable(token)) return token;
  const what = "accessToken returned no token that is valid in a header";
  throw new ServiceTokenError(what, request, { cause: request.previous?.failure });
}

/** The answer of the try before this one, if that refused the same token: to send it again would not help. */
function refusalOf({ previous }: ServiceRequest, token: string, { refused }: TokenMemory): Answer | undefined {
  const { answer } = previous ?? {};
  return answer?.response.status === 401 && token === refused ? answer : undefined;
}

/** Whether fetch sends a token unchanged: it trims white space at the ends, and refuses other characters. */
export function isSendable(token: unknown): token is string {
  return typeof token === "string" && /^(?! )[ -~\x80-\xff]+(?<! )$/.test(token);
}
