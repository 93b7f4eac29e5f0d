import { accessToken } from "../../generated/contract.js";
import { urlOf } from "../url.js";

/** A lightweight request: to create a real `Request` costs more than to answer it. */
export interface SandboxRequest {
  /** HTTP method, in capitals. */
  readonly method: string;
  /** Path and query, as they were sent. */
  readonly target: string;
  /** Headers, by their names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal: AbortSignal | undefined;
  /** Whether it comes from this machine. */
  isLocal(): boolean;
  /** The body; empty if there is none. @throws Problem when it is too long. */
  text(): string | Promise<string>;
}

/** Value of a header, by its name in lower case. */
export function headerOf({ headers }: SandboxRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "object" ? value.join(", ") : value;
}

/** The header of the access token, in lower case. */
export const TOKEN_HEADER = accessToken.header.toLowerCase();
const PREFIX = accessToken.prefix.trim().toLowerCase();

/** The access token of a request; empty if it has none. */
export function tokenOf(request: SandboxRequest): string {
  const value = headerOf(request, TOKEN_HEADER) ?? "";
  if (PREFIX === "") return value;
  const [scheme = "", token = ""] = value.trim().split(/ +/, 2);
  return scheme.toLowerCase() === PREFIX ? token : "";
}

/** The path of a request's target, normalized as by browsers, and its query without the question mark. */
export function pathAndQuery(target: string): [path: string, query: string] {
  const end = target.indexOf("?");
  const path = end < 0 ? target : target.slice(0, end);
  if (SIMPLE.test(path)) return [path, end < 0 ? "" : target.slice(end + 1)];
  // A request to a proxy has a full URL; `OPTIONS *` has none.
  const isFull = !target.startsWith("/") && urlOf(target);
  const { pathname, search } = new URL(isFull ? target : `http://sandbox.invalid/${target.replace(/^\//, "")}`);
  return [pathname, search.slice(1)];
}

const SIMPLE = /^(\/[\w-][\w.-]*)+$/;
