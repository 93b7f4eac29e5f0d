import { STATUS_CODES } from "node:http";

/** What each status means, in the words of RFC 9110: Node.js has older ones for two of them. */
export const REASONS: Readonly<Record<number, string | undefined>> = {
  ...STATUS_CODES,
  413: "Content Too Large",
  422: "Unprocessable Content",
};
