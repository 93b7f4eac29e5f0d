import { accessToken as carried, type RequiresToken } from "../../generated/contract.js";
import { withTimeLimit } from "./signals.js";
import { kindOf } from "./unknown-arguments.js";

/** What an `accessToken` function receives. */
export interface TokenRequest {
  /** Aborts when the call that needs the token ends. */
  readonly signal: AbortSignal;
  /** The token that the service last refused with status 401; `undefined` if it has refused none. */
  readonly refused: string | undefined;
}

/**
 * An access token, or a function that returns one, or a promise of one. The function is called before every try. Calls
 * that wait for it at the same time share one invocation. The function must not call the client that it belongs to.
 */
export type AccessToken = string | ((request: TokenRequest) => string | Promise<string>);

interface Credentials {
  /** The access token, or a function that returns it. The function is called before every try. */
  accessToken: AccessToken;
}

/** The option that holds the access token. A client does without where the contract requires none. */
export type TokenOption = RequiresToken extends true ? Credentials : Partial<Credentials>;

/** Where requests get their access token. */
export interface TokenSource {
  /** Returns the token; an empty one if there is none. */
  get(signal: AbortSignal): string | Promise<string>;
  /** Remembers that the service has refused a token. */
  refuse(token: string): void;
}

// Header values that fetch sends unchanged: it trims white space at the ends, and refuses other characters.
const SENDABLE = /^(?! )[ -~\x80-\xff]+(?<! )$/;

/** Returns the token unchanged. The error does not quote it, because it is a secret. */
function sendable(token: unknown): string {
  if (typeof token === "string" && SENDABLE.test(token)) return token;
  const what = typeof token === "string" ? "a header cannot carry it, or it is empty" : `it is ${kindOf(token)}`;
  throw new TypeError(`accessToken must be a string, or a function that returns one: ${what}`);
}

/** @throws TypeError when the access token cannot be sent. */
export function createTokenSource(accessToken: AccessToken | undefined): TokenSource {
  if (typeof accessToken !== "function") {
    const token = accessToken === undefined && carried.isOptional ? "" : sendable(accessToken);
    return { get: () => token, refuse: () => undefined };
  }
  const callback = accessToken;
  let asking = false;
  let refused: string | undefined;
  let pending: { readonly token: Promise<string>; readonly signal: AbortSignal } | undefined;

  /** Ends when the signal aborts, even if the function does not. */
  const ask = (signal: AbortSignal) =>
    withTimeLimit(
      Infinity,
      signal,
      () => undefined,
      async () => {
        asking = true;
        const answer = (async () => callback({ signal, refused }))();
        asking = false;
        return sendable(await answer);
      },
    );
  return {
    refuse(token) {
      // A function that already knows of it may be about to return the next token.
      if (token !== refused) pending = undefined;
      refused = token;
    },
    async get(signal) {
      if (asking) {
        throw new TypeError("accessToken must not use its own client");
      }
      // The call that asked may end. Then its question stays unanswered, and the next call asks again.
      for (;;) {
        signal.throwIfAborted();
        pending ??= { token: ask(signal), signal };
        const shared = pending;
        try {
          return await shared.token;
        } catch (error) {
          if (!shared.signal.aborted) throw error;
        } finally {
          if (pending === shared) pending = undefined;
        }
      }
    },
  };
}
