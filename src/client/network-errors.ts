import { isObject } from "../json.js";

// What Node's errors say about a connection. Browsers, Bun and Deno say nothing of the kind.

/** Codes of errors that come before the connection, and words of the one during the handshake, whose code is that of any reset. */
const NO_CONNECTION = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT) |before secure TLS/;

/**
 * Codes of a certificate that is refused, of a peer that does not speak TLS, and of one that speaks no version of it that
 * we do. An alert of the peer is none of them: it may come after the handshake, when a request has been sent. The error of
 * a port that `fetch` never connects to has no code, only these two words.
 */
const PERMANENT =
  /^(bad port$|CRL|UNABLE_TO|INVALID_|PATH_LENGTH|(?!ERR_SSL)\w*CERT|ERR_SSL_(WRONG_VERSION|PACKET_LENGTH|\w*PROTOCOL))/;

/** Whether what `fetch` rejected with says, itself or by its cause, that it has sent nothing. */
export function isUnsent(thrown: unknown): boolean {
  const error = isObject(thrown) && !thrown["code"] ? thrown["cause"] : thrown;
  if (!isObject(error)) return false;
  const { code, syscall, message, errors } = error;
  // Of several addresses, none may have connected.
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isUnsent);
  return syscall === "connect" || NO_CONNECTION.test(`${code} ${message}`) || isPermanent(error);
}

/** Whether the next try would fail with the same error. */
export function isPermanent(error: unknown): boolean {
  return isObject(error) && PERMANENT.test(String(error["code"] ?? error["message"]));
}
