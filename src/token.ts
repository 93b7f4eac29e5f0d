/** An access token, or a function that gives one. The function is asked before every try of every call. */
export type AccessToken = string | (() => string | Promise<string>);

// What fetch would refuse in a header value, or change: it trims white space at the ends.
const UNSENDABLE = /[^\t\x20-\x7e\x80-\xff]|^\s|\s$/;

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
  if (typeof token !== "string" || token === "") {
    throw new TypeError("accessToken must be a non-empty string, or a function that gives one");
  }
  if (UNSENDABLE.test(token)) {
    throw new TypeError(
      "accessToken holds a character that no HTTP header can carry, such as a line break, or white space at an end",
    );
  }
  return token;
}
