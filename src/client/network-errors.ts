import { isObject } from "../json.js";
import { DEEPEST } from "./reasons.js";

// What Node's errors say about a connection. Bun's say some of it, and those of Deno and of browsers nothing. Bundles for
// browsers have network-errors.browser.ts instead.

/** Codes of a connection that was not made, whatever the message says. */
const NO_CONNECTION = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

/**
 * Words for the same: the system does not connect, or the peer hangs up during the handshake. Their codes are also those of
 * other errors. node-fetch writes something before them.
 */
const NOT_CONNECTED = /^(request to \S+ failed, reason: )?(connect E|.* before secure TLS connection was established)/;

/** The error of a port that `fetch` never connects to. It has no code. */
const BLOCKED_PORT = "bad port";

/** Codes of a certificate that is refused. OpenSSL's own, which an alert of the peer may have too, begin with `ERR_SSL`. */
const REFUSED_CERTIFICATE =
  /^(?!ERR_SSL)(CRL|UNABLE_TO|INVALID_(CA|PURPOSE)$|PATH_LENGTH|HOSTNAME|UNSPECIFIED$|.*CERT)/;

/**
 * Words for a peer that speaks no TLS that we accept. Their code may be that of any failure of TLS. BoringSSL, which
 * Electron has, writes them in capitals, with underscores. An alert of the peer may come after the handshake, when a request has been sent:
 * only the one about the version never does.
 */
const NO_COMMON_TLS =
  /^TLS failed: (wrong.version.number|packet.length.too.long|unsupported.protocol|unsafe.legacy|.*key.too.small|.*alert.protocol.version)/i;

/** Whether what `fetch` rejected with says, itself or by its cause, that it has sent nothing. */
export function isUnsent(thrown: unknown, depth = 0): boolean {
  const error = isObject(thrown) && !thrown["code"] ? thrown["cause"] : thrown;
  if (!isObject(error) || depth > DEEPEST) return false;
  const { code, message, errors } = error;
  // Of several addresses, none may have connected.
  if (Array.isArray(errors) && errors.length > 0) return errors.every((each) => isUnsent(each, depth + 1));
  return NO_CONNECTION.test(String(code)) || NOT_CONNECTED.test(String(message)) || isPermanent(error);
}

/** Whether the next try would fail with the same error. */
export function isPermanent(error: unknown): boolean {
  if (!isObject(error)) return false;
  const message = String(error["message"]);
  const isRefused = REFUSED_CERTIFICATE.test(String(error["code"]));
  return message === BLOCKED_PORT || isRefused || NO_COMMON_TLS.test(wordsOf(message));
}

/** A message in words. OpenSSL's, which Node passes on, has them between numbers, names of functions and of files. */
export function wordsOf(message: string): string {
  return message.replace(/^.*:SSL routines:\w*:([^:]+):.*/s, "TLS failed: $1");
}
