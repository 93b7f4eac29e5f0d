import { accessToken } from "../../generated/contract.js";
import { urlOf } from "../url.js";

/** What the sandbox reads of a request: a platform's `Request` is one, and Node makes one at little cost. */
export interface SandboxRequest extends Pick<Request, "method" | "text"> {
  /** With or without the host. */
  readonly url: string;
  readonly headers: RequestHeaders;
  /** Aborts when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/** Headers, by their names in lower case. */
interface RequestHeaders extends Iterable<[name: string, value: string]> {
  get(name: string): string | null | undefined;
}

/** The header of the access token, in lower case. */
export const TOKEN_HEADER = accessToken.header.toLowerCase();

/** Header of a request that may control the sandbox from anywhere. */
export const CONTROL_HEADER = "Sandbox-Control-Token";

/** The access token of a request; empty if it has none. */
export function tokenOf({ headers }: SandboxRequest): string {
  return headers.get(TOKEN_HEADER) ?? "";
}

/** Where a request goes. What is no URL becomes a path that the contract does not have. */
export function urlIn({ url }: Pick<SandboxRequest, "url">): URL {
  const full = url.startsWith("/") ? `http://sandbox.invalid${url}` : url;
  return urlOf(full) ?? new URL(`http://sandbox.invalid/${encodeURIComponent(url)}`);
}
