import { accessToken as carrier } from "../../generated/contract.js";
import { ServiceTokenError } from "./errors.js";
import type { Exchange } from "./exchange.js";
import type { AccessToken } from "./options.js";

const HEADER = carrier.header.toLowerCase();

export interface TokenSettings {
  readonly accessToken?: AccessToken | undefined;
  /** Whether the `accessToken` function is being called. Only this file sets it. */
  isAsking?: boolean;
}

/** Adds the access token, and remembers one that the service refuses. */
export function withToken(settings: TokenSettings, next: Exchange): Exchange {
  // The token that the service last refused with status 401, in any call of the client.
  let refused: string | undefined;

  return async (request, signal) => {
    const { operation, previous, tokens } = request;
    const given = operation.isPublic ? undefined : settings.accessToken;
    let token: string | undefined;
    if (typeof given === "function") {
      settings.isAsking = true;
      // It cannot throw here.
      const asked = (async () => given({ refused, signal }))();
      // As soon as the function waits: what calls the client after that may be somebody else.
      settings.isAsking = false;
      token = await asked;
    } else token = given;
    if (given !== undefined && !isSendable(token))
      throw new ServiceTokenError(
        "accessToken returned no token that is valid in a header",
        request,
        previous?.failure,
      );
    // To send the same token again would not help: the answer of the try before this one stands.
    if (previous?.answer?.response.status === 401 && token === refused) return previous.answer;
    const headers = token === undefined ? request.headers : { ...request.headers, [HEADER]: token };
    // Without an `accessToken`, a header of the caller may hold one.
    if (headers[HEADER] !== undefined) tokens.push(headers[HEADER]);
    const answer = await next({ ...request, headers }, signal);
    if (answer.response.status === 401) refused = token;
    return answer;
  };
}

/** Whether fetch sends a token unchanged: it trims white space at the ends, and refuses other characters. */
export function isSendable(token: unknown): token is string {
  return typeof token === "string" && /^(?! )[ -~\x80-\xff]+(?<! )$/.test(token);
}
