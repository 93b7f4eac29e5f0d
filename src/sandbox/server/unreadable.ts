import { STATUS_CODES } from "node:http";
import type { Duplex } from "node:stream";
import { forPages, jsonReply } from "../reply.js";

/**
 * Answers a request that Node.js cannot read, and so never passes to the sandbox. Its own answer has no body, and a page
 * could not read it.
 *
 * @returns A line for the log; `undefined` if the connection is broken.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Duplex): string | undefined {
  if (!socket.writable) {
    socket.destroy();
    return undefined;
  }
  const status = error.code === "HPE_HEADER_OVERFLOW" ? 431 : 400;
  const detail = REASONS.get(error.code) ?? `This is not valid HTTP: ${error.message}.`;
  const reply = jsonReply(status, JSON.stringify({ status, detail }), {
    "content-type": "application/problem+json",
    connection: "close",
  });
  const { headers, body } = forPages({ headers: {} }, reply);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n"));
  return `${status}; ${detail}`;
}

const REASONS: ReadonlyMap<string | undefined, string> = new Map([
  [
    "HPE_HEADER_OVERFLOW",
    "The URL and the headers together are longer than 16 KiB. Send a shorter access token or query.",
  ],
  ["HPE_INVALID_URL", "The URL has a character that HTTP does not allow. Percent-encode it, such as %C3%BC for ü."],
]);
