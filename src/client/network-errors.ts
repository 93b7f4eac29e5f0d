import { isObject } from "../json.js";
import { DEEPEST } from "./reasons.js";

// What Node's errors say about a connection. Browsers, Bun and Deno say nothing of the kind: network-errors.browser.ts.

const NO_CONNECTION = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

/** Node's error when the peer hangs up during the handshake. Its code is that of any other reset. */
const HUNG_UP = /before secure TLS connection was established/;

/** The error of a port that `fetch` never connects to. It has no code. */
const BLOCKED_PORT = "bad port";

/** Codes of a certificate that is refused. OpenSSL's own, which an alert of the peer may have too, begin with `ERR_SSL`. */
const REFUSED_CERTIFICATE = /^(?!ERR_SSL)(CRL|UNABLE_TO|INVALID_|PATH_LENGTH|HOSTNAME|.*CERT)/;

/**
 * Codes of a peer that does not speak TLS, or no version of it that we do. An alert of the peer is none of them: it may come
 * after the handshake, when a request has been sent.
 */
const NO_COMMON_TLS = /SSL_(WRONG_VERSION|PACKET_LENGTH|UNSUPPORTED_PROTOCOL|.*PROTOCOL_VERSION$)/;

/** Whether what `fetch` rejected with says, itself or by its cause, that it has sent nothing. */
export function isUnsent(thrown: unknown, depth = 0): boolean {
  const error = isObject(thrown) && !thrown["code"] ? thrown["cause"] : thrown;
  if (!isObject(error) || depth > DEEPEST) return false;
  const { code, syscall, message, errors } = error;
  // Of several addresses, none may have connected.
  if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => isUnsent(each, depth + 1));
  return (
    syscall === "connect" || NO_CONNECTION.test(String(code)) || HUNG_UP.test(String(message)) || isPermanent(error)
  );
}

/** Whether the next try would fail with the same error. */
export function isPermanent(error: unknown): boolean {
  if (!isObject(error)) return false;
  const code = String(error["code"]);
  return error["message"] === BLOCKED_PORT || REFUSED_CERTIFICATE.test(code) || NO_COMMON_TLS.test(code);
}

/** A message in words. OpenSSL's, which Node passes on, has them between numbers, names of functions and of files. */
export function wordsOf(message: string): string {
  return message.replace(/^.*:SSL routines:\w*:([^:]+):.*/s, "TLS failed: $1");
}
