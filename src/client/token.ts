import { onAbort } from "./abort.js";

/**
 * An access token, or a function that returns one, now or later. The function is asked before every try of every call;
 * calls that wait for it at the same time share one question. Its `signal` aborts when the call that asked has ended.
 * It must not call the client that asks it.
 */
export type AccessToken = string | ((options: { signal: AbortSignal }) => string | Promise<string>);

/** Returns the access token to send. */
export type TokenSource = (signal: AbortSignal) => string | Promise<string>;

// What fetch sends as a header value as it is: it trims white space at the ends, and refuses other characters.
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

  /** Resolves to `undefined` when the call that asks ends first. */
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
    if (asking) throw new TypeError("accessToken must not call the client that asks it: make another client for that");
    // Whoever asked may have run out of time. Its question is not answered then, and the next call asks again.
    for (;;) {
      pending ??= ask(signal);
      const token = await pending;
      if (token !== undefined) return token;
      signal.throwIfAborted();
    }
  };
}

/** Returns the token as it is. The error does not quote it, for it is a secret. */
function sendable(token: unknown): string {
  if (typeof token === "string" && SENDABLE.test(token)) return token;
  throw new TypeError("accessToken must be a string that an HTTP header can carry, or a function that returns one");
}
