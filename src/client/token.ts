import { onAbort } from "./abort.js";

/**
 * An access token, or a function that returns one, or a promise of one. The function is called before every try. Calls
 * that wait for it at the same time share one invocation. Its `signal` aborts when the call that needs the token ends.
 * The function must not call the client that it belongs to.
 */
export type AccessToken = string | ((options: { signal: AbortSignal }) => string | Promise<string>);

/** Returns the access token that a request sends. */
export type TokenSource = (signal: AbortSignal) => string | Promise<string>;

// Header values that fetch sends unchanged: it trims white space at the ends, and refuses other characters.
const SENDABLE = /^(?! )[ -~\x80-\xff]+(?<! )$/;

/** @throws TypeError when the access token cannot be sent. */
export function createTokenSource(accessToken: AccessToken): TokenSource {
  if (typeof accessToken !== "function") {
    const token = sendable(accessToken);
    return () => token;
  }
  const callback = accessToken;
  let asking = false;
  let pending: Promise<string | undefined> | undefined;

  /** Resolves to `undefined` if the call ends first. */
  async function ask(signal: AbortSignal): Promise<string | undefined> {
    let forget: (() => void) | undefined;
    try {
      asking = true;
      const answer = callback({ signal });
      asking = false;
      const ended = new Promise<undefined>((resolve) => {
        forget = onAbort(signal, () => resolve(undefined));
      });
      const token = await Promise.race([answer, ended]);
      return signal.aborted ? undefined : sendable(token);
    } finally {
      asking = false;
      forget?.();
      pending = undefined;
    }
  }
  return async (signal) => {
    if (asking)
      throw new TypeError("accessToken must not call the client that it belongs to: make another client for that");
    // The call that asked may run out of time. Then its question stays unanswered, and the next call asks again.
    for (;;) {
      pending ??= ask(signal);
      const token = await pending;
      if (token !== undefined) return token;
      signal.throwIfAborted();
    }
  };
}

/** Returns the token unchanged. The error does not quote it, because it is a secret. */
function sendable(token: unknown): string {
  if (typeof token === "string" && SENDABLE.test(token)) return token;
  throw new TypeError("accessToken must be a string that an HTTP header can carry, or a function that returns one");
}
