import { urlOf } from "../../url.js";
import type { SandboxRequest } from "../request.js";
import { isLocalhost, isThisMachine } from "./addresses.js";

// A browser sends requests for whatever page is open in it: their headers say for which.

/**
 * Whether a request comes from a web page of another machine. A program that is not a browser sends no origin, and is not
 * foreign.
 */
export function isForeignPage({ headers }: Pick<SandboxRequest, "headers">): boolean {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  const isBrowser = typeof origin === "string" || typeof site === "string";
  // A foreign page whose host name resolves to this machine sends that name.
  return isBrowser && !(isOwnPage(origin, site) && isOwnHost(headers.get("host") ?? "localhost"));
}

/** A foreign image sends no origin. */
function isOwnPage(origin: string | null | undefined, site: string | null | undefined): boolean {
  return typeof origin === "string" ? isOwnHost(urlOf(origin)?.host) : site !== "cross-site";
}

/** Whether a host, with or without a port, is this machine. */
export function isOwnHost(host = ""): boolean {
  const name = host.replace(/:\d+$/, "");
  return isLocalhost(name) || isThisMachine(name.replace(/^\[(.*)\]$/, "$1"));
}
