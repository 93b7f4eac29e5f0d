/** An access token, or a function that gives one. The function is asked before every try of every call. */
export type AccessToken = string | (() => string | Promise<string>);

// What fetch sends as a header value as it is: it trims white space at the ends, and refuses other characters.
const SENDABLE = /^(?! )[ -~\x80-\xff]+(?<! )$/;

/** Gives the access token to send. Concurrent callers share one pending answer of the function. */
export function createTokenSource(accessToken: AccessToken): () => string | Promise<string> {
  if (typeof accessToken === "string") {
    const token = sendable(accessToken);
    return () => token;
  }
  let pending: Promise<string> | undefined;
  return () => {
    pending ??= Promise.resolve()
      .then(accessToken)
      .then(sendable)
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
}

/** Returns the token as it is. The error does not quote it, for it is a secret. */
function sendable(token: unknown): string {
  if (typeof token === "string" && SENDABLE.test(token)) return token;
  throw new TypeError("accessToken must give a non-empty string that an HTTP header can carry");
}
